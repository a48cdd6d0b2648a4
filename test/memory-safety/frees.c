// safety: valid-free; the middle of a block
int main(void) { char *p = malloc(4); free(p + 1); return 0; }

// safety: valid-free; a block of alloca
int main(void) { free(alloca(4)); return 0; }

// safety: valid-free; a variable
int main(void) { int x; free(&x); return 0; }

// safety: valid-free; a static object
int x;
int main(void) { free(&x); return 0; }

// safety: valid-free; twice
int main(void) { int *p = malloc(4); free(p); free(p); return 0; }

// safety: valid-free; twice on one way
int main(void) {
  int *p = malloc(4);
  if (__VERIFIER_nondet_int() == 3) free(p);
  free(p);
  return 0;
}

// safety: valid-free; a local is given to realloc
int main(void) { int x; realloc(&x, 4); return 0; }

// safety: valid-free; realloc of the middle
int main(void) { char *p = malloc(4); p = realloc(p + 1, 8); return 0; }

// safety: true; cleanup: true; null
int main(void) { free(0); return 0; }

// safety: true; cleanup: true; a block of no bytes
int main(void) { free(malloc(0)); return 0; }

// safety: true; cleanup: true; the start by way of the end
int main(void) { char *p = malloc(4); p += 4; free(p - 4); return 0; }

// safety: valid-free; a literal
int main(void) { free("abc"); return 0; }

// safety: valid-free; a function
int main(void) { free((void *)main); return 0; }

// safety: true; cleanup: true; two names, one free
int main(void) { int *p = malloc(4), *q = p; free(q); p = 0; return 0; }

// safety: true; cleanup: true; freed once in a loop
int main(void) {
  int *p = malloc(4);
  for (int i = 0; i < 5; i++) {
    if (i == 2) free(p);
  }
  return 0;
}

// safety: valid-free; a block that was freed by realloc
int main(void) { int *p = malloc(4); int *q = realloc(p, 8); free(p); free(q); return 0; }

// safety: true; cleanup: true; calloc
int main(void) { int *p = calloc(2, 4); int x = p[1]; free(p); return x; }

// safety: valid-free; an indeterminate pointer
int main(void) { int *p; free(p); return 0; }
