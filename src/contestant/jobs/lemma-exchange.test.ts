import { beforeAll, expect, test } from "vitest";
import { parseProperty } from "../../ground/properties/index.ts";
import { defined } from "../../ground/util/defined.ts";
import type { Invariant } from "../../ground/witness/index.ts";
import { Budget } from "../call/budget.ts";
import type { Configuration } from "../plan/configurations.ts";
import { verify } from "../plan/verify.ts";
import { loadProgram } from "../program/load-program.ts";
import { type CadicalFactory, createCadical } from "../solver/cadical-wasm.ts";
import { LemmaExchange } from "./lemma-exchange.ts";

/** The bound of `s` depends on another function: induction does not guess it. */
const PROGRAM = `extern void abort(void);
void reach_error(void) { abort(); }
extern int __VERIFIER_nondet_int(void);
unsigned next(unsigned s) { s += 23; if (s > 1000) return 17; return s; }
void far(unsigned b) { if (b > 2000) reach_error(); }
int main(void) {
  unsigned s = 17, b = 34;
  while (__VERIFIER_nondet_int()) {
    unsigned t = next(s);
    b = b + 2 * (t - s);
    s = t;
  }
  far(b);
  return 0;
}
`;

const loaded = loadProgram("p.c", PROGRAM, "ILP32");
const property = parseProperty("CHECK( init(main()), LTL(G ! call(reach_error())) )", "p.prp");

let solvers: CadicalFactory;
beforeAll(async () => {
  solvers = await createCadical();
});

function run(lemmas: LemmaExchange | undefined, ...techniques: string[]): string {
  const configuration: Configuration = {
    name: "test",
    description: "",
    techniques: techniques.map((technique) => ({ technique, share: 0.5 })),
  };
  return verify(loaded.program, property, {
    configuration,
    budget: new Budget(12),
    createSatSolver: () => solvers.create(),
    seed: 1,
    ...defined({ lemmas }),
  }).verdict;
}

/** An exchange without other threads, and the invariants that it sends. */
function exchange(received: readonly Invariant[] = []): {
  lemmas: LemmaExchange;
  sent: Invariant[];
} {
  const sent: Invariant[] = [];
  const inbox = [received];
  const lemmas = new LemmaExchange(
    loaded,
    (invariants) => sent.push(...invariants),
    () => inbox.pop() ?? [],
  );
  return { lemmas, sent };
}

function atLoop(...expressions: string[]): Invariant[] {
  const location = { file: "p.c", line: 8, column: 3, function: "main" };
  return expressions.map((expression) => ({
    type: "loop_invariant",
    location,
    expression,
    format: "c_expression",
  }));
}

test("neither technique proves it alone", () => {
  expect(run(undefined, "abstract-interpretation", "induction")).toBe("unknown");
});

test("induction uses the bounds of the abstract interpretation", () => {
  const { lemmas, sent } = exchange();
  expect(run(lemmas, "abstract-interpretation", "induction")).toBe("true");
  expect(sent.map(({ expression }) => expression)).toContain("s <= 1000U");
});

test.each(["induction", "k-induction", "bounded-model-checking"] as const)(
  "%s uses what another thread has sent, as far as it holds",
  (technique) => {
    const claims = atLoop("s <= 1000U", "b == 2U * s", "s <= 500U", "no C", "s <= nothing");
    expect(run(exchange(claims).lemmas, technique)).toBe("true");
  },
);

test.each(["induction", "k-induction", "bounded-model-checking"] as const)(
  "%s believes no lemma that does not hold",
  (technique) => {
    const wrong = loadProgram("p.c", PROGRAM.replace("b > 2000", "b > 1900"), "ILP32");
    const inbox = [atLoop("b <= 1900U", "s <= 950U", "s <= 1000U", "s > 100000U", "0")];
    const result = verify(wrong.program, property, {
      configuration: { name: "test", description: "", techniques: [{ technique, share: 1 }] },
      budget: new Budget(6),
      createSatSolver: () => solvers.create(),
      seed: 1,
      lemmas: new LemmaExchange(
        wrong,
        () => undefined,
        () => inbox.pop() ?? [],
      ),
    });
    expect(result.verdict).not.toBe("true");
  },
);
