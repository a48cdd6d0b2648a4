/**
 * The facts of a violation that concerns memory: block, offset, the path to a lost block, the
 * picture.
 */
import { expect, test } from "vitest";
import { parseProperty } from "../../ground/properties/index.ts";
import { Budget } from "../call/budget.ts";
import { loadProgram } from "../program/load-program.ts";
import { specificationOf } from "../specification/index.ts";
import { searchViolation } from "../techniques/index.ts";
import { type Explanation, explainViolation } from "./explanation.ts";

const HEAD = `void *malloc(unsigned long); void free(void *); void *realloc(void *, unsigned long);
struct node { struct node *next; int v; };
`;

function explained(text: string, formula = "G valid-memtrack"): Explanation {
  const loaded = loadProgram("p.c", HEAD + text, "LP64");
  const formulas = [formula, "G valid-deref", "G valid-free"].flatMap(
    (each) => parseProperty(`CHECK( init(main()), LTL(${each}) )`, "p.prp").formulas,
  );
  const specification = specificationOf({ formulas });
  const found = searchViolation(loaded.program, specification, new Budget(30), 1);
  if (found.kind !== "violation") throw new Error(found.kind);
  const explanation = explainViolation(loaded, specification, found);
  if (explanation === undefined) throw new Error("no explanation");
  return explanation;
}

/** Lines count from the first line of the text. */
const lossOf = (text: string): string => {
  const { memory } = explained(text);
  const { line, source, path, isHeldOutOfScope } = memory?.lost ?? {};
  const where = line === undefined ? "end" : `${line - 2}: ${source}`;
  return `${where}; ${path ?? "nothing"}${isHeldOutOfScope === true ? "; out of scope" : ""}`;
};

test.each([
  ["overwritten", "int main(void) {\nint *p = malloc(4);\np = 0;\nreturn 0; }", "3: p = 0; p"],
  ["never held", "int main(void) {\nmalloc(4);\nreturn 0; }", "2: malloc(4); nothing"],
  ["held to the end", "int main(void) {\nint *p = malloc(4);\nreturn *p = 0; }", "end; p"],
  [
    "with the block that led to it",
    `int main(void) {
struct node *a = malloc(sizeof *a); a->next = malloc(sizeof *a); a->next->next = 0;
free(a);
return 0; }`,
    "3: free(a); a->next; out of scope",
  ],
  [
    "the end of a list",
    `int main(void) {
struct node *a = malloc(sizeof *a); a->next = malloc(sizeof *a); a->next->next = malloc(sizeof *a);
a->next->next->next = 0;
a->next->next = 0;
free(a->next); free(a);
return 0; }`,
    "4: a->next->next = 0; a->next->next; out of scope",
  ],
  [
    "by a function that returns",
    `void f(void) { int *q = malloc(4); *q = 1; }
int main(void) {
f();
return 0; }`,
    "1: }; q",
  ],
  [
    "by a variable that is out of scope still",
    `int main(void) {
int *p = 0;
{ int *q = malloc(4); p = q; }
p = 0;
return 0; }`,
    "4: p = 0; p; out of scope",
  ],
])("where a block is lost: %s", (_name, text, expected) => {
  expect(lossOf(text)).toBe(expected);
});

test("an access has its bytes, its offset and its block", () => {
  const { memory } = explained(`int main(void) {
  short *p = malloc(6);
  free(p);
  return p[2];
}`);
  expect(memory).toMatchObject({
    operation: "read",
    bytes: 2,
    offset: 4,
    object: {
      kind: "block",
      size: 6,
      allocated: { line: 4, source: "short *p = malloc(6)" },
      freed: { line: 5, source: "free(p)" },
    },
  });
});

test("the picture says what is done to which block", () => {
  const { memory } = explained("int main(void) { char *p = malloc(6); p[6] = 1; return 0; }");
  const faults = memory?.picture?.objects.map(({ title, fault }) => [title, fault]);
  expect(faults).toEqual([
    ["p", undefined],
    ["block of line 3", "write at +6"],
  ]);
});

test.each([
  ["int *p = 0; return *p;", "G valid-deref", ["p: read through null"]],
  [
    "struct node *p = malloc(sizeof *p); p->next = 0; p->next->v = 1; return 0;",
    "G valid-deref",
    ["p: undefined", "block of line 3: write through null"],
  ],
  ["int *p = dead(); return *p;", "G valid-deref", ["p: read of no object"]],
  ["int a[3], *p = a + 1; free(p); return 0;", "G valid-free", ["a: free at +4", "p: undefined"]],
  ["static int a; free(&a); return 0;", "G valid-free", ["a: free at +0"]],
])("the picture says through which pointer: %s", (text, formula, expected) => {
  const dead = "int *dead(void) { int x = 1, *p = &x; return p; }";
  const { memory } = explained(`int main(void) { int *dead(void); ${text} }\n${dead}`, formula);
  const faults = memory?.picture?.objects.map(({ title, fault }) => `${title}: ${fault}`);
  expect(faults).toEqual(expected);
});

test("a pointer that has been moved to another block", () => {
  const { sentence } = explained(`int main(void) {
  char *p = malloc(40), *q = malloc(40), *s = p;
  for (int i = 0; i < 1000 && s != q; i++) s++;
  *s = 1;
  free(p); free(q);
  return 0;
}`);
  expect(sentence).toBe(
    "`*s` writes inside a block of 40 bytes, to which another object's pointer has been moved",
  );
});

test("an address before a variable", () => {
  const { memory } = explained("int main(void) { int a[2], *p = a; p[-1] = 0; return 0; }");
  expect(memory).toMatchObject({
    operation: "write",
    bytes: 4,
    offset: -4,
    object: { kind: "variable", name: "a", size: 8 },
  });
});

test("what is left is not called lost", () => {
  const { sentence, memory } = explained(
    "int *p; int main(void) { p = malloc(4); return 0; }",
    "G valid-memcleanup",
  );
  expect(sentence).toContain("are not freed when the program ends");
  expect(memory).toMatchObject({ operation: "leave", object: { size: 4 } });
  expect(memory?.lost).toBeUndefined();
});

test("the picture behind a loss: names of members, who leads to whom, what is lost", () => {
  const { memory } = explained(`int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->v = 1; a->next = 0; b->v = 2; b->next = a; a = 0;
  b->next = 0;
  free(b);
  return 0;
}`);
  const { objects = [] } = memory?.picture ?? {};
  const words = objects.map(({ title, state, cells }) => {
    const held = cells.map(({ label, value, target }) => {
      const to = target === undefined ? value : `→ ${objects[target]?.title}`;
      return `${label} ${to}`.trim();
    });
    return `${title} (${state}): ${held.join(", ")}`;
  });
  expect(words).toEqual([
    "b (live): → block of line 4",
    "block of line 4 (lost): ",
    "block of line 4 (live): next NULL, v 2",
  ]);
});
