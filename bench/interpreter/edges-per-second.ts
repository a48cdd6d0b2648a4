/**
 * Prints how many CFA edges a second the interpreter executes on programs of
 * different kinds: `npx tsx bench/interpreter/edges-per-second.ts`.
 */
import { buildCfa } from "../../src/cfa/index.ts";
import { MACHINE_MODELS, parseC } from "../../src/cfront/index.ts";
import { compileProgram } from "../../src/interpreter/index.ts";

const PROGRAMS: Readonly<Record<string, string>> = {
  "int loop": `
    int main(void) {
      unsigned x = 1; int s = 0;
      for (int i = 0; i < 30000000; i++) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; if (x & 1) s += i; else s ^= x; }
      return s & 127;
    }`,
  "state machine over globals": `
    int state = 0, a = 1, b = 0, count = 0;
    extern int __VERIFIER_nondet_int(void);
    void step(int in) {
      if (state == 0 && in == 1) { state = 1; a = 2; } else if (state == 1 && in == 2) { state = 2; b = a; }
      else if (state == 2 && in == 3) { state = 3; count++; } else if (state == 3) { state = 0; } else { a = b + 1; }
    }
    int main(void) { for (int i = 0; i < 5000000; i++) step(__VERIFIER_nondet_int() & 3); return count & 127; }`,
  "array and pointers": `
    int a[1000];
    int main(void) {
      int s = 0;
      for (int r = 0; r < 10000; r++) { int *p = a; for (int i = 0; i < 1000; i++) { p[i] += i; s += *(p + i) & 7; } }
      return s & 127;
    }`,
  "64-bit hash": `
    int main(void) {
      unsigned long long h = 14695981039346656037ULL;
      for (long long i = 0; i < 5000000; i++) { h ^= i & 255; h *= 1099511628211ULL; }
      return h & 127;
    }`,
  recursion: `
    int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    int main(void) { return fib(32) & 127; }`,
  "linked list": `
    extern void *malloc(__SIZE_TYPE__); extern void free(void *);
    struct node { int value; struct node *next; };
    int main(void) {
      int s = 0;
      for (int r = 0; r < 300; r++) {
        struct node *head = 0;
        for (int i = 0; i < 1000; i++) { struct node *n = malloc(sizeof *n); n->value = i; n->next = head; head = n; }
        while (head) { struct node *n = head; s += n->value; head = n->next; free(n); }
      }
      return s & 127;
    }`,
  floats: `
    int main(void) {
      double x = 0.5; float f = 1.0f; int n = 0;
      for (int i = 0; i < 10000000; i++) { x = 3.7 * x * (1.0 - x); f = f * 0.99f + (float)x; if (x > 0.5) n++; }
      return n & 127;
    }`,
};

for (const [name, text] of Object.entries(PROGRAMS)) {
  for (const model of ["ILP32", "LP64"] as const) {
    const machine = MACHINE_MODELS[model];
    const program = buildCfa(parseC(`${name}.c`, text, machine), machine);
    const compiled = compileProgram(program, { errorFunctions: new Set(), overflow: "wrap" });
    let seed = 1;
    const nondet32 = (): number => {
      seed = (Math.imul(seed, 1103515245) + 12345) | 0;
      return seed >>> 16;
    };
    const rates = [0, 1, 2].map(() => {
      const start = performance.now();
      compiled.run({ nondet: () => BigInt(nondet32()), nondet32 });
      return compiled.steps / (performance.now() - start) / 1000;
    });
    console.log(`${name.padEnd(28)} ${model.padEnd(6)} ${Math.max(...rates).toFixed(0)} M edges/s`);
  }
}
