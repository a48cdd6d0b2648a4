import { describe, expect, it } from "vitest";
import { build, main } from "../../../../test/support/lowered-main.ts";
import { InputError } from "../../../ground/util/errors.ts";
import { formatCfa, formatFunction } from "../model/format.ts";

describe("buildCfa", () => {
  it("asks for main", () => {
    expect(() => build("int f(void) { return 1; }")).toThrow(InputError);
  });

  it("builds what main can reach, through pointers too", () => {
    const program = build(`
      int a(void) { return 1; } int b(void) { return 2; } int unused(void) { return 3; }
      int (*table[])(void) = { b };
      int main(void) { return a() + table[0](); }`);
    expect([...program.functions.keys()]).toEqual(["main", "a", "b"]);
  });

  it("puts extern variables, computed initial values and argc before main", () => {
    const text = `
      extern int x; extern struct { int a, b; } s; double third = 1.0 / 3;
      int main(int argc, char **argv) { return x + s.a + argc + (third > 0); }`;
    expect(formatCfa(build(text))).toMatchInlineSnapshot(`
      "global x: 4 bytes {}
      global s: 8 bytes {}
      global third: 8 bytes {}
      main(argc, argv):
        0 -> 1: argc = __VERIFIER_nondet_agon_input()
        1 -> 2: argc = argc & 2147483647
        2 -> 3: x = __VERIFIER_nondet_agon_input()
        3 -> 4: __agon_nondet_memory(&s, 8u64)
        4 -> 5: third = 1.0 /double 3.0
        5 -> exit: return ((x + i32[&s]) + argc) + (third >double 0.0)"
    `);
  });

  it("does not model the strings of argv", () => {
    const program = build("int main(int argc, char **argv) { return argv[0][0]; }");
    expect(formatFunction(program.main)).toMatchInlineSnapshot(`
      "main(argc, argv):
        0 -> 1: argc = __VERIFIER_nondet_agon_input()
        1 -> 2: argc = argc & 268435455
        2 -> 3: $1 = (u64)argc
        3 -> 4: argv = __builtin_alloca(($1 +u64 1u64) *u64 8u64)
        4 -> 5: $2 = 0u64
        5 -> 6: [$2 <u64 $1]
        5 -> 13: ![$2 <u64 $1]
        6 -> 7: $3 = __VERIFIER_nondet_agon_input()
        7 -> 8: $3 = $3 &u64 4611686018427387903u64
        8 -> 9: $4 = __builtin_alloca($3 +u64 1u64)
        9 -> 10: __agon_nondet_memory($4, $3 +u64 1u64)
        10 -> 11: u8[$4 + $3] = 0u8
        11 -> 12: ptr[argv + ($2 *u64 8u64)] = $4
        12 -> 5: $2 = $2 +u64 1u64
        13 -> 14: ptr[argv + ($1 *u64 8u64)] = null
        14 -> exit: return (i32)i8[ptr[argv]]"
    `);
  });

  it("lays out static data", () => {
    const text = `
      struct s { char c; int i : 3, j : 9; struct s *next; } a[2] = { { 1, -1, 5, &a[1] }, [0].c = 2 };
      char text[8] = "hey", *p = "ab" "c" + 1; const int k = 7; float f = -0.5f; long address = (long)&k;
      int order[4] = { [2] = 1, 4, [1] = 9, [2] = 6 }; static void *labels;
      int main(void) { static int n = 3 * 4 - 2; return a[0].c + text[0] + *p + k + f + address + order[1] + n; }`;
    expect(formatCfa(build(text)).split("main():")[0]).toMatchInlineSnapshot(`
      "global a: 32 bytes {0: 2i8, 1:0:3: -1, 1:3:9: 5, 8: &a + 16u64}
      global text: 8 bytes {0: 104i8, 1: 101i8, 2: 121i8}
      global p: 8 bytes {0: &"0" + 1u64}
      global k: 4 bytes read-only {0: 7}
      global f: 4 bytes {0: -0.5f}
      global address: 8 bytes {0: &k}
      global order: 16 bytes {4: 9, 8: 6, 12: 4}
      global n: 4 bytes {0: 10}
      string "0": 4 bytes read-only {0: 97i8, 1: 98i8, 2: 99i8}
      "
    `);
  });

  it("numbers nodes and edges densely", () => {
    const program = build(
      "int f(int n) { while (n) n--; return n; } int main(void) { return f(3); }",
    );
    const nodes = [...program.functions.values()].flatMap((cfa) => cfa.nodes);
    const edges = nodes.flatMap((node) => node.leaving);
    expect(nodes.map(({ id }) => id)).toEqual(nodes.map((_, index) => index));
    expect(edges.map(({ id }) => id)).toEqual(edges.map((_, index) => index));
    for (const edge of edges) expect(edge.target.entering).toContain(edge);
  });

  it("marks objects whose address may be known", () => {
    const program = build(`
      int main(void) { int x = 1, y = 2, z = 3; float f = 0; struct { int a; } s = { 1 };
        int *p = &y; *p = x; *(int *)&f = 1; return z + s.a; }`);
    const taken = program.main.locals.filter(({ isAddressTaken }) => isAddressTaken);
    expect(taken.map(({ name }) => name)).toEqual(["y", "f", "s"]);
  });
});

describe("statements", () => {
  it("lowers loops with break and continue", () => {
    expect(
      main(`int i, s = 0;
        for (i = 0; i < 9; i++) { if (i == 3) continue; if (s > 9) break; s += i; }
        while (s) { s--; }
        do { s++; if (s == 2) continue; } while (s < 4);`),
    ).toMatchInlineSnapshot(`
      "main():
        0 -> 1: declare i: i32
        1 -> 2: declare s: i32
        2 -> 3: s = 0
        3 -> 4: i = 0
        4 [for] -> 5: [i < 9] {for true}
        4 [for] -> 9: ![i < 9] {for false}
        5 -> 8: [i == 3] {if true}
        5 -> 6: ![i == 3] {if false}
        6 -> 9: [s > 9] {if true}
        6 -> 7: ![s > 9] {if false}
        7 -> 8: s = s + i
        8 -> 4: i = i + 1
        9 [while] -> 10: [s] {while true}
        9 [while] -> 11: ![s] {while false}
        10 -> 9: s = s - 1
        11 -> 12: s = s + 1
        12 -> 13: [s == 2] {if true}
        12 -> 13: ![s == 2] {if false}
        13 [do] -> 11: [s < 4] {do true}
        13 [do] -> 14: ![s < 4] {do false}
        14 -> exit: return 0"
    `);
  });

  it("lowers switch with ranges, fall-through and default in the middle", () => {
    expect(
      main(`int x = 1, y = 0;
        switch (x) { case 1: y = 1; default: y++; break; case 3 ... 5: y = 3; case -1: y = 4; }`),
    ).toMatchInlineSnapshot(`
      "main():
        0 -> 1: declare x: i32
        1 -> 2: x = 1
        2 -> 3: declare y: i32
        3 -> 4: y = 0
        4 -> 5: [x == 1] {switch 1}
        4 -> 6: ![x == 1]
        5 -> 10: y = 1
        6 -> 7: [(3 <= x) ? (x <= 5) : 0]
        6 -> 8: ![(3 <= x) ? (x <= 5) : 0]
        7 -> 9: y = 3
        8 -> 9: [x == -1] {switch -1}
        8 -> 10: ![x == -1] {switch default}
        9 -> 11: y = 4
        10 -> 11: y = y + 1
        11 -> exit: return 0"
    `);
  });

  it("marks the targets of backward jumps as loops", () => {
    expect(main("int i = 0; again: i++; if (i < 3) goto again; ")).toMatchInlineSnapshot(`
      "main():
        0 -> 1: declare i: i32
        1 -> 2: i = 0
        2 [goto] -> 3: i = i + 1
        3 -> 2: [i < 3] {if true}
        3 -> 4: ![i < 3] {if false}
        4 -> exit: return 0"
    `);
  });

  it("drops code that cannot be reached and keeps endless loops", () => {
    expect(main("int i = 0; for (;;) { i++; } i = 7;")).toMatchInlineSnapshot(`
      "main():
        0 -> 1: declare i: i32
        1 -> 2: i = 0
        2 [for] -> 2: i = i + 1"
    `);
  });

  it("ends the lifetime of addressable locals on all ways out of their block", () => {
    expect(
      main(`int *p; for (int i = 0; i < 3; i++) { int x = i; p = &x; if (*p == 1) break;
        if (*p) goto out; } out: return 0;`),
    ).toMatchInlineSnapshot(`
      "main():
        0 -> 1: declare p: ptr
        1 -> 2: declare i: i32
        2 -> 3: i = 0
        3 [for] -> 4: [i < 3] {for true}
        3 [for] -> 13: ![i < 3] {for false}
        4 -> 5: declare x: i32
        5 -> 6: x = i
        6 -> 7: p = &x
        7 -> 8: [i32[p] == 1] {if true}
        7 -> 9: ![i32[p] == 1] {if false}
        8 -> 13: end of x
        9 -> 10: [i32[p]] {if true}
        9 -> 11: ![i32[p]] {if false}
        10 -> 13: end of x
        11 -> 12: end of x
        12 -> 3: i = i + 1
        13 -> exit: return 0"
    `);
  });

  it("allocates variable-length arrays and ends them", () => {
    expect(
      main("int n = 3; while (n--) { char a[n + 1][2]; a[n][1] = sizeof a; if (n == 1) break; }"),
    ).toMatchInlineSnapshot(`
      "main():
        0 -> 1: declare n: i32
        1 -> 2: n = 3
        2 [while] -> 3: $1 = n
        3 -> 4: n = $1 - 1
        4 -> 5: [$1] {while true}
        4 -> 12: ![$1] {while false}
        5 -> 6: declare length.1: i32
        6 -> 7: length.1 = n + 1
        7 -> 8: a = __builtin_alloca((u64)length.1 *u64 2u64)
        8 -> 9: i8[(a + ((u64)n *u64 2u64)) + 1u64] = (i8)((u64)length.1 *u64 2u64)
        9 -> 10: [n == 1] {if true}
        9 -> 11: ![n == 1] {if false}
        10 -> 12: __agon_end_alloca(a)
        11 -> 2: __agon_end_alloca(a)
        12 -> exit: return 0"
    `);
  });

  it("tests computed gotos against the labels of the function", () => {
    expect(
      main("static void *t[] = { &&a, &&b }; int i = 1; goto *t[i]; a: i = 5; b: return i;"),
    ).toMatchInlineSnapshot(`
      "main():
        0 -> 1: declare i: i32
        1 -> 2: i = 1
        2 -> 3: $1 = ptr[&t + ((u64)i *u64 8u64)]
        3 -> 4: [$1 == &&&main.a]
        3 -> 5: ![$1 == &&&main.a]
        4 -> 6: i = 5
        5 -> 6: [$1 == &&&main.b]
        5 -> 8: ![$1 == &&&main.b]
        6 -> exit: return i
        8 -> 9: unsupported: computed goto to no label of the function
        9: stuck"
    `);
  });

  it("refuses assembly that does something", () => {
    expect(
      main('int x; asm volatile("" ::: "memory"); asm("nop"); asm("" : "=r"(x));'),
    ).toMatchInlineSnapshot(`
        "main():
          0 -> 1: declare x: i32
          1 -> 2: unsupported: inline assembly
          2 -> 3: unsupported: an output of inline assembly into which no input of its type was put
          3 -> exit: return 0"
      `);
  });

  it("survives else-if chains of any length", () => {
    const chain = Array.from({ length: 3000 }, (_, i) => `if (x == ${i}) y = ${i};`).join(" else ");
    const program = build(`int main(void) { int x = 1, y = 0; ${chain} return y; }`);
    expect(program.main.nodes.length).toBeGreaterThan(6000);
  });
});
