/**
 * Programs that keep their state in blocks of the heap: proofs by abstract interpretation with
 * variables in place of fields.
 */
import { describe, expect, test } from "vitest";
import { askConfiguration } from "../../../test/support/ask-configuration.ts";

const HEAD = `extern void *calloc(__SIZE_TYPE__, __SIZE_TYPE__); extern void free(void *);
struct part { int next; int unused; }; struct machine { int state; int hit; struct part *part; struct machine *other; };\n`;

/** A state machine in two blocks; `step` is its transition. */
function machine(step: string): string {
  return `int run(struct machine *m) {
      int flag = 0; m->state = 10;
      while (1) {
        if (m->state == 10) { if (flag == 0) flag = 1; m->part->next = 30; m->state = 20; }
        else if (m->state == 20) { if (__VERIFIER_nondet_int() < 0) return -1; m->state = m->part->next; }
        else if (m->state == 30) { if (flag == 1) flag = 2; m->part->next = m->hit ? 40 : 30; m->state = 20; }
        else if (m->state == 40) { ${step} return 0; }
        else return 1;
      } }
    int main(void) {
      struct machine *m = malloc(sizeof(struct machine)); m->part = malloc(sizeof(struct part));
      return run(m); }`;
}

function ask(body: string) {
  return askConfiguration("abstract-interpretation", HEAD + body, { seconds: 4 });
}

/** A body of main in which `m` and `n` are two blocks. */
function main(body: string): string {
  return `struct machine *keep; struct machine *same(struct machine *p) { return p; }
    void set(int *p) { *p = 5; } void put(struct machine *p, int v) { p->state = v; }
    int main(void) { struct machine *m = malloc(sizeof(struct machine)), *n = calloc(1, sizeof(struct machine)); ${body} return 0; }`;
}

describe("proves", () => {
  test.each([
    ["a machine in two blocks", machine("check(flag == 2);")],
    ["what starts with zero", main("check(n->state == 0);")],
    ["that blocks differ", main("m->state = 1; n->state = 2; check(m->state == 1 && m != n);")],
    [
      "what is behind a pointer that was null at first",
      main(
        "m->other = 0; if (__VERIFIER_nondet_int()) m->other = n; if (m->other) { put(m->other, 3); check(n->state == 3); }",
      ),
    ],
    [
      "that a pointer is null or a block",
      main("keep = 0; if (__VERIFIER_nondet_int()) keep = m; check(keep == 0 || keep == m);"),
    ],
    ["what a function passes on", main("keep = same(m); m->state = 4; check(keep->state == 4);")],
  ])("%s", (_what, body) => {
    expect(ask(body)).toMatchObject({ verdict: "true" });
  });
});

describe("does not prove", () => {
  test.each([
    ...[
      "keep = (struct machine *)1;",
      "keep = (struct machine *)((char *)0 + 1);",
      "long one = 1; keep = (struct machine *)one;",
      "keep = same((struct machine *)1);",
      "n->other = (struct machine *)1; keep = n->other;",
    ].map((assignment) => [
      `what number stands for a block: ${assignment}`,
      main(`${assignment} if (__VERIFIER_nondet_int()) keep = m; check(keep == m);`),
    ]),
    [
      "what number stands for a block, by a call of a function that is not named",
      `void look(struct machine *p); void (*call)(struct machine *) = look; struct machine *seen;
      void look(struct machine *p) { seen = p; }
      ${main("if (__VERIFIER_nondet_int()) look(m); else call((struct machine *)1); check(seen == m);")}`,
    ],
    [
      "what number stands for a block, from the beginning",
      `struct machine *first = (struct machine *)1; ${main("if (__VERIFIER_nondet_int()) first = m; check(first == m);")}`,
    ],
    ["what a machine does wrong", machine("check(flag == 1);")],
    ["a read of uninitialised memory", main("check(m->state == 0);")],
    ["an access through null", main("m->other = 0; check(m->other->state == 1);")],
    [
      "an access through what may be null",
      main("m->other = __VERIFIER_nondet_int() ? n : 0; check(m->other->state == 0);"),
    ],
    [
      "an access through an uninitialised pointer",
      main("m->other->state = 1; check(n->state == 0);"),
    ],
    ["a field behind a pointer to it", main("m->state = 1; set(&m->state); check(m->state == 1);")],
    ["parts of a field", main("m->state = 1; *(char *)m = 2; check(m->state == 1);")],
    [
      "one of two blocks",
      main(
        "struct machine *p = __VERIFIER_nondet_int() ? m : n; m->state = 1; p->state = 2; check(m->state == 1);",
      ),
    ],
    ...[
      "(flag ? a : b)->state = 2;",
      "keep = flag ? m : n; keep->other->state = 2;",
      "keep = flag ? m : n; if (keep->other->state == 1) a->state = b->state = 2;",
      "keep = flag ? m : n; same(keep->other)->state = 2;",
    ].map((access) => [
      `one of two blocks that no variable leads to: ${access}`,
      main(
        `struct machine *a = malloc(sizeof *a), *b = malloc(sizeof *b); int flag = __VERIFIER_nondet_int();
         m->other = a; n->other = b; a->state = 0; b->state = 1; ${access} check(b->state == 1);`,
      ),
    ]),
    [
      "what several blocks of one place hold",
      main(
        "for (int i = 0; i < 2; i++) { keep = m; m = malloc(sizeof *m); m->state = i; } check(keep->state == 1);",
      ),
    ],
    ["a number of a pointer", main("check((__SIZE_TYPE__)m != 1);")],
    ["a block behind its end", main("free(n); check(n->state == 0);")],
    [
      "a field outside of a block",
      main("struct part *p = malloc(2); p->next = 1; check(p->next == 1);"),
    ],
  ])("%s", (_what, body) => {
    expect(ask(body).verdict).not.toBe("true");
  });
});
