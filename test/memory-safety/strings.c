// safety: true; cleanup: true; undecided; the arguments of the program are read
int main(int argc, char **argv) {
  int sum = 0;
  for (int i = 0; i < argc && i < 3; i++) sum += argv[i][0];
  return argv[argc] == 0 ? 0 : sum;
}

// safety: valid-deref; an argument that need not be there
int main(int argc, char **argv) { return argv[1][0]; }

// safety: valid-deref; behind the arguments
int main(int argc, char **argv) { return argv[argc + 1] != 0; }

// safety: valid-deref; an argument that does not fit
int main(int argc, char **argv) {
  char name[4];
  if (argc > 1) strcpy(name, argv[1]);
  return 0;
}

// safety: true; cleanup: true; a copy of a string
int main(void) {
  const char *s = "word";
  char *t = malloc(strlen(s) + 1);
  strcpy(t, s);
  int x = t[4];
  free(t);
  return x;
}

// safety: valid-deref; a copy of a string without room for its end
int main(void) {
  const char *s = "word";
  char *t = malloc(strlen(s));
  strcpy(t, s);
  free(t);
  return 0;
}

// safety: valid-deref; the end of a string is overwritten
int main(void) {
  char s[4] = "abc";
  s[3] = 'd';
  int n = 0;
  while (s[n]) n++;
  return n;
}

// safety: true; cleanup: true; words are reversed in place
int main(void) {
  char s[6] = "abcde";
  for (int i = 0, j = 4; i < j; i++, j--) { char c = s[i]; s[i] = s[j]; s[j] = c; }
  return s[0] == 'e' ? 0 : 1;
}

// safety: valid-free; cleanup: open; the pointer that walked is freed
int main(void) {
  char *s = malloc(3);
  s[0] = 'a'; s[1] = 0; s[2] = 0;
  while (*s) s++;
  free(s);
  return 0;
}

// safety: valid-memtrack; cleanup: false; a buffer is lost on the way out
int main(void) {
  char *s = malloc(8);
  if (!s) return 1;
  memset(s, 0, 8);
  if (strlen(s) == 0) return 2;
  free(s);
  return 0;
}
