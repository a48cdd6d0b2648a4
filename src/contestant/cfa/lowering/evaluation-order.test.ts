import { describe, expect, test } from "vitest";
import { buildProgram } from "../../../../test/support/run-c.ts";
import type { CfaEdge } from "../model/cfa.ts";

/** Returns the findings about the order of evaluation in a statement of `main`. */
function findings(statement: string): string[] {
  const text = `struct S { int a, b; struct S *next; }; union U { int i; unsigned u; };
    int g, h, t[9]; struct S s; char c;
    int id(int x) { return x; } int next(void) { return ++g; } int setH(void) { return h = 3; }
    int readG(void) { return g; } void put(int *p) { *p = 1; } int viaPointer(int *p) { return *p = 2; }
    int take(int x, int y) { return x - y; }
    int main(void) { int i = 0, j = 1, *p = &i, *q = t; struct S *r = &s; union U u = { 1 };
    ${statement} return i + j + *p + *q + r->a + u.i; }`;
  const found: string[] = [];
  for (const { nodes } of buildProgram(text, "LP64").functions.values()) {
    for (const edge of nodes.flatMap(({ leaving }) => leaving)) {
      if (edge.kind === "unsupported") found.push("undefined");
      if (edge.kind === "skip" && edge.open !== undefined) {
        found.push(edge.source.entering.every(isTest) ? "tested" : "open");
      }
    }
  }
  return found;
}

function isTest(edge: CfaEdge): boolean {
  return edge.kind === "assume" && edge.truth && edge.branch === undefined;
}

describe("the order of evaluation", () => {
  test.each([
    ["j = j++;"],
    ["j = ++j + 1;"],
    ["j = (j = 3) + 1;"],
    ["j = j++ + j++;"],
    ["t[j] = j++;"],
    ["take(j, j++);"],
    ["j += j++;"],
    ["s.a = s.a++;"],
    ["t[2] = t[2]++ + 1;"],
    ["int k = j + (j = 2);"],
    ["j = i ? j++ : j--;"],
    ["j = (i, j++);"],
  ])("of '%s' is undefined behaviour", (statement) => {
    expect(findings(statement)).toContain("undefined");
  });

  test.each([
    ["j = next() + readG();"],
    ["j = g + next();"],
    ["t[g] = next();"],
    ["take(next(), next());"],
    ["int k[2] = { j++, j };"],
    ["j = viaPointer(&i) + i;"],
    ["int (*f)(void) = next; j = f() + readG();"],
  ])("of '%s' may matter", (statement) => {
    expect(findings(statement)).toContain("open");
  });

  test.each([
    ["j = *p + i++;"],
    ["t[i] = t[j]++;"],
    ["q[r->a++] = 1;"],
    ["q[++r->a] = 1;"],
    ["c = 1; char *d = &c; d[r->a++] = 2;"],
    ["q[r->a++] = next();"],
    ["struct S **z = &r; (*z)->next = s.next = 0;"],
  ])("of '%s' matters where places overlap", (statement) => {
    expect(new Set(findings(statement))).toEqual(new Set(["tested"]));
  });

  test.each([
    ["j = (next() + (*p)++) + i;"],
    ["q[(i = 1, r->a++)] = 1;"],
    ["q[i && r->a++] = 1;"],
    ["q[i ? r->a++ : 2] = 1;"],
    ["j = i + (j ? (*p)++ : 0);"],
    ["struct S *z = &s; *z = *r, z->a = (*r = *z).a;"],
  ])("of '%s' is tested nowhere else", (statement) => {
    expect(findings(statement)).toContain("open");
  });

  const BLOCKS = "int *m = __builtin_alloca(8), *n = __builtin_malloc(8);";

  test.each([
    [`${BLOCKS} n = m; *m = (*n)++;`],
    [`${BLOCKS} int **z = &n; *z = m; *m = (*n)++;`],
    [`${BLOCKS} *m = (*p)++;`],
    ["int *m = p, *n = __builtin_malloc(4); *m = (*n)++; *m = (*q)++;"],
    [`${BLOCKS} m[i] = m[j]++;`],
    ["struct S *m = __builtin_malloc(32); m->next->a = m->a++;"],
  ])("of '%s' may matter: these blocks are not known to be apart", (statement) => {
    expect(findings(statement)).not.toEqual([]);
  });

  test.each([
    ["j = j + 1;"],
    [`${BLOCKS} *m = (*n)++ < j;`],
    [`${BLOCKS} *m = (*n)++ < m[1];`],
    [`${BLOCKS} m[j] = n[i]++ + g;`],
    ["t[j] = t[j] + 1;"],
    ["j = i++;"],
    ["int k = 2; q[j++] = t[k++];"],
    ["j = id(j) + id(j);"],
    ["j = setH() + readG();"],
    ["g = next();"],
    ["g += next();"],
    ["i = j = 0;"],
    ["r->a = r->b = 0;"],
    ["t[0] = t[1]++;"],
    ["j = j++ && j;"],
    ["j++, j++;"],
    ["j = j++ ? i : 2;"],
    ["j = id(j++);"],
    ["r = r->next;"],
    ["put(&j), put(&j);"],
    ["j = ({ int k = i; k * k; }) + ({ int k = i; k; });"],
    ["j = sizeof(j++) + j;"],
    ["for (char *a = &c, *b = &c; i < 1; i++) *a++ = *b++;"],
  ])("of '%s' does not matter", (statement) => {
    expect(findings(statement)).toEqual([]);
  });
});
