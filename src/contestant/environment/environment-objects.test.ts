import { beforeAll, expect, it } from "vitest";
import { loadProgram, REACHABILITY, Verdicts } from "../../../test/regression/verdicts.ts";
import { leanProgram } from "../program/lean-program.ts";
import { specificationOf } from "../specification/index.ts";
import { withoutEnvironmentMemory } from "./environment-memory.ts";

let verdicts: Verdicts;
beforeAll(async () => {
  verdicts = await Verdicts.create();
});

const PRELUDE = `extern void reach_error(void); extern void *malloc(unsigned long);
extern void *__VERIFIER_nondet_pointer(void);
struct t { int x; }; struct s { int a; int b; struct s *next; struct t *t; };
extern struct s *get(void); extern int *number(void); int shared; static int own;\n`;

async function verdictOf(body: string): Promise<string> {
  const loaded = loadProgram("p.c", `${PRELUDE}int main(void) { ${body} return 0; }`, "LP64");
  const lean = leanProgram(loaded, specificationOf(REACHABILITY));
  return (await verdicts.verify(lean, "value-analysis", 2)).verdict === "true"
    ? "true"
    : (await verdicts.verify(lean, "bmc", 2)).verdict;
}

const GIVEN = "struct s *p = get(), *q = __VERIFIER_nondet_pointer(); int *n = number();";

it.each([
  ["true", "p->a = 1; if (p->a != 1) reach_error();"],
  ["true", "p->a = 1; q->b = 2; if (p->a != 1) reach_error();"],
  ["true", "p->a = 1; p->t->x = 2; if (p->a != 1) reach_error();"],
  ["true", "own = 1; p->a = 2; *n = 2; if (own != 1) reach_error();"],
  ["true", "if (p == 0) return 0; p->a = 3; if (!p) reach_error();"],
  ["false", "p->a = 1; if (p->b == 7) reach_error();"],
  ["false", "if (p == 0) reach_error();"],
  ["false", "if (p->next->t->x == 7) reach_error();"],
  ["false", "struct s *m = malloc(sizeof(struct s)); if (m->t->x == 7) reach_error();"],
  // Pointers may point to one object, or to an object that the environment knows.
  ["unknown", "p->a = 1; q->a = 2; if (p->a != 1) reach_error();"],
  ["unknown", "p->a = 1; *n = 2; if (p->a != 1) reach_error();"],
  ["unknown", "shared = 1; *n = 2; if (shared != 1) reach_error();"],
  ["unknown", "p->a = 1; q = p->next; q->a = 2; if (p->a != 1) reach_error();"],
  ["unknown", "q->b = 0; if (p != 0 && p == q) reach_error();"],
  [
    "unknown",
    "struct s *m = malloc(sizeof(struct s)); m->a = 1; p->next = m; get()->a = 2; if (m->a != 1) reach_error();",
  ],
])("%s: %s", async (expected, body) => {
  expect(await verdictOf(`${GIVEN} ${body}`)).toBe(expected);
});

it("knows what the program was without the objects", () => {
  const text = `${PRELUDE}int main(void) { ${GIVEN} return p->a + *n; }`;
  const loaded = loadProgram("p.c", text, "LP64");
  const lean = leanProgram(loaded, specificationOf(REACHABILITY));
  expect(lean.program).not.toBe(loaded.program);
  expect(withoutEnvironmentMemory(lean.program)).toBe(loaded.program);
  expect(withoutEnvironmentMemory(loaded.program)).toBe(loaded.program);
});

it("makes objects in programs of any size", async () => {
  const steps = Array.from({ length: 1300 }, (_, i) => `q->b = ${i};`).join(" ");
  const body = `${GIVEN} p->a = 1; ${steps} if (p->a != 1) reach_error();`;
  expect(await verdictOf(body)).toBe("true");
});
