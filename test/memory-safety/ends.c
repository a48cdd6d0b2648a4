// safety: true; cleanup: true; a line is read, and blanks are skipped
char *fgets(char *, int, void *); extern void *stdin;
int main(void) {
  char line[128];
  while (fgets(line, sizeof line, stdin)) { char *p = line; while (*p == ' ') p++; if (*p == '#') break; }
  return 0;
}

// safety: valid-deref; a line is read, and a blank of it is looked for that need not be there
char *fgets(char *, int, void *); extern void *stdin;
int main(void) {
  char line[8];
  if (fgets(line, sizeof line, stdin)) { char *p = line; while (*p != ' ') p++; }
  return 0;
}

// safety: valid-deref; a line is read into less than it is told
char *fgets(char *, int, void *); extern void *stdin;
int main(void) { char line[8]; if (fgets(line, 9, stdin)) return (int)strlen(line); return 0; }

// safety: true; cleanup: true; lines are read, and their ends cut off
char *fgets(char *, int, void *); extern void *stdin;
int main(void) {
  char line[128];
  while (fgets(line, sizeof line, stdin)) {
    size_t n = strlen(line);
    if (n > 0 && line[n - 1] == '\n') line[n - 1] = 0;
    puts(line);
  }
  return 0;
}

// safety: valid-deref; a line is read, and the character before its end is looked at, where it has none
char *fgets(char *, int, void *); extern void *stdin;
int main(void) {
  char line[8];
  if (fgets(line, sizeof line, stdin)) { char *p = line; while (*p) p++; if (p - line < 3) return p[-4]; }
  return 0;
}

// safety: true; cleanup: true; a string that ends anywhere is copied into a block of its length
static void fill(char *s, int size) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < size);
  for (int i = 0; i < n; i++) s[i] = __VERIFIER_nondet_char();
  s[n] = 0;
}
int main(void) {
  char text[64];
  fill(text, 64);
  size_t n = 0;
  while (text[n]) n++;
  char *copy = malloc(n + 1);
  for (size_t i = 0; i <= n; i++) copy[i] = text[i];
  free(copy);
  return 0;
}

// safety: valid-deref; a string that ends anywhere is copied into a block that has no place for the end
static void fill(char *s, int size) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < size);
  for (int i = 0; i < n; i++) s[i] = __VERIFIER_nondet_char();
  s[n] = 0;
}
int main(void) {
  char text[64];
  fill(text, 64);
  size_t n = 0;
  while (text[n]) n++;
  char *copy = malloc(n);
  for (size_t i = 0; i <= n; i++) copy[i] = text[i];
  free(copy);
  return 0;
}

// safety: valid-deref; the end of a string is overwritten before it is looked for
static void fill(char *s, int size) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < size);
  for (int i = 0; i < n; i++) s[i] = 'a';
  s[n] = 0;
}
int main(void) {
  char text[8];
  for (int i = 0; i < 8; i++) text[i] = 'b';
  fill(text, 8);
  for (int i = 0; i < 8; i++) if (text[i] == 0) text[i] = 'c';
  char *p = text;
  while (*p) p++;
  return 0;
}

// safety: valid-deref; the end of a string is written only now and then
static void fill(char *s, int size) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < size);
  for (int i = 0; i < size; i++) s[i] = 'a';
  if (__VERIFIER_nondet_int()) s[n] = 0;
}
int main(void) { char text[16]; fill(text, 16); size_t n = 0; while (text[n]) n++; return (int)n; }

// safety: true; cleanup: true; undecided; words of a line are copied into blocks of their own
char *fgets(char *, int, void *); extern void *stdin;
int main(void) {
  char line[32];
  while (fgets(line, sizeof line, stdin)) {
    char *p = line;
    while (*p == ' ') p++;
    char *q = p;
    while (*q && *q != ' ') q++;
    char *word = malloc(q - p + 1), *to = word;
    while (p < q) *to++ = *p++;
    *to = 0;
    free(word);
  }
  return 0;
}
