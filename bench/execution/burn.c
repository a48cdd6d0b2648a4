// Uses CPU time or memory, and prints how much it knows to have used:
//   burn plain|forked|pipeline|daemon|ignored SECONDS   CPU time, in as many ways as there are to hide it
//   burn many PROCESSES                                 burns until it is killed
//   burn memory BYTES                                   touches that much, for 0.3 s
//   burn rest SECONDS                                   sleeps, and prints how long it lived
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Sum of what the processes used, each by its own clock, as its last act.
static volatile double *total;

static double clock_of(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return time.tv_sec + time.tv_nsec / 1e9;
}

static double used(void) { return clock_of(CLOCK_PROCESS_CPUTIME_ID); }

static void burn(double seconds) {
  volatile unsigned long work = 0;
  while (used() < seconds) {
    for (int i = 0; i < 10000; i++) work += i;
  }
}

// Burns in a child; processes that end at the same time take turns by a pipe.
static void burn_in_child(double seconds, int generations, int turn) {
  char byte = 0;
  if (fork() != 0) return;
  for (int generation = 1; generation < generations; generation++) {
    setsid();
    if (fork() != 0) _exit(0);
  }
  burn(seconds);
  read(turn, &byte, 1);
  *total += used();
  write(turn + 1 /* see main */, &byte, 1);
  _exit(0);
}

int main(int count, char **words) {
  if (count != 3) return 2;
  const char *kind = words[1];
  double amount = atof(words[2]);
  int turns[2], ends[2];
  char byte = 0;
  total = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (pipe(turns) != 0 || turns[1] != turns[0] + 1 || pipe(ends) != 0) return 2;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  write(turns[1], &byte, 1);
  if (strcmp(kind, "plain") == 0) {
    burn(amount);
  } else if (strcmp(kind, "forked") == 0) {
    for (int i = 0; i < 4; i++) burn_in_child(amount / 4, 1, turns[0]);
  } else if (strcmp(kind, "pipeline") == 0) {
    for (int i = 0; i < 50; i++) {
      burn_in_child(amount / 50, 1, turns[0]);
      wait(NULL);
    }
  } else if (strcmp(kind, "daemon") == 0) {
    burn_in_child(amount, 2, turns[0]);
  } else if (strcmp(kind, "ignored") == 0) {
    signal(SIGCHLD, SIG_IGN);
    burn_in_child(amount, 1, turns[0]);
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
  } else if (strcmp(kind, "rest") == 0) {
    double start = clock_of(CLOCK_MONOTONIC);
    usleep((useconds_t)(amount * 1e6));
    printf("lived %.6f\n", clock_of(CLOCK_MONOTONIC) - start);
    return 0;
  } else {
    return 2;
  }
  // Until nobody holds the other end: also for daemons, which cannot be waited for.
  close(ends[1]);
  while (read(ends[0], &byte, 1) > 0) {}
  printf("used %.6f\n", *total + used());
  return 0;
}
