/** Input and output, files and processes (C11 7.21; POSIX). */

/** `FILE` is opaque, of the size it has in glibc. */
const BITS_FILE = `
#ifndef _BITS_FILE_H
#define _BITS_FILE_H
#ifdef __LP64__
struct _IO_FILE { char __opaque[216] __attribute__((__aligned__(8))); };
#else
struct _IO_FILE { char __opaque[148] __attribute__((__aligned__(4))); };
#endif
typedef struct _IO_FILE FILE;
typedef struct _IO_FILE __FILE;
#endif
`;

const STDIO = `
#ifndef _STDIO_H
#define _STDIO_H
#include <stddef.h>
#include <stdarg.h>
#include <bits/types.h>
#include <bits/file.h>
#ifdef __LP64__
typedef struct { long __pos; struct { int __count; unsigned int __wch; } __state; } fpos_t;
#else
typedef struct { long __pos; struct { int __count; unsigned int __wch; } __state; } fpos_t;
#endif
#define EOF (-1)
#define BUFSIZ 8192
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define L_ctermid 9
#define TMP_MAX 238328
#define P_tmpdir "/tmp"
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
extern int remove(const char *__filename);
extern int rename(const char *__old, const char *__new);
extern FILE *tmpfile(void);
extern char *tmpnam(char *__s);
extern char *tempnam(const char *__dir, const char *__pfx);
extern int fclose(FILE *__stream);
extern int fflush(FILE *__stream);
extern FILE *fopen(const char *restrict __filename, const char *restrict __modes);
extern FILE *freopen(const char *restrict __filename, const char *restrict __modes,
                     FILE *restrict __stream);
extern FILE *fdopen(int __fd, const char *__modes);
extern FILE *fmemopen(void *__s, size_t __len, const char *__modes);
extern FILE *open_memstream(char **__bufloc, size_t *__sizeloc);
extern void setbuf(FILE *restrict __stream, char *restrict __buf);
extern int setvbuf(FILE *restrict __stream, char *restrict __buf, int __modes, size_t __n);
extern void setbuffer(FILE *restrict __stream, char *restrict __buf, size_t __size);
extern void setlinebuf(FILE *__stream);
extern int fprintf(FILE *restrict __stream, const char *restrict __format, ...);
extern int printf(const char *restrict __format, ...);
extern int sprintf(char *restrict __s, const char *restrict __format, ...);
extern int snprintf(char *restrict __s, size_t __maxlen, const char *restrict __format, ...);
extern int dprintf(int __fd, const char *restrict __fmt, ...);
extern int vfprintf(FILE *restrict __s, const char *restrict __format, __builtin_va_list __arg);
extern int vprintf(const char *restrict __format, __builtin_va_list __arg);
extern int vsprintf(char *restrict __s, const char *restrict __format, __builtin_va_list __arg);
extern int vsnprintf(char *restrict __s, size_t __maxlen, const char *restrict __format,
                     __builtin_va_list __arg);
extern int vdprintf(int __fd, const char *restrict __fmt, __builtin_va_list __arg);
extern int fscanf(FILE *restrict __stream, const char *restrict __format, ...);
extern int scanf(const char *restrict __format, ...);
extern int sscanf(const char *restrict __s, const char *restrict __format, ...);
extern int vfscanf(FILE *restrict __s, const char *restrict __format, __builtin_va_list __arg);
extern int vscanf(const char *restrict __format, __builtin_va_list __arg);
extern int vsscanf(const char *restrict __s, const char *restrict __format, __builtin_va_list __arg);
extern int fgetc(FILE *__stream);
extern int getc(FILE *__stream);
extern int getchar(void);
extern int getc_unlocked(FILE *__stream);
extern int getchar_unlocked(void);
extern int fputc(int __c, FILE *__stream);
extern int putc(int __c, FILE *__stream);
extern int putchar(int __c);
extern int putc_unlocked(int __c, FILE *__stream);
extern int putchar_unlocked(int __c);
extern int getw(FILE *__stream);
extern int putw(int __w, FILE *__stream);
extern char *fgets(char *restrict __s, int __n, FILE *restrict __stream);
extern ssize_t getdelim(char **restrict __lineptr, size_t *restrict __n, int __delimiter,
                        FILE *restrict __stream);
extern ssize_t getline(char **restrict __lineptr, size_t *restrict __n, FILE *restrict __stream);
extern int fputs(const char *restrict __s, FILE *restrict __stream);
extern int puts(const char *__s);
extern int ungetc(int __c, FILE *__stream);
extern size_t fread(void *restrict __ptr, size_t __size, size_t __n, FILE *restrict __stream);
extern size_t fwrite(const void *restrict __ptr, size_t __size, size_t __n, FILE *restrict __s);
extern int fseek(FILE *__stream, long __off, int __whence);
extern long ftell(FILE *__stream);
extern void rewind(FILE *__stream);
extern int fseeko(FILE *__stream, off_t __off, int __whence);
extern off_t ftello(FILE *__stream);
extern int fgetpos(FILE *restrict __stream, fpos_t *restrict __pos);
extern int fsetpos(FILE *__stream, const fpos_t *__pos);
extern void clearerr(FILE *__stream);
extern int feof(FILE *__stream);
extern int ferror(FILE *__stream);
extern void perror(const char *__s);
extern int fileno(FILE *__stream);
extern FILE *popen(const char *__command, const char *__modes);
extern int pclose(FILE *__stream);
extern char *ctermid(char *__s);
extern void flockfile(FILE *__stream);
extern int ftrylockfile(FILE *__stream);
extern void funlockfile(FILE *__stream);
#ifdef _GNU_SOURCE
extern int asprintf(char **restrict __ptr, const char *restrict __fmt, ...);
extern int vasprintf(char **restrict __ptr, const char *restrict __f, __builtin_va_list __arg);
#endif
#endif
`;

const UNISTD = `
#ifndef _UNISTD_H
#define _UNISTD_H
#include <stddef.h>
#include <bits/types.h>
#ifdef __LP64__
typedef long intptr_t;
#else
typedef int intptr_t;
#endif
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_OPEN_MAX 4
#define _SC_CLK_TCK 2
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
extern char **__environ;
extern int access(const char *__name, int __type);
extern off_t lseek(int __fd, off_t __offset, int __whence);
extern int close(int __fd);
extern ssize_t read(int __fd, void *__buf, size_t __nbytes);
extern ssize_t write(int __fd, const void *__buf, size_t __n);
extern ssize_t pread(int __fd, void *__buf, size_t __nbytes, off_t __offset);
extern ssize_t pwrite(int __fd, const void *__buf, size_t __n, off_t __offset);
extern int pipe(int __pipedes[2]);
extern unsigned int alarm(unsigned int __seconds);
extern unsigned int sleep(unsigned int __seconds);
extern int usleep(useconds_t __useconds);
extern int pause(void);
extern int chown(const char *__file, uid_t __owner, gid_t __group);
extern int chdir(const char *__path);
extern char *getcwd(char *__buf, size_t __size);
extern int dup(int __fd);
extern int dup2(int __fd, int __fd2);
extern int execv(const char *__path, char *const __argv[]);
extern int execve(const char *__path, char *const __argv[], char *const __envp[]);
extern int execvp(const char *__file, char *const __argv[]);
extern int execl(const char *__path, const char *__arg, ...);
extern int execlp(const char *__file, const char *__arg, ...);
extern void _exit(int __status) __attribute__((__noreturn__));
extern long sysconf(int __name);
extern pid_t getpid(void);
extern pid_t getppid(void);
extern pid_t getpgrp(void);
extern pid_t setsid(void);
extern int setpgid(pid_t __pid, pid_t __pgid);
extern uid_t getuid(void);
extern uid_t geteuid(void);
extern gid_t getgid(void);
extern gid_t getegid(void);
extern int setuid(uid_t __uid);
extern int setgid(gid_t __gid);
extern pid_t fork(void);
extern pid_t vfork(void);
extern int isatty(int __fd);
extern char *ttyname(int __fd);
extern int link(const char *__from, const char *__to);
extern int symlink(const char *__from, const char *__to);
extern ssize_t readlink(const char *restrict __path, char *restrict __buf, size_t __len);
extern int unlink(const char *__name);
extern int rmdir(const char *__path);
extern char *getlogin(void);
extern int gethostname(char *__name, size_t __len);
extern int sethostname(const char *__name, size_t __len);
extern int fsync(int __fd);
extern void sync(void);
extern int getpagesize(void);
extern int truncate(const char *__file, off_t __length);
extern int ftruncate(int __fd, off_t __length);
extern int brk(void *__addr);
extern void *sbrk(intptr_t __delta);
extern long syscall(long __sysno, ...);
extern int nice(int __inc);
extern char *optarg;
extern int optind;
extern int opterr;
extern int optopt;
extern int getopt(int ___argc, char *const *___argv, const char *__shortopts);
#endif
`;

const FCNTL = `
#ifndef _FCNTL_H
#define _FCNTL_H
#include <bits/types.h>
#define O_RDONLY 00
#define O_WRONLY 01
#define O_RDWR 02
#define O_ACCMODE 0003
#define O_CREAT 0100
#define O_EXCL 0200
#define O_NOCTTY 0400
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_NONBLOCK 04000
#define O_NDELAY O_NONBLOCK
#define O_DSYNC 010000
#define O_ASYNC 020000
#define O_DIRECTORY 0200000
#define O_NOFOLLOW 0400000
#define O_CLOEXEC 02000000
#define O_SYNC 04010000
#define F_DUPFD 0
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define FD_CLOEXEC 1
#define AT_FDCWD -100
extern int fcntl(int __fd, int __cmd, ...);
extern int open(const char *__file, int __oflag, ...);
extern int openat(int __fd, const char *__file, int __oflag, ...);
extern int creat(const char *__file, mode_t __mode);
#endif
`;

const SYS_STAT = `
#ifndef _SYS_STAT_H
#define _SYS_STAT_H
#include <bits/types.h>
#include <bits/timespec.h>
struct stat {
#ifdef __LP64__
  dev_t st_dev; ino_t st_ino; nlink_t st_nlink; mode_t st_mode; uid_t st_uid; gid_t st_gid;
  int __pad0; dev_t st_rdev; off_t st_size; blksize_t st_blksize; blkcnt_t st_blocks;
  struct timespec st_atim; struct timespec st_mtim; struct timespec st_ctim;
  long __glibc_reserved[3];
#else
  dev_t st_dev; unsigned short __pad1; ino_t st_ino; mode_t st_mode; nlink_t st_nlink;
  uid_t st_uid; gid_t st_gid; dev_t st_rdev; unsigned short __pad2; off_t st_size;
  blksize_t st_blksize; blkcnt_t st_blocks;
  struct timespec st_atim; struct timespec st_mtim; struct timespec st_ctim;
  unsigned long __glibc_reserved4; unsigned long __glibc_reserved5;
#endif
};
#define st_atime st_atim.tv_sec
#define st_mtime st_mtim.tv_sec
#define st_ctime st_ctim.tv_sec
#define S_IFMT 0170000
#define S_IFDIR 0040000
#define S_IFCHR 0020000
#define S_IFBLK 0060000
#define S_IFREG 0100000
#define S_IFIFO 0010000
#define S_IFLNK 0120000
#define S_IFSOCK 0140000
#define S_ISUID 04000
#define S_ISGID 02000
#define S_ISVTX 01000
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100
#define S_IRWXU 0700
#define S_IRGRP 0040
#define S_IWGRP 0020
#define S_IXGRP 0010
#define S_IRWXG 0070
#define S_IROTH 0004
#define S_IWOTH 0002
#define S_IXOTH 0001
#define S_IRWXO 0007
#define S_ISDIR(mode) (((mode) & S_IFMT) == S_IFDIR)
#define S_ISCHR(mode) (((mode) & S_IFMT) == S_IFCHR)
#define S_ISBLK(mode) (((mode) & S_IFMT) == S_IFBLK)
#define S_ISREG(mode) (((mode) & S_IFMT) == S_IFREG)
#define S_ISFIFO(mode) (((mode) & S_IFMT) == S_IFIFO)
#define S_ISLNK(mode) (((mode) & S_IFMT) == S_IFLNK)
#define S_ISSOCK(mode) (((mode) & S_IFMT) == S_IFSOCK)
extern int stat(const char *restrict __file, struct stat *restrict __buf);
extern int fstat(int __fd, struct stat *__buf);
extern int lstat(const char *restrict __file, struct stat *restrict __buf);
extern int chmod(const char *__file, mode_t __mode);
extern int fchmod(int __fd, mode_t __mode);
extern mode_t umask(mode_t __mask);
extern int mkdir(const char *__path, mode_t __mode);
extern int mkfifo(const char *__path, mode_t __mode);
#endif
`;

export const INPUT_OUTPUT_HEADERS: readonly (readonly [name: string, text: string])[] = [
  ["bits/file.h", BITS_FILE],
  ["stdio.h", STDIO],
  ["unistd.h", UNISTD],
  ["fcntl.h", FCNTL],
  ["sys/stat.h", SYS_STAT],
];
