// safety: valid-deref; the name of a file has no end
int main(void) {
  char name[3] = { 'a', 'b', 'c' };
  return remove(name);
}

// safety: true; the name of a file has an end
int main(void) {
  char name[3] = { 'a', 'b', 0 };
  return remove(name);
}

// safety: valid-deref; the new name of a file was freed
int main(void) {
  char *name = malloc(2);
  name[0] = 0;
  free(name);
  return rename("a", name);
}

// safety: valid-deref; more is written to a file than there is
int main(void) {
  char bytes[4] = "abc";
  return write(1, bytes, 5) < 0;
}

// safety: true; all of an object is written to a file
int main(void) {
  char bytes[4] = "abc";
  return write(1, bytes, 4) < 0;
}

// safety: true; nothing is written to a file
int main(void) {
  return write(1, 0, 0) < 0;
}

// safety: valid-deref; a buffer is too small for what may be read
int main(void) {
  char *bytes = malloc(3);
  read(0, bytes, 4);
  free(bytes);
  return 0;
}

// safety: valid-deref; the first bytes differ, and the others are not there
int main(void) {
  char a[2] = "a", b[2] = "b";
  return memcmp(a, b, 3) != 0;
}

// safety: true; the bytes that are compared are there
int main(void) {
  char a[2] = "a", b[2] = "b";
  return memcmp(a, b, 2) != 0;
}

// safety: valid-deref; a condition variable in four bytes
int main(void) {
  void *c = malloc(4);
  pthread_cond_init(c, 0);
  free(c);
  return 0;
}

// safety: true; a condition variable in a block of its size
int main(void) {
  void *c = malloc(48);
  pthread_cond_init(c, 0);
  free(c);
  return 0;
}

// safety: valid-deref; a signal to a condition variable that was freed
int main(void) {
  void *c = malloc(48);
  pthread_cond_init(c, 0);
  free(c);
  pthread_cond_signal(c);
  return 0;
}

// safety: valid-deref; the name of a thread is null
int main(void) {
  return pthread_setname_np(pthread_self(), 0);
}

// safety: valid-deref; a mutex that is null
int main(void) {
  return pthread_mutex_lock(0);
}

// safety: valid-deref; the characters that end a token are not there
int main(void) {
  char text[1] = "";
  return strspn(text, (char *)0) != 0;
}

// safety: valid-deref; the text of perror has no end
int main(void) {
  char text[2] = { 'a', 'b' };
  perror(text);
  return 0;
}

// safety: true; perror without a text
int main(void) {
  perror(0);
  return 0;
}

// safety: true; all streams are flushed
int main(void) {
  fflush(0);
  return 0;
}

// safety: true; undecided; a text of perror that may be null
int main(void) {
  char *text = __VERIFIER_nondet_int() ? "a" : 0;
  perror(text);
  return 0;
}

// safety: false-or-unknown; undecided; text is written to a closed stream
void *fopen(const char *, const char *); int fclose(void *); int fputs(const char *, void *);
int main(void) {
  void *file = fopen("text", "w");
  if (file == 0) return 0;
  fclose(file);
  return fputs("a", file);
}

// safety: false-or-unknown; undecided; formatted text is written to a closed stream
void *fopen(const char *, const char *); int fclose(void *); int fprintf(void *, const char *, ...);
int main(void) {
  void *file = fopen("text", "w");
  if (file == 0) return 0;
  fclose(file);
  return fprintf(file, "%d", 1);
}

// safety: true; text is written to an open stream
void *fopen(const char *, const char *); int fclose(void *); int fputs(const char *, void *);
int main(void) {
  void *file = fopen("text", "w");
  if (file == 0) return 0;
  fputs("a", file);
  return fclose(file);
}
