import { expect, test } from "vitest";
import { buildCfa, type CfaProgram } from "../cfa/index.ts";
import { MACHINE_MODELS, parseC } from "../cfront/index.ts";
import { objectPlace } from "./memory-place.ts";
import { PointsTo } from "./points-to.ts";

/** The final targets of the global variable `p`, as `place+offset`, or `place+k*stride` from an offset on. */
function targetsOfP(text: string): string[] {
  const machine = MACHINE_MODELS.LP64;
  const program = buildCfa(parseC("p.c", text, machine), machine);
  const pointsTo = new PointsTo(program);
  expect(pointsTo.solve(() => false)).toBe(true);
  const at = { place: objectPlace(global(program, "p")), offset: 0, stride: 0 };
  return [...pointsTo.load([at], 8)]
    .map(({ place, offset, stride }) => {
      const name = place.kind === "object" ? place.object.name : place.kind;
      return stride === 0 ? `${name}+${offset}` : `${name}+${offset}+k*${stride}`;
    })
    .sort();
}

function global({ globals }: CfaProgram, name: string) {
  const found = globals.find((object) => object.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

test.each([
  ["the value of a variable that is assigned later", "q = &a; p = q; q = &b;", ["a+0", "b+0"]],
  ["through memory", "q = &a; int **r = &q; p = *r;", ["a+0"]],
  [
    "the results of functions called through pointers",
    "f = one; p = f(); f = two;",
    ["a+0", "b+0"],
  ],
  ["members, apart", "s.first = &a; s.second = &b; p = s.second;", ["b+0"]],
  ["copies of records", "struct s t; s.first = &a; t = s; p = t.first;", ["a+0"]],
  ["elements by their size", "p = &table[n];", ["table+0+k*4"]],
  // A number computed from a pointer moves the pointer that it is added to, and has no targets itself.
  ["distances", "q = &b; p = table + (long)q;", ["table+0+k*4"]],
  ["pointers in integers", "unsigned long v = (unsigned long)&a; p = (int *)v;", ["a+0"]],
  ["bytes", "q = &a; ((char *)&p)[n] = ((char *)&q)[n];", ["a+0+k*1"]],
])("%s", (_what, body, expected) => {
  const text = `int a, b, n, table[4], *p, *q; struct s { int *first, *second; } s;
    int *one(void) { return &a; } int *two(void) { return &b; } int *(*f)(void);
    int main(void) { ${body} return 0; }`;
  expect(targetsOfP(text)).toEqual(expected);
});
