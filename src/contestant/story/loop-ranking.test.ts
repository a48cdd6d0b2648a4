import { beforeAll, expect, test } from "vitest";
import { loadProgram, TERMINATION, Verdicts } from "../../../test/regression/verdicts.ts";

/** CPU seconds, many more than are needed. */
const SECONDS = 20;

let verdicts: Verdicts;
beforeAll(async () => {
  verdicts = await Verdicts.create();
});

const PRELUDE =
  "extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);\n";

test.each([
  ["unsigned x = __VERIFIER_nondet_uint(); while (x) x--;", ["x decreases with every iteration"]],
  [
    "int n = __VERIFIER_nondet_int(); for (long i = 0; i != n; i++) if (i > 99) break;",
    ["i increases with every iteration"],
  ],
  [
    "unsigned x = __VERIFIER_nondet_uint(), y = 9; while (x && y) { if (y > 1) y--; else { x--; y = 9; } }",
    ["with every iteration x decreases, or stays the same while y decreases"],
  ],
  [
    "float x = 1000; while (x > 0.5f) x /= 2;",
    ["the bit pattern of x decreases with every iteration"],
  ],
  [
    "struct { int pad; unsigned left; } r = { 0, __VERIFIER_nondet_uint() }; while (r.left) r.left--;",
    ["r.left decreases with every iteration"],
  ],
  [
    "for (int i = 0; i < 3; i++) if (i > 5) for (;;) ;",
    ["i increases with every iteration", "all its iterations were followed to the end"],
  ],
])("%s: why it ends", async (body, sentences) => {
  const loaded = loadProgram("a.c", `${PRELUDE}int main(void) { ${body} return 0; }`, "LP64");
  const result = await verdicts.verify(loaded, "termination", SECONDS, TERMINATION);
  if (result.verdict !== "true") throw new Error(JSON.stringify(result));
  expect(result.measures?.map(({ sentence }) => sentence)).toEqual(sentences);
  expect(result.measures?.[0]?.line).toBe(2);
});

test.each([
  [
    "unsigned f(unsigned n) { return n ? f(n - 1) : 0; }\nint main(void) { return f(__VERIFIER_nondet_uint()); }",
    ["2:1 f: with every nested call n decreases"],
  ],
  [
    "int odd(unsigned);\nint even(unsigned n) { return n ? odd(n - 1) : 1; }\nint odd(unsigned m) { return m ? even(m - 1) : 0; }\nint main(void) { return even(__VERIFIER_nondet_uint()); }",
    [
      "3:1 even: with every nested call n of even, m of odd decreases",
      "4:1 odd: with every nested call n of even, m of odd decreases",
    ],
  ],
])("why the recursion ends: %s", async (text, told) => {
  const loaded = loadProgram("a.c", PRELUDE + text, "LP64");
  const result = await verdicts.verify(loaded, "termination", SECONDS, TERMINATION);
  if (result.verdict !== "true") throw new Error(JSON.stringify(result));
  const measures = result.measures ?? [];
  expect(
    measures.map(
      ({ line, column, function: name, sentence }) => `${line}:${column} ${name}: ${sentence}`,
    ),
  ).toEqual(told);
  expect(measures.every(({ isRecursion }) => isRecursion)).toBe(true);
});

test("the changes of lists are reported for every loop", async () => {
  const text = `${PRELUDE}extern void *malloc(unsigned long);
struct node { struct node *next; };
int main(void) {
  struct node *head = 0;
  for (unsigned n = __VERIFIER_nondet_uint(); n; n--) {
    struct node *q = malloc(sizeof *q);
    q->next = head;
    head = q;
  }
  while (head) head = head->next;
  return 0;
}`;
  const loaded = loadProgram("a.c", text, "LP64");
  const result = await verdicts.verify(loaded, "termination", SECONDS, TERMINATION);
  if (result.verdict !== "true") throw new Error(JSON.stringify(result));
  expect(result.measures?.map(({ sentence }) => sentence)).toEqual([
    "n comes closer to a limit",
    "the list from head gets shorter",
  ]);
});
