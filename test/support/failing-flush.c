// Loaded before the platform's own library (LD_PRELOAD): as long as the file that FAILING_FLUSH names is there, no file can be flushed, and what was written to
// one since it was last flushed is lost, as on a disk whose pages the kernel gives up.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { most = 4096 };

static off_t flushed[most];

static int flush(int fd, const char *name) {
  const char *flag = getenv("FAILING_FLUSH");
  struct stat found;
  if (flag != NULL && access(flag, F_OK) == 0) {
    if (fd < most && flushed[fd] > 0 && ftruncate(fd, flushed[fd]) != 0) abort();
    errno = EIO;
    return -1;
  }
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  int result = real(fd);
  if (result == 0 && fd < most && fstat(fd, &found) == 0) flushed[fd] = found.st_size;
  return result;
}

int fsync(int fd) { return flush(fd, "fsync"); }
int fdatasync(int fd) { return flush(fd, "fdatasync"); }
