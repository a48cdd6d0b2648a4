import { expect, test } from "vitest";
import { describeOutcome, runC } from "../../../../test/support/run-c.ts";

/** Cells of an array to which pointers lead: any of the first ones. */
const CELLS = [0, 1, 2, 0, 1, 2, 3, 4];
const POINTERS = 4;

interface Pointers {
  readonly p: number;
  readonly q: number;
  readonly r: number;
}

/** Statements, with the conditions under which the order of evaluation matters. */
const STATEMENTS: readonly (readonly [string, (at: Pointers) => boolean])[] = [
  ["*p = (*q)++", ({ p, q }) => p === q],
  ["*p = *q + (*r)++", ({ p, q, r }) => q === r || p === r],
  ["*p = (*q)++ + (*r)--", ({ p, q, r }) => q === r || p === q || p === r],
  ["*p += (*q)++", ({ p, q }) => p === q],
  ["p[(*q)++] = 1", ({ p, q }) => p + (CELLS[q] as number) === q],
  ["p[++*q] = 1", ({ p, q }) => p + (CELLS[q] as number) + 1 === q],
  ["p[(*q)++] = *r", ({ p, q, r }) => p + (CELLS[q] as number) === q || q === r],
  ["p[*q] = (*r)++", ({ p, q, r }) => q === r || p + (CELLS[q] as number) === r],
  ["p[p[(*q)++]] = 1", ({ p, q }) => conflictOfNested(p, q)],
  ["((char *)p)[(*q)++] = 1", ({ p, q }) => within(4 * p + (CELLS[q] as number), q)],
];

/** Whether a byte belongs to a cell. */
function within(byte: number, cell: number): boolean {
  return byte >= 4 * cell && byte < 4 * cell + 4;
}

/** `p[p[(*q)++]]`: the place that the inner one reads and the outer one writes. */
function conflictOfNested(p: number, q: number): boolean {
  const inner = p + (CELLS[q] as number);
  return p + (CELLS[inner] as number) === q;
}

const PLACES = Array.from({ length: POINTERS }, (_, place) => place);

test.each(STATEMENTS)(
  "the order of evaluation in '%s' matters just where places overlap",
  (statement, isOpen) => {
    for (const p of PLACES) {
      for (const q of PLACES) {
        for (const r of PLACES) {
          const outcome = runC(
            `int c[] = { ${CELLS.join(", ")} };
          void change(int *p, int *q, int *r) { ${statement}; }
          int main(void) { change(c + ${p}, c + ${q}, c + ${r}); return 0; }`,
            { explores: true },
          );
          const found = describeOutcome(outcome).includes("order of evaluation");
          expect({ p, q, r, found }).toEqual({ p, q, r, found: isOpen({ p, q, r }) });
        }
      }
    }
  },
);
