// Uses a known amount of CPU time or memory:
//   burn plain|forked|daemon|ignored SECONDS     CPU time, in as many ways as there are to hide it
//   burn many PROCESSES                          burns until it is killed
//   burn memory BYTES                            touches that much, for 0.3 s
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void burn(double seconds) {
  struct timespec used;
  volatile unsigned long work = 0;
  do {
    for (int i = 0; i < 10000; i++) work += i;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  } while (used.tv_sec + used.tv_nsec / 1e9 < seconds);
}

// Burns in a child; returns when nobody holds the pipe's end any more.
static void burn_apart(double seconds, int generations) {
  int ends[2];
  char byte;
  if (pipe(ends) != 0) exit(2);
  if (fork() == 0) {
    if (generations == 2) {
      setsid();
      if (fork() != 0) _exit(0);
    }
    burn(seconds);
    _exit(0);
  }
  close(ends[1]);
  while (read(ends[0], &byte, 1) > 0) {}
}

int main(int count, char **words) {
  if (count != 3) return 2;
  const char *kind = words[1];
  double amount = atof(words[2]);
  if (strcmp(kind, "plain") == 0) {
    burn(amount);
  } else if (strcmp(kind, "forked") == 0) {
    for (int i = 0; i < 4; i++) {
      if (fork() == 0) {
        burn(amount / 4);
        _exit(0);
      }
    }
    while (wait(NULL) > 0) {}
  } else if (strcmp(kind, "daemon") == 0) {
    burn_apart(amount, 2);
  } else if (strcmp(kind, "ignored") == 0) {
    signal(SIGCHLD, SIG_IGN);
    burn_apart(amount, 1);
  } else if (strcmp(kind, "many") == 0) {
    for (int i = 1; i < (int)amount; i++) {
      if (fork() == 0) break;
    }
    burn(1e9);
  } else if (strcmp(kind, "memory") == 0) {
    char *block = malloc((size_t)amount);
    if (block == NULL) return 3;
    memset(block, 1, (size_t)amount);
    usleep(300000);
    return block[(size_t)amount / 2] == 1 ? 0 : 4;
  } else {
    return 2;
  }
  return 0;
}
