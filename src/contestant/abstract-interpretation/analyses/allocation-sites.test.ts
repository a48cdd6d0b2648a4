/** Blocks in the value domain: the newest one of a site is known exactly, the older ones are summarised. */
import { describe, expect, test } from "vitest";
import { loadProgram } from "../../../../test/regression/verdicts.ts";
import { specificationOf } from "../../specification/index.ts";
import { interpretAbstractly } from "./abstract-interpretation.ts";

const REACH_ERROR = specificationOf({
  formulas: [{ kind: "unreach-call", functionName: "reach_error" }],
});
const MEMORY = specificationOf({
  formulas: [{ kind: "valid-free" }, { kind: "valid-deref" }, { kind: "valid-memtrack" }],
});

const PRELUDE = `extern void reach_error(void); extern void exit(int);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__), *calloc(__SIZE_TYPE__, __SIZE_TYPE__); extern void free(void *);
struct n { int v; struct n *next; };
`;

function answer(body: string, specification: typeof MEMORY, model: "ILP32" | "LP64"): string {
  const { program } = loadProgram("p.c", `${PRELUDE}int main(void) { ${body} }`, model);
  const options = { specification, remainingSeconds: () => 10, confirm: () => false };
  return interpretAbstractly(program, options).kind;
}

describe.each(["ILP32", "LP64"] as const)("blocks of allocation sites, %s", (model) => {
  test.each([
    [
      "the newest block is written as a variable is",
      `struct n *p; for (int i = 0; i < 9; i++) { p = malloc(sizeof *p); p->v = 1; p->v = 2;
       if (p->v != 2) reach_error(); } return 0;`,
    ],
    [
      "the contents of all older blocks",
      `struct n *p = 0, *q; while (__VERIFIER_nondet_int()) { q = p; p = malloc(sizeof *p); p->v = 3; p->next = q; }
       struct n *last = malloc(sizeof *last); last->v = 4; if (last->v != 4) reach_error(); return 0;`,
    ],
    [
      "zeros of calloc, and pointers through fields",
      `struct n *p = calloc(1, sizeof *p), *q = malloc(sizeof *q); if (p->v != 0) reach_error();
       p->next = q; p->next->v = 7; if (q->v != 7 || p == q) reach_error(); return 0;`,
    ],
  ])("proves: %s", (_, body) => expect(answer(body, REACH_ERROR, model)).toBe("true"));

  test.each([
    [
      "that an older block has what the newest one got",
      `struct n *p = malloc(sizeof *p), *q; p->v = 1; for (int i = 0; i < 2; i++) { q = p; p = malloc(sizeof *p); p->v = i; }
       if (q->v != 1) reach_error(); return 0;`,
    ],
    [
      "that two older blocks are one",
      `struct n *a[3], *p = 0; for (int i = 0; i < 3; i++) { a[i] = p; p = malloc(sizeof *p); p->v = i; }
       if (a[1] != a[2]) reach_error(); if (a[1]->v != a[2]->v) reach_error(); return 0;`,
    ],
    [
      "that writing to one of the older blocks changes all",
      `struct n *p = 0, *first = 0; for (int i = 0; i < 3; i++) { if (i == 1) first = p; p = malloc(sizeof *p); p->v = 5; if (i == 2) break; }
       first->v = 6; struct n *other = malloc(sizeof *other); if (first->v == 6) reach_error(); return 0;`,
    ],
  ])("does not prove %s", (_, body) => expect(answer(body, REACH_ERROR, model)).not.toBe("true"));

  test.each([
    [
      "a block for each iteration",
      `while (__VERIFIER_nondet_int()) { int *p = malloc(10 * sizeof *p);
       for (int i = 0; i < 10; i++) p[i] = i; free(p); } return 0;`,
    ],
    ["a block at exit", `int *p = malloc(4); *p = 1; int *volatile q = p; *q = 2; exit(*q);`],
    [
      "a block of which the size is an input",
      `int n = __VERIFIER_nondet_int(); if (n < 8 || n > 100) return 0; char *p = malloc(n); p[7] = 1; free(p); return 0;`,
    ],
  ])("proves safety of memory: %s", (_, body) => expect(answer(body, MEMORY, model)).toBe("true"));

  test.each([
    ["a block is lost", "int *p = malloc(4); p = 0; for (;;) ; return p == 0;"],
    ["a block is left behind", "int *p = malloc(4); *p = 1; return 0;"],
    [
      "its holder is freed",
      "struct n *p = malloc(sizeof *p); p->next = malloc(4); free(p); exit(0);",
    ],
    [
      "older blocks may be lost",
      "int *p; for (int i = 0; i < 2; i++) p = malloc(4); free(p); return 0;",
    ],
    ["a block is freed twice", "int *p = malloc(4); free(p); free(p); return 0;"],
    ["a block is used after its end", "int *p = malloc(4), *q = p; free(p); *q = 1; return 0;"],
    [
      "an older block may have ended",
      "int *p = malloc(4), *q = p; for (int i = 0; i < 2; i++) { q = p; p = malloc(4); } free(q); *q = 1; return 0;",
    ],
    [
      "a small block is written",
      "int n = __VERIFIER_nondet_int(); if (n < 7 || n > 9) return 0; char *p = malloc(n); p[7] = 1; free(p); return 0;",
    ],
    [
      "a pointer goes to the second half",
      "char *p = malloc(4); *p = 1; p += 2; free(p); return 0;",
    ],
    [
      "the block of a variable-length array has ended",
      "int *q = 0; for (int i = 1; i < 3; i++) { if (q) *q = 1; int v[i]; q = v; v[0] = 1; } return 0;",
    ],
  ])("does not prove safety of memory where %s", (_, body) =>
    expect(answer(body, MEMORY, model)).not.toBe("true"),
  );
});
