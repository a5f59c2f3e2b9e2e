#ifndef YARDSTICK_OUTBOX_H
#define YARDSTICK_OUTBOX_H

/* A row of the outbox inserted by nothing but SQLite, with the outbox's columns, indexes and settings (WAL,
 * synchronous=FULL, wal_autocheckpoint=0): what durability itself costs. */
struct yardstick_outbox;

/* Opens or makes the file. NULL if it can't. */
struct yardstick_outbox *yardstick_outbox_open(const char *path);

/* Inserts one comment, committed on return. 0 if it worked. */
int yardstick_outbox_insert(struct yardstick_outbox *outbox, const char *text);

void yardstick_outbox_close(struct yardstick_outbox *outbox);

#endif
