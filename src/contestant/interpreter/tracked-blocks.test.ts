/**
 * Blocks of programs with threads: the pointers that lead to them, at the end and while threads are
 * suspended.
 */
import { expect, test } from "vitest";
import { buildProgram, ZEROS } from "../../../test/support/run-c.ts";
import { type CompiledProgram, compileProgram, RandomScheduler } from "./index.ts";

const HEAD = `#include <pthread.h>
#include <stdlib.h>
extern void abort(void);
long number; int *g; pthread_t t;
union { int *p; long i; struct { int low : 5; int high : 27; } b; } u;
`;

function compile(
  text: string,
  explores: boolean,
  model: "LP64" | "ILP32" = "LP64",
): CompiledProgram {
  return compileProgram(buildProgram(HEAD + text, model), {
    errorFunctions: new Set(),
    overflow: "wrap",
    maxSteps: 10_000,
    tracksBlocks: true,
    explores,
  });
}

test("a thread that is about to store a pointer holds it when the program is aborted", () => {
  const compiled = compile(
    `void *f(void *p) { g = malloc(4); return 0; }
     int main(void) { pthread_create(&t, 0, f, 0); abort(); }`,
    false,
  );
  const seen = new Set<string>();
  for (let seed = 0; seed < 200; seed++) {
    expect(compiled.run(ZEROS, new RandomScheduler(seed)).kind).toBe("aborted");
    expect(compiled.untracked()).toEqual([]);
    seen.add(`${compiled.unfreed().length}`);
  }
  expect([...seen].sort()).toEqual(["0", "1"]);
});

/** The address of the program's only block. */
function blockOf(compiled: CompiledProgram): number {
  const outcome = compiled.run(ZEROS);
  expect(outcome.kind).toBe("terminated");
  const [block, ...others] = compiled.unfreed();
  expect(others).toEqual([]);
  if (block === undefined) throw new Error("no block is left");
  return block.address;
}

test.each(["LP64", "ILP32"] as const)(
  "a number that looks like an address leads nowhere: %s",
  (model) => {
    const main = (value: string): string =>
      `void *f(void *p) { malloc(4); return 0; }
     int main(void) { pthread_create(&t, 0, f, 0); pthread_join(t, 0); number = ${value}; return 0; }`;
    const address = blockOf(compile(main("1"), true, model));
    const compiled = compile(main(String(address)), true, model);
    expect(blockOf(compiled)).toBe(address);
    expect(compiled.untracked()).toHaveLength(0);
    expect(compiled.possiblyUntracked()).toHaveLength(1);
  },
);

test.each([
  ["a pointer", "u.p = g; g = 0;", 0],
  ["a pointer that was copied with its object", "__typeof__(u) v = u; v.p = g; u = v; g = 0;", 0],
  ["null", "u.p = g; g = 0; u.p = 0;", 1],
  ["a number over a pointer", "u.p = g; g = 0; u.i = 1;", 1],
  ["a part of a pointer that is another one", "u.p = g; g = 0; u.b.low = 3;", 1],
  ["an address in the middle", "u.p = g + 1; g = 0;", 0],
])("in memory: %s", (_, statements, lost) => {
  const compiled = compile(
    `void *f(void *p) { g = malloc(8); return 0; }
     int main(void) { pthread_create(&t, 0, f, 0); pthread_join(t, 0); ${statements} return 0; }`,
    true,
  );
  blockOf(compiled);
  expect(compiled.possiblyUntracked()).toHaveLength(lost);
});

test("what the library keeps is the program's no more when it has ended", () => {
  const compiled = compile(
    `void *f(void *p) { return malloc(4); }
     int main(void) { pthread_create(&t, 0, f, 0); for (int i = 0; i < 3; i++) g = 0; pthread_exit(0); }`,
    true,
  );
  blockOf(compiled);
  expect(compiled.possiblyUntracked()).toHaveLength(1);
});
