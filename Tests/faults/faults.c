#include "faults.h"
#include <pthread.h>
#include <sqlite3.h>
#include <string.h>

typedef struct {
  sqlite3_file base;
  int watched;
  sqlite3_file *real;
} fault_file;

static sqlite3_vfs own, *below;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct {
  int armed, kinds;
  enum fault_way way;
  long from, count, seen;
  char path[1024];
} plan;

static int fails(int kind, int watched, enum fault_way *way) {
  if (!watched) return 0;
  pthread_mutex_lock(&mutex);
  int failing = 0;
  if (plan.armed && (plan.kinds & kind)) {
    long number = plan.seen++;
    failing = number >= plan.from && (plan.count == 0 || number < plan.from + plan.count);
    *way = plan.way;
  }
  pthread_mutex_unlock(&mutex);
  return failing;
}

static int is_watched(const char *path) {
  pthread_mutex_lock(&mutex);
  int watched = path && plan.path[0] && strncmp(path, plan.path, strlen(plan.path)) == 0;
  pthread_mutex_unlock(&mutex);
  return watched;
}

#define REAL(file) (((fault_file *)(file))->real)
#define CHECK(file, kind, code)                                                 \
  do {                                                                          \
    enum fault_way way;                                                         \
    if (fails(kind, ((fault_file *)(file))->watched, &way))                     \
      return way == FAULT_FULL && (kind & (FAULT_WRITE | FAULT_TRUNCATE)) ? SQLITE_FULL : code; \
  } while (0)

static int f_close(sqlite3_file *f) { return REAL(f)->pMethods->xClose(REAL(f)); }
static int f_read(sqlite3_file *f, void *to, int count, sqlite3_int64 at) {
  CHECK(f, FAULT_READ, SQLITE_IOERR_READ);
  return REAL(f)->pMethods->xRead(REAL(f), to, count, at);
}
static int f_write(sqlite3_file *f, const void *from, int count, sqlite3_int64 at) {
  enum fault_way way;
  if (fails(FAULT_WRITE, ((fault_file *)f)->watched, &way)) {
    if (way == FAULT_SHORT) REAL(f)->pMethods->xWrite(REAL(f), from, count / 2, at);
    return way == FAULT_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
  }
  return REAL(f)->pMethods->xWrite(REAL(f), from, count, at);
}
static int f_truncate(sqlite3_file *f, sqlite3_int64 size) {
  CHECK(f, FAULT_TRUNCATE, SQLITE_IOERR_TRUNCATE);
  return REAL(f)->pMethods->xTruncate(REAL(f), size);
}
static int f_sync(sqlite3_file *f, int flags) {
  CHECK(f, FAULT_SYNC, SQLITE_IOERR_FSYNC);
  return REAL(f)->pMethods->xSync(REAL(f), flags);
}
static int f_size(sqlite3_file *f, sqlite3_int64 *size) {
  CHECK(f, FAULT_SIZE, SQLITE_IOERR_FSTAT);
  return REAL(f)->pMethods->xFileSize(REAL(f), size);
}
static int f_lock(sqlite3_file *f, int lock) {
  CHECK(f, FAULT_LOCK, SQLITE_IOERR_LOCK);
  return REAL(f)->pMethods->xLock(REAL(f), lock);
}
static int f_unlock(sqlite3_file *f, int lock) { return REAL(f)->pMethods->xUnlock(REAL(f), lock); }
static int f_reserved(sqlite3_file *f, int *out) {
  return REAL(f)->pMethods->xCheckReservedLock(REAL(f), out);
}
static int f_control(sqlite3_file *f, int op, void *argument) {
  return REAL(f)->pMethods->xFileControl(REAL(f), op, argument);
}
static int f_sector(sqlite3_file *f) { return REAL(f)->pMethods->xSectorSize(REAL(f)); }
static int f_traits(sqlite3_file *f) { return REAL(f)->pMethods->xDeviceCharacteristics(REAL(f)); }
static int f_map(sqlite3_file *f, int region, int size, int extend, void volatile **out) {
  CHECK(f, FAULT_SHARED, SQLITE_IOERR_SHMMAP);
  return REAL(f)->pMethods->xShmMap(REAL(f), region, size, extend, out);
}
static int f_shared_lock(sqlite3_file *f, int offset, int count, int flags) {
  // Letting go must not fail: SQLite does not look.
  if (flags & SQLITE_SHM_LOCK) CHECK(f, FAULT_LOCK, SQLITE_IOERR_SHMLOCK);
  return REAL(f)->pMethods->xShmLock(REAL(f), offset, count, flags);
}
static void f_barrier(sqlite3_file *f) { REAL(f)->pMethods->xShmBarrier(REAL(f)); }
static int f_unmap(sqlite3_file *f, int drop) { return REAL(f)->pMethods->xShmUnmap(REAL(f), drop); }

static const sqlite3_io_methods methods = {
  2, f_close, f_read, f_write, f_truncate, f_sync, f_size, f_lock, f_unlock, f_reserved, f_control,
  f_sector, f_traits, f_map, f_shared_lock, f_barrier, f_unmap, 0, 0,
};

static int v_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
  fault_file *f = (fault_file *)file;
  f->base.pMethods = 0;
  f->real = (sqlite3_file *)(f + 1);
  f->watched = is_watched(path);
  enum fault_way way;
  if (fails(FAULT_OPEN, f->watched, &way)) return SQLITE_CANTOPEN;
  int code = below->xOpen(below, path, f->real, flags, out);
  if (f->real->pMethods) f->base.pMethods = &methods;
  return code;
}

static int v_delete(sqlite3_vfs *vfs, const char *path, int sync) {
  enum fault_way way;
  if (fails(FAULT_DELETE, is_watched(path), &way)) return SQLITE_IOERR_DELETE;
  return below->xDelete(below, path, sync);
}

void faults_install(void) {
  pthread_mutex_lock(&mutex);
  if (!below) {
    below = sqlite3_vfs_find(0);
    own = *below;
    own.zName = "faults";
    own.szOsFile = (int)sizeof(fault_file) + below->szOsFile;
    own.xOpen = v_open;
    own.xDelete = v_delete;
    sqlite3_vfs_register(&own, 1);
  }
  pthread_mutex_unlock(&mutex);
}

void faults_arm(const char *path, int kinds, enum fault_way way, long from, long count) {
  pthread_mutex_lock(&mutex);
  strncpy(plan.path, path, sizeof plan.path - 1);
  plan.kinds = kinds;
  plan.way = way;
  plan.from = from;
  plan.count = count;
  plan.seen = 0;
  plan.armed = 1;
  pthread_mutex_unlock(&mutex);
}

long faults_disarm(void) {
  pthread_mutex_lock(&mutex);
  plan.armed = 0;
  long seen = plan.seen;
  pthread_mutex_unlock(&mutex);
  return seen;
}
