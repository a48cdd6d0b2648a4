import { expect, test } from "vitest";
import { buildProgram } from "../../../../../test/support/run-c.ts";
import { formulasOfChecks, specificationOf } from "../../../specification/index.ts";
import { analyseShapes } from "../../analyses/shape-analysis.ts";

test("a proof names lists at loop heads by members, and null pointers NULL", () => {
  const program = buildProgram(
    `void *malloc(unsigned long); void free(void *); int __VERIFIER_nondet_int(void);
struct node { struct node *next; int value; };
int main(void) {
  struct node *list = 0, *x;
  while (__VERIFIER_nondet_int()) { x = malloc(sizeof *x); x->next = list; x->value = 0; list = x; }
  while (list) { x = list->next; free(list); list = x; }
  return 0;
}`,
    "LP64",
  );
  const answer = analyseShapes(program, {
    specification: specificationOf({ formulas: formulasOfChecks(["access", "free", "leak"]) }),
    remainingSeconds: () => 1,
    leastNodes: 2,
  });
  const shapes = answer.shapes ?? [];
  const drawn = shapes.map(({ picture }) =>
    picture.objects.map(({ title, detail, cells }) => {
      const shown = cells.map(({ label, value }) => `${label}=${value}`);
      return `${title} (${detail}): ${shown.join(", ")}`;
    }),
  );
  expect(drawn).toContainEqual(["list (main): =•", "list (2 or more nodes): next=NULL, value=0"]);
});
