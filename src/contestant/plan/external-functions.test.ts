import { describe, expect, test } from "vitest";
import { settled } from "../../../test/support/settled.ts";
import { parseProperty } from "../../ground/properties/index.ts";
import { Budget } from "../call/budget.ts";
import { loadProgram } from "../program/load-program.ts";
import { createCadical } from "../solver/cadical-wasm.ts";
import { findConfiguration } from "./configurations.ts";
import { type VerificationResult, verify } from "./verify.ts";

const UNREACH = "CHECK( init(main()), LTL(G ! call(reach_error())) )";

describe("functions without a definition", () => {
  test.each([
    [
      "return any value",
      "int get(void);",
      "if (get() == 77 && get() == 82) reach_error();",
      "false",
    ],
    ["of the result's type", "unsigned char get(void);", "if (get() > 255) reach_error();", "true"],
    [
      "_Bool is 0 or 1",
      "_Bool get(void);",
      "int b = get(); if (b != 0 && b != 1) reach_error();",
      "true",
    ],
    ["change no globals", "void f(int);", "x = 3; f(x); if (x != 3) reach_error();", "true"],
    [
      "change nothing behind pointers to const",
      "void f(const int *);",
      "int v = 1; f(&v); if (v != 1) reach_error();",
      "true",
    ],
    [
      "may change what they get the address of",
      "void f(int *);",
      "int v = 1; f(&v); if (v != 1) reach_error();",
      "unknown",
    ],
    [
      "but need not",
      "void f(int *); int get(void);",
      "int v = get(); f(&v); if (v == 9) reach_error();",
      "false",
    ],
    [
      "also as a variable argument",
      "void f(const char *, ...);",
      'int v = 1; f("", &v); if (v != 1) reach_error();',
      "unknown",
    ],
    [
      "variable arguments that are numbers are harmless",
      "void f(const char *, ...);",
      'int v = 1; f("", v, 2.0); if (v != 1) reach_error();',
      "true",
    ],
    [
      "also through a pointer to the function",
      "void f(const char *, ...);",
      'void (*g)(const char *, ...) = f; int v = 1; g("", &v); if (v != 1) reach_error();',
      "unknown",
    ],
    [
      "also without a prototype",
      "void f();",
      "int v = 1; f(&v); if (v != 1) reach_error();",
      "unknown",
    ],
    [
      "may call what they get the address of",
      "void f(void (*)(void)); void g(void) { x = 1; }",
      "f(g); if (x != 0) reach_error();",
      "unknown",
    ],
    [
      "no proof rests on what a returned pointer points to",
      "int *f(void);",
      "int *p = f(); *p = 1; if (*p != 1) reach_error();",
      "unknown",
    ],
    [
      "do not return when they are declared so",
      "void f(void) __attribute__((noreturn));",
      "f(); reach_error();",
      "true",
    ],
    [
      "records are not known",
      "struct s { int a; }; struct s f(void);",
      "if (f().a == 1) reach_error();",
      "unknown",
    ],
    [
      "what a standard defines is none",
      "double cbrt(double); long pathconf(const char *, int); int sem_trywait(void *);",
      "if (cbrt(8.0) == 3.0) reach_error();",
      "unknown",
    ],
    [
      "nor is what POSIX defines",
      "unsigned short htons(unsigned short), ntohs(unsigned short);",
      "if (ntohs(htons(1)) != 1) reach_error();",
      "unknown",
    ],
    [
      "macros of POSIX that take handlers",
      "void g(void *p) { x = 1; }",
      "pthread_cleanup_push(g, 0); pthread_cleanup_pop(1); if (x != 1) reach_error();",
      "unknown",
    ],
  ] as const)("%s: %s %s", async (_name, declarations, body, verdict) => {
    const text = `extern void reach_error(void); int x; ${declarations} int main(void) { ${body} return 0; }`;
    for (const configuration of ["default", "bmc", "induction"]) {
      const isDecided = configuration === "default" && verdict !== "unknown";
      const result = await decide(text, configuration, isDecided);
      // A single technique may answer UNKNOWN, but must not contradict the expected verdict.
      const allowed = configuration === "default" ? [verdict] : [verdict, "unknown"];
      expect(allowed, configuration).toContain(result.verdict);
    }
  });

  test("the witness says what they returned", async () => {
    const text = `extern void reach_error(void); extern int get(void), rest(void);
int main(void) { int a = get(); rest(); if (a == 77 && rest() == 5) reach_error(); return 0; }`;
    const result = await decide(text, "bmc");
    if (result.verdict !== "false" || result.witness.kind !== "violation") {
      throw new Error(result.verdict);
    }
    const constraints = result.witness.segments.map(({ follow }) =>
      follow.type === "function_return" ? follow.constraint : follow.type,
    );
    expect(constraints).toEqual(["\\result == 77", "\\result == 5", "target"]);
  });
});

async function decide(text: string, name: string, isDecided = true): Promise<VerificationResult> {
  const solvers = await createCadical();
  const configuration = findConfiguration(name);
  if (configuration === undefined) throw new Error(name);
  const { program } = loadProgram("test.c", text, "LP64");
  const ask = (seconds: number): VerificationResult =>
    verify(program, parseProperty(UNREACH, "p.prp"), {
      configuration,
      budget: new Budget(seconds),
      seed: 1,
      createSatSolver: () => solvers.create(),
    });
  return isDecided ? settled(1, ask) : ask(1);
}
