/** Prefixes of names with a meaning for compilers, verifiers and POSIX threads. */
import { HEADERS } from "./headers/index.ts";

/**
 * Whether the name belongs to a function of C, POSIX, glibc, the compiler or the competition; true
 * in doubt.
 */
export const FURTHER_FUNCTIONS: readonly string[] = `
  a64l accept accept4 acct adjtime advance aio_cancel aio_error aio_fsync aio_read aio_return aio_suspend aio_write
  alloca alphasort arc4random arc4random_buf arc4random_uniform backtrace backtrace_symbols backtrace_symbols_fd
  basename bcmp bcopy bind brk bzero c16rtomb c32rtomb c8rtomb cfgetispeed cfgetospeed cfmakeraw cfree cfsetispeed
  cfsetospeed chroot clock_getcpuclockid clone closedir close closelog confstr connect daemon dirfd dirname dladdr
  dlclose dlerror dlopen dlsym drand48_r dup dup2 dup3 ecvt ecvt_r epoll_create epoll_create1 epoll_ctl epoll_wait
  erand48 err error error_at_line errx eventfd execle execve execvpe explicit_bzero faccessat fallocate fchdir
  fchmodat fchownat fcvt fcvt_r fdatasync fdopendir fexecve flock fmtmsg fnmatch fopencookie fork fpathconf
  freeaddrinfo freeifaddrs freelocale fseeko64 fstatat fstatvfs ftime ftok ftw futimens futimes fwide fwscanf
  gai_strerror gcvt getaddrinfo getcontext getdate getdents64 getdomainname getentropy getenv getgrent getgrgid
  getgrgid_r getgrnam getgrnam_r getgrouplist getgroups gethostbyaddr gethostbyname gethostent gethostid getitimer
  getlogin_r getnameinfo getnetent getopt_long getopt_long_only getpass getpeername getpgid getpriority
  getprotobyname getprotobynumber getpwent getpwnam getpwnam_r getpwuid getpwuid_r getrandom getrlimit getrusage gets
  getservbyname getservbyport getsid getsockname getsockopt gettext gettid gettimeofday getutxent getxattr glob
  globfree grantpt hcreate hdestroy hsearch htonl htons iconv iconv_close iconv_open if_indextoname if_nametoindex
  index inet_addr inet_aton inet_makeaddr inet_network inet_ntoa inet_ntop inet_pton initgroups initstate_r
  inotify_add_watch inotify_init inotify_rm_watch insque ioctl iswctype jrand48 kill killpg l64a lchown lcong48 lfind
  lgamma_r lgammaf_r linkat lio_listio listen lockf lrand48_r lsearch lseek madvise mallinfo malloc_info malloc_stats
  makecontext matherr mbrtoc16 mbrtoc32 mbsnrtowcs mincore mkdirat mkfifoat mknod mknodat mkostemp mkstemps mlock
  mlockall mmap mount mprotect mq_close mq_getattr mq_notify mq_open mq_receive mq_send mq_setattr mq_timedreceive
  mq_timedsend mq_unlink mrand48_r mremap msgctl msgget msgrcv msgsnd msync munlock munlockall munmap nanosleep
  newlocale nftw ngettext nl_langinfo nrand48 ntohl ntohs open openat opendir openlog openpty open_wmemstream
  pathconf personality pipe pipe2 poll pow10 ppoll prctl pread64 preadv prlimit pselect psiginfo psignal ptrace
  ptsname putgrent putmsg putpwent pututxline pwrite64 pwritev qecvt qfcvt qgcvt qsort_r random_r read readdir
  readdir_r readlinkat readv re_comp re_exec reboot recv recvfrom recvmmsg recvmsg regcomp regerror regexec regfree
  remque renameat rewinddir rindex sbrk scandir sched_getaffinity sched_getcpu sched_rr_get_interval
  sched_setaffinity secure_getenv seed48 seekdir select semctl semget semop semtimedop send sendfile sendmmsg sendmsg
  sendto setcontext setegid setenv seteuid setgroups sethostname setitimer setlogmask setpgrp setpriority setpwent
  setregid setreuid setrlimit setsockopt setstate_r shmat shmctl shmdt shmget shm_open shm_unlink shutdown sigaction
  sigaltstack sighold sigignore siginterrupt signal signalfd sigpause sigqueue sigrelse sigset sigtimedwait
  sigwaitinfo sincosl sleep socket socketpair splice srand48_r srandom_r statfs statvfs step stime strfmon strfry
  strptime strverscmp swab swapcontext swapoff swapon symlinkat syncfs syscall sysinfo syslog tcdrain tcflow tcflush
  tcgetattr tcgetpgrp tcgetsid tcsendbreak tcsetattr tcsetpgrp tdelete tdestroy telldir tfind timer_create
  timer_delete timer_getoverrun timer_gettime timer_settime timerfd_create timerfd_settime times tmpnam_r towctrans
  tsearch ttyname_r twalk ualarm ulimit umount umount2 uname ungetwc unlinkat unlockpt unshare uselocale usleep
  ustat utime utimensat utimes verr verrx versionsort vfwprintf vfwscanf vhangup vswprintf vswscanf vsyslog vwarn
  vwarnx vwprintf vwscanf wait wait3 wait4 waitid waitpid warn warnx wcpcpy wcpncpy wcscasecmp wcschrnul wcsftime
  wcsncasecmp wcsnrtombs wcstof wcstoimax wcstold wcstoll wcstoull wcstoumax wcswcs wcswidth wcsxfrm wctrans wctype
  wcwidth wmempcpy wordexp wordfree write writev
  __assert_fail __assert __assert_perror_fail __xpg_basename __errno_location __ctype_b_loc __sigsetjmp`
  .trim()
  .split(/\s+/);

/** The support of a part of the language: the words of docs/c-support.md. */
export const RESERVED_PREFIXES: RegExp =
  /^(?:pthread_|__pthread_|posix_|__VERIFIER_|__builtin_|__sync_|__atomic_|__CPROVER|__ESBMC|__CPAchecker_|__SMACK_|__SVCOMP|__INT|__UINT|__SIZE|__CHAR|__WCHAR|__WINT|__PTRDIFF|__FLT|__DBL|__LDBL|__isoc99_|__isoc23_)/;

let texts: string | undefined;

/** Whether the name belongs to a function of C, POSIX, glibc, the compiler or the competition; rather yes than no. */
export function isStandardFunction(name: string): boolean {
  if (RESERVED_PREFIXES.test(name) || FURTHER_FUNCTIONS.includes(name)) return true;
  texts ??= [...HEADERS.values()].join("\n");
  return new RegExp(`\\b${name}\\b\\s*\\(`).test(texts);
}
