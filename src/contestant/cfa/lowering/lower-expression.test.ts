import { describe, expect, it } from "vitest";
import { main } from "../../../../test/support/lowered-main.ts";

describe("expressions", () => {
  const globals = "int g; int *p; int f(void) { return g++; }";

  it("keeps pure conditions as one test and splits others, with the outcome of the whole", () => {
    expect(
      main(
        `int x = 1, y = 2;
        if (x > 0 && !(y < 3 || x)) g = 1;
        if (!(p && *p)) g = 2;
        while (f() || x) { }`,
        globals,
      ),
    ).toMatchInlineSnapshot(`
      "main():
        0 -> 1: declare x: i32
        1 -> 2: x = 1
        2 -> 3: declare y: i32
        3 -> 4: y = 2
        4 -> 5: [(x > 0) ? (((y < 3) ? 1 : (x != 0)) == 0) : 0] {if true}
        4 -> 6: ![(x > 0) ? (((y < 3) ? 1 : (x != 0)) == 0) : 0] {if false}
        5 -> 6: g = 1
        6 -> 7: [p]
        6 -> 8: ![p] {if true}
        7 -> 9: [i32[p]] {if false}
        7 -> 8: ![i32[p]] {if true}
        8 -> 9: g = 2
        9 [while] -> 10: $1 = f()
        10 -> 9: [$1] {while true}
        10 -> 11: ![$1]
        11 -> 9: [x] {while true}
        11 -> 12: ![x] {while false}
        12 -> exit: return 0"
    `);
  });

  it("evaluates operands from left to right, compound assignments after their right side", () => {
    expect(
      main("int x = 1; g = g + f(); g = x + f(); g += f(); p[g] = f(); ", globals),
    ).toMatchInlineSnapshot(`
      "main():
        0 -> 1: declare x: i32
        1 -> 2: x = 1
        2 -> 3: open: the order of evaluation may matter for 'g'
        3 -> 4: $1 = g
        4 -> 5: $2 = f()
        5 -> 6: g = $1 + $2
        6 -> 7: $3 = f()
        7 -> 8: g = x + $3
        8 -> 9: $4 = f()
        9 -> 10: g = g + $4
        10 -> 11: open: the order of evaluation may matter for 'g'
        11 -> 12: $5 = p + ((u64)g *u64 4u64)
        12 -> 13: $6 = f()
        13 -> 14: i32[$5] = $6
        14 -> exit: return 0"
    `);
  });

  it("gives assignments and increments their values", () => {
    expect(
      main(
        `int x, y; char c; struct { int b : 3; } s; x = y = c = 300; x = *p = y; *p++ = x++;
         x = --y; x = s.b = 9; c++; c *= 2; x = s.b++; p -= x;`,
        globals,
      ),
    ).toMatchInlineSnapshot(`
      "main():
        0 -> 1: declare x: i32
        1 -> 2: declare y: i32
        2 -> 3: declare c: i8
        3 -> 4: declare s: 4 bytes
        4 -> 5: c = 44i8
        5 -> 6: y = 44
        6 -> 7: x = 44
        7 -> 8: $1 = y
        8 -> 9: i32[p] = $1
        9 -> 10: x = $1
        10 -> 11: $2 = p
        11 -> 12: p = $2 + 4u64
        12 -> 13: $3 = x
        13 -> 14: x = $3 + 1
        14 -> 15: i32[$2] = $3
        15 -> 16: y = y - 1
        16 -> 17: x = y
        17 -> 18: i32[&s]:0:3 = 9
        18 -> 19: x = i32[&s]:0:3
        19 -> 20: c = (i8)((i32)c + 1)
        20 -> 21: c = (i8)((i32)c * 2)
        21 -> 22: $4 = i32[&s]:0:3
        22 -> 23: i32[&s]:0:3 = $4 + 1
        23 -> 24: x = $4
        24 -> 25: p = p + ((u64)x *u64 18446744073709551612u64)
        25 -> exit: return 0"
    `);
  });

  it("lowers conditional expressions to values where nothing can fail", () => {
    expect(
      main(
        `int x = 1, y; y = x ? g : 3; y = x ? g / x : f(); y = x && g; y = x || *p; y = g ?: x; y = f() ?: 2;`,
        globals,
      ),
    ).toMatchInlineSnapshot(`
      "main():
        0 -> 1: declare x: i32
        1 -> 2: x = 1
        2 -> 3: declare y: i32
        3 -> 4: y = x ? g : 3
        4 -> 5: [x] {conditional true}
        4 -> 6: ![x] {conditional false}
        5 -> 8: $1 = g / x
        6 -> 7: $2 = f()
        7 -> 8: $1 = $2
        8 -> 9: y = $1
        9 -> 10: y = x ? (g != 0) : 0
        10 -> 12: [x]
        10 -> 11: ![x]
        11 -> 12: [i32[p]]
        11 -> 13: ![i32[p]]
        12 -> 14: $3 = 1
        13 -> 14: $3 = 0
        14 -> 15: y = $3
        15 -> 16: y = g ? g : x
        16 -> 17: $5 = f()
        17 -> 18: [$5] {conditional true}
        17 -> 19: ![$5] {conditional false}
        18 -> 20: $4 = $5
        19 -> 20: $4 = 2
        20 -> 21: y = $4
        21 -> exit: return 0"
    `);
  });

  it("spells out conversions", () => {
    expect(
      main(`_Bool b = 0.5; char c = 200; unsigned u = -1; double d = 1; enum { A = 3 } e = A; long l = c;
        b = &b; b++; u = d; c = e; l = u + c; int *q = 0; l = (long)q; q = (int *)l; b |= 2; d = c / 2.0f;`),
    ).toMatchInlineSnapshot(`
      "main():
        0 -> 1: declare b: u8
        1 -> 2: b = 1u8
        2 -> 3: declare c: i8
        3 -> 4: c = -56i8
        4 -> 5: declare u: u32
        5 -> 6: u = 4294967295u32
        6 -> 7: declare d: double
        7 -> 8: d = 1.0
        8 -> 9: declare e: u32
        9 -> 10: e = 3u32
        10 -> 11: declare l: i64
        11 -> 12: l = (i64)c
        12 -> 13: b = 1u8
        13 -> 14: b = (u8)(((i32)b + 1) != 0)
        14 -> 15: u = (u32)d
        15 -> 16: c = (i8)e
        16 -> 17: l = (i64)(u +u32 (u32)c)
        17 -> 18: declare q: ptr
        18 -> 19: q = null
        19 -> 20: l = (i64)q
        20 -> 21: q = (ptr)l
        21 -> 22: b = (u8)(((i32)b | 2) != 0)
        22 -> 23: d = (double)((float)(i32)c /float 2.0f)
        23 -> exit: return 0"
    `);
  });

  it("computes addresses", () => {
    expect(
      main(`int a[4][5], i = 1; struct s { char c; struct s *n; int v[3]; } s, *q = &s;
        a[i][2] = 7; q->n->v[i] = s.v[2]; int *e = &a[3][i] - 2; long n = e - a[0]; i = e < a[1]; i = "xyz"[i];`),
    ).toMatchInlineSnapshot(`
      "main():
        0 -> 1: declare a: 80 bytes
        1 -> 2: declare i: i32
        2 -> 3: i = 1
        3 -> 4: declare s: 32 bytes
        4 -> 5: declare q: ptr
        5 -> 6: q = &s
        6 -> 7: i32[(&a + ((u64)i *u64 20u64)) + 8u64] = 7
        7 -> 8: i32[(ptr[q + 8u64] + 16u64) + ((u64)i *u64 4u64)] = i32[&s + 24u64]
        8 -> 9: declare e: ptr
        9 -> 10: e = ((&a + 60u64) + ((u64)i *u64 4u64)) + 18446744073709551608u64
        10 -> 11: declare n: i64
        11 -> 12: n = (e -i64 &a) /i64 4i64
        12 -> 13: i = e < (&a + 20u64)
        13 -> 14: i = (i32)i8[&"0" + (u64)i]
        14 -> exit: return 0"
    `);
  });

  it("copies records", () => {
    expect(
      main(
        `struct s x = mk(1), y, *q = &x; y = x; *q = mk(2); y = g ? x : mk(3); g = mk(4).b; mk(5); take(x, f());
         take((struct s){ 1 }, 2);`,
        `${globals} struct s { int a, b; }; struct s mk(int v) { struct s r = { v }; return r; }
         int take(struct s v, int n) { return v.a + n; }`,
      ),
    ).toMatchInlineSnapshot(`
      "main():
        0 -> 1: declare x: 8 bytes
        1 -> 2: 8 bytes at &x = mk(1)
        2 -> 3: declare y: 8 bytes
        3 -> 4: declare q: ptr
        4 -> 5: q = &x
        5 -> 6: copy 8 bytes to &y from &x
        6 -> 7: 8 bytes at &$1 = mk(2)
        7 -> 8: copy 8 bytes to q from &$1
        8 -> 9: [g] {conditional true}
        8 -> 10: ![g] {conditional false}
        9 -> 12: copy 8 bytes to &$2 from &x
        10 -> 11: 8 bytes at &$3 = mk(3)
        11 -> 12: copy 8 bytes to &$2 from &$3
        12 -> 13: copy 8 bytes to &y from &$2
        13 -> 14: 8 bytes at &$4 = mk(4)
        14 -> 15: g = i32[&$4 + 4u64]
        15 -> 16: mk(5)
        16 -> 17: copy 8 bytes to &$5 from &x
        17 -> 18: $6 = f()
        18 -> 19: take(8 bytes at &$5, $6)
        19 -> 20: declare literal.1: 8 bytes
        20 -> 21: clear 8 bytes at &literal.1
        21 -> 22: i32[&literal.1] = 1
        22 -> 23: take(8 bytes at &literal.1, 2)
        23 -> exit: return 0"
    `);
  });

  it("initialises locals", () => {
    expect(
      main(
        `int x = f(); int a[3] = { 1, 0, x }; char t[6] = "ab", u[] = "cd"; struct { int v; double d; } s = { .d = 2 };
         int z = {}; int *l = (int[]){ 1, x };`,
        globals,
      ),
    ).toMatchInlineSnapshot(`
      "main():
        0 -> 1: declare x: i32
        1 -> 2: x = f()
        2 -> 3: declare a: 12 bytes
        3 -> 4: clear 12 bytes at &a
        4 -> 5: i32[&a] = 1
        5 -> 6: i32[&a + 8u64] = x
        6 -> 7: declare t: 6 bytes
        7 -> 8: clear 6 bytes at &t
        8 -> 9: copy 3 bytes to &t from &"0"
        9 -> 10: declare u: 3 bytes
        10 -> 11: copy 3 bytes to &u from &"1"
        11 -> 12: declare s: 16 bytes
        12 -> 13: clear 16 bytes at &s
        13 -> 14: double[&s + 8u64] = 2.0
        14 -> 15: declare z: i32
        15 -> 16: z = 0
        16 -> 17: declare l: ptr
        17 -> 18: declare literal.1: 8 bytes
        18 -> 19: clear 8 bytes at &literal.1
        19 -> 20: i32[&literal.1] = 1
        20 -> 21: i32[&literal.1 + 4u64] = x
        21 -> 22: l = &literal.1
        22 -> exit: return 0"
    `);
  });

  it("lowers statement expressions", () => {
    expect(
      main("int x = ({ int y = f(); y + 1; }); x = ({ g = 1; ; x; }) + g;", globals),
    ).toMatchInlineSnapshot(`
      "main():
        0 -> 1: declare x: i32
        1 -> 2: declare y: i32
        2 -> 3: y = f()
        3 -> 4: $1 = y + 1
        4 -> 5: x = $1
        5 -> 6: unsupported: unsequenced side effects on 'g' (C11 6.5p2)
        6 -> 7: g = 1
        7 -> 8: $2 = x
        8 -> 9: x = $2 + g
        9 -> exit: return 0"
    `);
  });

  it("fits arguments to definitions without prototype", () => {
    expect(
      main("k(300, 1); n(1, 2);", "int k(c, i) char c; int i; { return c; } int n() { return 0; }"),
    ).toMatchInlineSnapshot(`
        "main():
          0 -> 1: k(44i8, 1)
          1 -> 2: n()
          2 -> exit: return 0"
      `);
  });

  it("evaluates what is discarded only where it can fail", () => {
    expect(
      main("int x = 1; x; x + 1; *p; (void)(x / g); x < 2, g; x ? f() : g;", globals),
    ).toMatchInlineSnapshot(`
        "main():
          0 -> 1: declare x: i32
          1 -> 2: x = 1
          2 -> 3: $1 = x + 1
          3 -> 4: $2 = i32[p]
          4 -> 5: $3 = x / g
          5 -> 6: [x] {conditional true}
          5 -> 7: ![x] {conditional false}
          6 -> 7: f()
          7 -> exit: return 0"
      `);
  });

  it("lowers builtins", () => {
    expect(
      main(
        `int x = 1, r; double d = 2; x = __builtin_expect(x, 1); x = __builtin_add_overflow(x, 2u, &r);
         x = __builtin_isnan(d) + __builtin_isinf_sign(d); x = __builtin_signbit(d); x = __builtin_ctzl(x);
         __sync_fetch_and_add(&g, 2); x = __atomic_load_n(&g, 5); d = __builtin_inf(); __builtin_unreachable();`,
        globals,
      ),
    ).toMatchInlineSnapshot(`
      "main():
        0 -> 1: declare x: i32
        1 -> 2: x = 1
        2 -> 3: declare r: i32
        3 -> 4: declare d: double
        4 -> 5: d = 2.0
        5 -> 6: x = x
        6 -> 7: $1 = (i64)x +i64 2i64
        7 -> 8: r = (i32)$1
        8 -> 9: x = (i64)(i32)$1 !=i64 $1
        9 -> 10: x = (d !=double d) + ((d ==double inf) ? 1 : ((d ==double -inf) ? -1 : 0))
        10 -> 11: $2 = __builtin_signbit(d)
        11 -> 12: x = $2
        12 -> 13: $3 = __builtin_ctzl((u64)x)
        13 -> 14: x = $3
        14 -> 15: __agon_atomic_begin(&g, 5, 3)
        15 -> 16: $4 = g
        16 -> 17: $5 = (i32)((u32)$4 +u32 2u32)
        17 -> 18: g = $5
        18 -> 19: __agon_atomic_end(&g, 5, 3)
        19 -> 20: __agon_atomic_begin(&g, 5, 1)
        20 -> 21: $6 = g
        21 -> 22: __agon_atomic_end(&g, 5, 1)
        22 -> 23: x = $6
        23 -> 24: d = inf
        24 -> 25: __builtin_unreachable()
        25 -> exit: return 0"
    `);
  });

  it("marks what is not supported where it stands", () => {
    expect(
      main('int x = 1; if (x > 1) { int y; asm("nop" : "=r"(y)); } x = 2;'),
    ).toMatchInlineSnapshot(`
      "main():
        0 -> 1: declare x: i32
        1 -> 2: x = 1
        2 -> 3: [x > 1] {if true}
        2 -> 7: ![x > 1] {if false}
        3 -> 4: declare y: i32
        4 -> 5: unsupported: inline assembly
        5 -> 6: $1 = __VERIFIER_nondet_agon_input()
        6 -> 7: y = $1
        7 -> 8: x = 2
        8 -> exit: return 0"
    `);
  });
});
