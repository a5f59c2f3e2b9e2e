#pragma once
#include <sqlite3.h>

// What Swift's importer can't see: SQLITE_TRANSIENT is a cast of -1 to a function pointer, sqlite3_db_config is variadic.

/// Binds a copy of the text.
int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *bytes, sqlite3_uint64 count);

/// Binds a copy of the bytes.
int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count);

/// Switches one of the SQLITE_DBCONFIG_ flags on (1) or off (0).
int csqlite_set_flag(sqlite3 *database, int flag, int value);
