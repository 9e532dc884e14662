/* Preloaded: every sync of the disk takes some milliseconds more (SYNC_DELAY_MS), as on a busy or remote one. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

static void pause_for_delay(void) {
  const char *text = getenv("SYNC_DELAY_MS");
  long ms = text ? atol(text) : 0;
  struct timespec time = {ms / 1000, (ms % 1000) * 1000000L};
  nanosleep(&time, 0);
}

int fsync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  pause_for_delay();
  return real(fd);
}

int fdatasync(int fd) {
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  pause_for_delay();
  return real(fd);
}
