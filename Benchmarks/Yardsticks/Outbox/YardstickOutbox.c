#include "YardstickOutbox.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct yardstick_outbox {
    sqlite3 *database;
    sqlite3_stmt *insert;
    long long sequence;
};

static const char settings[] =
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0;"
    "CREATE TABLE IF NOT EXISTS mutation ("
    "  sequence INTEGER PRIMARY KEY, account INTEGER NOT NULL, id TEXT NOT NULL, revision INTEGER NOT NULL,"
    "  enqueued_at INTEGER NOT NULL, kind TEXT NOT NULL, version INTEGER NOT NULL, payload TEXT NOT NULL,"
    "  stage TEXT NOT NULL, until INTEGER, failure TEXT, server_id TEXT, attempts INTEGER NOT NULL,"
    "  may_have_arrived INTEGER NOT NULL, delays INTEGER NOT NULL, UNIQUE (account, id)) STRICT;"
    "CREATE INDEX IF NOT EXISTS mutation_by_revision ON mutation (account, revision);";

static const char insertion[] =
    "INSERT INTO mutation VALUES (?1, 1, ?2, ?1, ?3, 'add-comment', 1, ?4, 'queued', NULL, NULL, NULL, 0, 0, 0)";

struct yardstick_outbox *yardstick_outbox_open(const char *path) {
    struct yardstick_outbox *outbox = calloc(1, sizeof *outbox);
    if (!outbox) return NULL;
    sqlite3_stmt *last = NULL;
    if (sqlite3_open(path, &outbox->database) != SQLITE_OK
        || sqlite3_exec(outbox->database, settings, NULL, NULL, NULL) != SQLITE_OK
        || sqlite3_prepare_v2(outbox->database, "SELECT max(sequence) FROM mutation", -1, &last, NULL) != SQLITE_OK
        || sqlite3_step(last) != SQLITE_ROW
        || sqlite3_prepare_v3(
               outbox->database, insertion, -1, SQLITE_PREPARE_PERSISTENT, &outbox->insert, NULL) != SQLITE_OK) {
        sqlite3_finalize(last);
        yardstick_outbox_close(outbox);
        return NULL;
    }
    outbox->sequence = sqlite3_column_int64(last, 0);
    sqlite3_finalize(last);
    return outbox;
}

int yardstick_outbox_insert(struct yardstick_outbox *outbox, const char *text) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    char id[64], payload[1024];
    outbox->sequence += 1;
    snprintf(id, sizeof id, "%016llx-%016llx", (unsigned long long)now.tv_nsec, (unsigned long long)outbox->sequence);
    int length = snprintf(
        payload, sizeof payload,
        "{\"author\":\"aki\",\"post\":{\"server\":{\"_0\":\"p1\"}},\"text\":\"%s\"}", text);
    sqlite3_bind_int64(outbox->insert, 1, outbox->sequence);
    sqlite3_bind_text(outbox->insert, 2, id, -1, SQLITE_STATIC);
    sqlite3_bind_int64(outbox->insert, 3, now.tv_sec * 1000LL + now.tv_nsec / 1000000);
    sqlite3_bind_text(outbox->insert, 4, payload, length, SQLITE_STATIC);
    int code = sqlite3_step(outbox->insert);
    sqlite3_reset(outbox->insert);
    return code == SQLITE_DONE ? 0 : code;
}

void yardstick_outbox_close(struct yardstick_outbox *outbox) {
    sqlite3_finalize(outbox->insert);
    sqlite3_close(outbox->database);
    free(outbox);
}
