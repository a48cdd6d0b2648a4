import { expect, test } from "vitest";
import { loadProgram } from "../../../test/regression/verdicts.ts";
import { opaqueAddresses } from "./opaque-addresses.ts";

const PRELUDE =
  "extern void *malloc(unsigned long); extern void free(void *); struct n { struct n *next; int v; };";

test.each([
  ["char *p = malloc(4); *p = 1; free(p);", false],
  ["char *p = malloc(4); p += 2; while (p) p = malloc(*p);", true],
  ["struct n *p = malloc(sizeof *p); p->next = p;", false],
  ["struct n *p = malloc(sizeof *p); p->next = p; p = p->next;", undefined],
  ["struct n *p = malloc(sizeof *p); p->v = 1; p = p->next;", undefined],
  ["struct n *p = malloc(sizeof *p); p->next = 0; p = p->next;", true],
  ["char *p = malloc(4); return (long)p > 5;", undefined],
  ["char *p = (char *)main; return 0;", false],
  ["char *p = (char *)64; return 0;", undefined],
  ["char *p = malloc(4), *q = p; return p == q;", undefined],
  ["char *p = malloc(4), *q = p + 1; return p < q;", undefined],
  ["char *p = malloc(4), *q = p + 1; return q - p;", undefined],
  ["char *p = malloc(4); return *(char *)&p;", undefined],
  ["union { char *p; int i; } u; u.p = malloc(4); return u.i;", undefined],
  ["char *a[2]; a[0] = malloc(4); return *a[0];", undefined],
  ["void *(*make)(unsigned long) = malloc; char *p = make(4); return 0;", undefined],
])("%s", (body, readsContents) => {
  const { program } = loadProgram(
    "blocks.c",
    `${PRELUDE} int main(void) { ${body} return 0; }`,
    "LP64",
  );
  expect(opaqueAddresses(program)).toEqual(
    readsContents === undefined ? undefined : { readsContents },
  );
});
