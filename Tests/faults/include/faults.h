#pragma once

/// Where SQLite's files fail on demand. Below it are the real files; it counts what SQLite asks of them.

static const int FAULT_READ = 1;
static const int FAULT_WRITE = 2;
static const int FAULT_TRUNCATE = 4;
static const int FAULT_SYNC = 8;
static const int FAULT_SIZE = 16;
static const int FAULT_LOCK = 32;
static const int FAULT_SHARED = 64;
static const int FAULT_OPEN = 128;
static const int FAULT_DELETE = 256;
static const int FAULT_ANY = 511;

/// What a call that fails does.
enum fault_way {
  /// The kind's own I/O error.
  FAULT_ERROR,
  /// No space is left; for writes and truncations.
  FAULT_FULL,
  /// Half of the bytes are written before the error.
  FAULT_SHORT,
};

/// Puts itself between SQLite and the files of this process; again does nothing.
void faults_install(void);

/// From now on the calls of these kinds on files whose path begins so are counted from 0, and fail from number `from`
/// on: `count` of them, or all if that is 0.
void faults_arm(const char *path, int kinds, enum fault_way way, long from, long count);

/// All calls go through again.
/// Returns how many were counted.
long faults_disarm(void);
