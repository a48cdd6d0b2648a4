import { describe, expect, test } from "vitest";
import { randomProgram } from "../../../test/support/random-c-program.ts";
import { buildProgram, describeOutcome, runC, ZEROS } from "../../../test/support/run-c.ts";
import type { CallEdge, CfaEdge, Expression } from "../cfa/model/cfa.ts";
import { compileProgram, UndefinedEvaluation } from "./index.ts";

function textOf(program: { readonly text: string }, edge: CfaEdge): string {
  return program.text.slice(edge.range.start, edge.range.end);
}

describe("observers", () => {
  const text = `
    extern int __VERIFIER_nondet_int(void);
    static int half(int x) { return x / 2; }
    static long long big(void) { return -3; }
    int main(void) {
      int a = __VERIFIER_nondet_int();
      int b = half(a);
      big();
      if (b > 3) b = 0;
      return b;
    }`;

  test("see every edge, the depth, and results as bit patterns", () => {
    const program = buildProgram(text, "LP64");
    const seen: string[] = [];
    const results: (bigint | undefined)[] = [];
    const compiled = compileProgram(program, {
      errorFunctions: new Set(),
      overflow: "wrap",
      observer: {
        onEdge: (edge, view) => {
          seen.push(`${view.functionName}/${view.depth} ${edge.kind} ${textOf(program, edge)}`);
          return undefined;
        },
        onCallReturn: (_edge: CallEdge, result) => {
          results.push(result);
        },
      },
    });
    expect(describeOutcome(compiled.run({ nondet: () => -6n }))).toBe("exit 253");
    expect(seen).toContain("half/2 return return x / 2;");
    expect(seen).toContain("main/1 assume b > 3");
    expect(results).toEqual([0xfffffffan, 0xfffffffdn, 0xfffffffffffffffdn]);
  });

  test("may stop a run before an edge", () => {
    const outcome = runC(text, {
      observer: { onEdge: (edge) => (edge.kind === "assume" ? "stop" : undefined) },
    });
    expect(describeOutcome(outcome)).toBe("stopped");
  });

  test("evaluate the expressions of edges to what the run makes of them", () => {
    const values: bigint[] = [];
    runC(
      `int main(void) { int s = 0; for (unsigned char i = 250; i != 2; i++) s = s * 3 - i; return s; }`,
      {
        observer: {
          onEdge: (edge, view) => {
            if (edge.kind === "return" && edge.value?.kind === "scalar") {
              values.push(view.evaluate(edge.value.value));
            }
            return undefined;
          },
        },
      },
    );
    let s = 0;
    for (let i = 250; i !== 2; i = (i + 1) & 255) s = Math.imul(s, 3) - i;
    expect(values).toEqual([BigInt.asUintN(32, BigInt(s))]);
  });

  test.each([1, 2, 3, 4])("evaluate as the generated code does (program %i)", (seed) => {
    // Checks each assigned value after its edge.
    let expected: { readonly load: Expression; readonly value: bigint } | undefined;
    let checks = 0;
    const main = `int main(void) { p_run(); return 0; }`;
    runC(`${randomProgram({ seed, prefix: "p_", bits: 64 })}\n${main}`, {
      observer: {
        onEdge: (edge, view) => {
          if (expected !== undefined) expect(view.evaluate(expected.load)).toBe(expected.value);
          expected = undefined;
          if (
            edge.kind === "assign" &&
            edge.address.kind === "address" &&
            edge.bitField === undefined
          ) {
            const { type } = edge.value;
            const load = { kind: "load", type, address: edge.address } as const;
            expected = { load, value: view.evaluate(edge.value) };
            checks++;
          }
          return undefined;
        },
      },
    });
    expect(checks).toBeGreaterThan(50);
  });

  test("learn that an expression has no value", () => {
    const faults: string[] = [];
    runC("int main(void) { int z = 0; int *p = 0; if (z) return *p + 1 / z; return 0; }", {
      observer: {
        onEdge: (edge, view) => {
          if (edge.kind !== "assume" || edge.truth) return undefined;
          const zero: Expression = edge.condition;
          const int = { kind: "int", bits: 32, signed: true } as const;
          const one: Expression = { kind: "integer", type: int, value: 1n };
          try {
            view.evaluate({ kind: "binary", operator: "div", type: int, left: one, right: zero });
          } catch (error) {
            if (error instanceof UndefinedEvaluation) faults.push(error.behaviour);
          }
          return undefined;
        },
      },
    });
    expect(faults).toEqual(["division-by-zero"]);
  });
});

describe("runs of one compiled program", () => {
  test("do not influence each other", () => {
    const program = buildProgram(
      `extern int __VERIFIER_nondet_int(void); extern void *malloc(__SIZE_TYPE__);
       int g = 5; double d = 1.5; int a[3] = { 1 };
       int main(void) { int k = __VERIFIER_nondet_int(); int *p = malloc(4); int before = g + a[0] + (int)(d * 2) + *p;
         g = k; a[0] = k; d = k; *p = k; int l; int *q = &l; *q = k; return before; }`,
      "LP64",
    );
    const compiled = compileProgram(program, { errorFunctions: new Set(), overflow: "wrap" });
    for (const input of [77n, -1n, 3n]) {
      expect(describeOutcome(compiled.run({ nondet: () => input }))).toBe("exit 9");
      expect(compiled.unfreed().map(({ size }) => size)).toEqual([4]);
    }
  });

  test("stop at the limit of steps, and count them", () => {
    const program = buildProgram("int main(void) { for (int i = 0; i < 1000; i++) ; }", "ILP32");
    const options = { errorFunctions: new Set<string>(), overflow: "wrap" } as const;
    const free = compileProgram(program, options);
    expect(describeOutcome(free.run(ZEROS))).toBe("exit 0");
    expect(free.steps).toBeGreaterThan(2000);
    const limited = compileProgram(program, { ...options, maxSteps: 1000 });
    expect(describeOutcome(limited.run(ZEROS))).toBe("limit steps");
    const enough = compileProgram(program, { ...options, maxSteps: free.steps });
    expect(describeOutcome(enough.run(ZEROS))).toBe("exit 0");
  });
});

describe("inputs", () => {
  const declarations = `
    typedef unsigned long long u64;
    extern signed char __VERIFIER_nondet_char(void); extern unsigned short __VERIFIER_nondet_ushort(void);
    extern _Bool __VERIFIER_nondet_bool(void); extern u64 __VERIFIER_nondet_ulonglong(void);
    extern float __VERIFIER_nondet_float(void); extern double __VERIFIER_nondet_double(void);`;

  test("are bit patterns of the type", () => {
    const body = `int main(void) { return (__VERIFIER_nondet_char() == -1) + (__VERIFIER_nondet_ushort() == 65535) * 2
      + (__VERIFIER_nondet_bool() == 1) * 4 + (__VERIFIER_nondet_ulonglong() == ~0ULL) * 8; }`;
    expect(describeOutcome(runC(declarations + body, { inputs: { nondet: () => -1n } }))).toBe(
      "exit 15",
    );
    const inputs = { nondet: () => 0n, nondet32: () => 0xffffffff };
    expect(describeOutcome(runC(declarations + body, { inputs }))).toBe("exit 7");
  });

  test("of floating types are IEEE patterns", () => {
    const body =
      "int main(void) { return (__VERIFIER_nondet_float() == 1.5f) + (__VERIFIER_nondet_double() == -2.0) * 2; }";
    const inputs = {
      nondet: (_: CallEdge, type: { kind: string; format?: string }) =>
        type.format === "float" ? 0x3fc00000n : 0xc000000000000000n,
    };
    expect(describeOutcome(runC(declarations + body, { inputs }))).toBe("exit 3");
  });

  test("fill memory that becomes indeterminate", () => {
    const body = `extern void *malloc(__SIZE_TYPE__);
      int main(void) { int x; int a[2]; int *p = malloc(4); _Bool b; int sum = x + a[1] + *p + b; return sum; }`;
    const sizes: number[] = [];
    const inputs = {
      nondet: () => 0n,
      fill: (_: CfaEdge, size: number) => {
        sizes.push(size);
        return new Uint8Array(size).fill(3);
      },
    };
    const expected = (3 * 0x03030303 + 1) & 255;
    expect(describeOutcome(runC(body, { inputs }))).toBe(`exit ${expected}`);
    expect(sizes.sort((x, y) => x - y)).toEqual([1, 4, 4, 8]);
  });
});
