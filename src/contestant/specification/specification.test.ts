import { describe, expect, test } from "vitest";
import { loadProgram } from "../../../test/regression/verdicts.ts";
import { parseProperty } from "../../ground/properties/index.ts";
import { labelFunction } from "../cfa/index.ts";
import { compileProgram } from "../interpreter/index.ts";
import { asksOnlyFor, errorLabels, isReachSafety, isReplayable, specificationOf } from "./index.ts";

const MEMORY_SAFETY = ["G valid-free", "G valid-deref", "G valid-memtrack"];
const CALL = "G ! call(reach_error())";

/** One specification of all formulas, each parsed as a property file. */
function specified(formulas: readonly string[]) {
  const read = (formula: string) =>
    parseProperty(`CHECK( init(main()), LTL(${formula}) )`, "p.prp").formulas;
  return specificationOf({ formulas: formulas.flatMap(read) });
}

/** The violation of the execution with zeros as inputs. */
function seen(formulas: readonly string[], body: string): string | undefined {
  const text = `void reach_error(void); void *malloc(unsigned long); void free(void *);
int __VERIFIER_nondet_int(void);
int main(void) { ${body} return 0; }`;
  const { program } = loadProgram("program.c", text, "LP64");
  const specification = specified(formulas);
  const run = compileProgram(program, specification.execution);
  return specification.observe(run, run.run({ nondet: () => 0n }))?.subproperty;
}

describe("the violated formula is named", () => {
  const cases: readonly [formulas: readonly string[], body: string, named: string | undefined][] = [
    [MEMORY_SAFETY, "int a[2]; a[__VERIFIER_nondet_int() + 2] = 1;", "valid-deref"],
    [MEMORY_SAFETY, "int a; free(&a + __VERIFIER_nondet_int());", "valid-free"],
    [MEMORY_SAFETY, "int *p = malloc(4); if (!p) return 0; p = 0;", "valid-memtrack"],
    [MEMORY_SAFETY, "int x = 2147483647; x = x + 1;", undefined],
    [MEMORY_SAFETY, "reach_error();", undefined],
    [["G valid-free"], "int a[2]; a[__VERIFIER_nondet_int() + 2] = 1;", undefined],
    [["G ! overflow", CALL], "int x = 2147483647; x = x + 1; reach_error();", "no-overflow"],
    [["G ! overflow"], "int x = 1; x = x << 31;", "no-overflow"],
    [["G ! overflow"], "long long x = 3; x = x << 62;", "no-overflow"],
    [["G ! overflow"], "int x = 1; x = x << 30;", undefined],
    [["G ! overflow", CALL], "reach_error();", "unreach-call"],
    [[CALL], "int x = 2147483647; x = x + 1; if (x < 0) reach_error();", "unreach-call"],
    [[...MEMORY_SAFETY, CALL], "int *p = 0; if (!p) reach_error();", "unreach-call"],
  ];
  test.each(cases)("%s: %s", (formulas, body, named) => {
    expect(seen(formulas, body)).toBe(named);
  });

  test.each(["int x = -1; x = x << 1;", "int x = -2147483647 - 1, y = -1; x = x % y;"])(
    "%s is undefined, but whether it is an overflow is disputed",
    (body) => expect(seen(["G ! overflow"], body)).toBeUndefined(),
  );
});

test("obligations mean what the formulas say", () => {
  const meanings = (formulas: readonly string[]) => {
    const { classify } = specified(formulas);
    const checks = ["call", "overflow", "dereference", "leak", "undefined", "unwinding"] as const;
    return checks.filter((check) => classify({ check }) === "violation");
  };
  expect(meanings([CALL])).toEqual(["call"]);
  expect(meanings(["G ! overflow", CALL])).toEqual(["call", "overflow"]);
  expect(meanings(MEMORY_SAFETY)).toEqual(["dereference", "leak"]);
  const { classify } = specified(MEMORY_SAFETY);
  expect(classify({ check: "undefined" })).toBe("incomplete");
  expect(classify({ check: "overflow" })).toBe("incomplete");
  expect(classify({ check: "unspecified" })).toBe("ignored");
  expect(specified([CALL]).classify({ check: "leak" })).toBe("ignored");
});

test("an execution that ends at an error violates no property of termination", () => {
  const { classify, execution } = specified(["F end"]);
  expect(classify({ check: "cycle" })).toBe("violation");
  expect(classify({ check: "call" })).toBe("ends-execution");
  expect(classify({ check: "overflow" })).toBe("incomplete");
  expect(execution.overflow).toBe("stop");
  expect(seen(["F end"], "reach_error();")).toBeUndefined();
  expect(specified([CALL]).classify({ check: "cycle" })).toBe("ignored");
});

test("a label is reached where its function is called", () => {
  const labelled = specificationOf({ formulas: [{ kind: "unreach-label", label: "ERROR" }] });
  expect(isReachSafety(labelled)).toBe(true);
  expect(labelled.execution.errorFunctions).toEqual(new Set([labelFunction("ERROR")]));
  expect(errorLabels(labelled)).toEqual(new Set(["ERROR"]));
  expect(errorLabels(specified([CALL]))).toEqual(new Set());
});

test("a formula without a meaning is still requested", () => {
  const asserted = specificationOf({
    formulas: [{ kind: "unreach-call", functionName: "reach_error" }, { kind: "valid-assert" }],
  });
  expect(isReachSafety(asserted)).toBe(false);
  expect(isReplayable(asserted)).toBe(false);
  expect(isReachSafety(specificationOf({ formulas: [] }))).toBe(false);
  expect(asksOnlyFor(specified(MEMORY_SAFETY), "dereference", "free")).toBe(false);
});
