/**
 * Random reactive machines: an endless loop that reads an event and lets one of a few processes
 * react, depending on its program counter and on shared variables of few values. Visiting all
 * states decides whether the claim can be violated.
 */

import { randomIntegers } from "../../src/ground/util/pseudo-random.ts";

export interface ReactiveTask {
  readonly text: string;
  readonly dataModel: "ILP32" | "LP64";
  readonly isViolated: boolean;
  /** Number of states of the machine. */
  readonly states: number;
}

/** Values of variables are below this. */
const VALUES = 8;
const DATA = 4;

interface Variable {
  readonly name: string;
  /** Its name in C: a scalar, an element, a member. */
  readonly place: string;
}

type State = number[];
type Operand = (state: State, data: number) => number;
interface Printed<T> {
  readonly text: string;
  readonly run: T;
}
/** False: the process returns. */
type Statement = Printed<(state: State, data: number) => boolean>;
type Condition = Printed<(state: State, data: number) => boolean>;

export function randomReactiveTask(seed: number): ReactiveTask {
  return new Generator(randomIntegers(seed)).task();
}

class Generator {
  readonly #below: (limit: number) => number;
  readonly #variables: Variable[] = [];

  constructor(below: (limit: number) => number) {
    this.#below = below;
  }

  #pick<T>(list: readonly T[]): T {
    return list[this.#below(list.length)] as T;
  }

  task(): ReactiveTask {
    const count = 3 + this.#below(3);
    const places = [
      (n: number) => `v${n}`,
      (n: number) => `table[${n}]`,
      (n: number) => `box.f${n}`,
    ];
    const type = this.#pick(["int", "unsigned char", "short", "unsigned"]);
    for (let n = 0; n < count; n++) {
      this.#variables.push({ name: `v${n}`, place: this.#pick(places)(n) });
    }
    const processes = Array.from({ length: 2 + this.#below(3) }, (_, n) => this.#process(n));
    const initial = this.#variables.map(() => this.#below(2));
    const claim = this.#claimFor(initial);
    const { reached, isViolated } = explore(initial, processes, claim);
    const members = this.#variables.map((_, n) => `${type} f${n};`).join(" ");
    const starts = this.#variables.map(({ place }, n) => `${place} = ${initial[n]};`).join(" ");
    const calls = processes.map((_, n) => `case ${n}: p${n}(d); break;`).join(" ");
    const isLeft = this.#below(2) === 0;
    const [guard, other] = isLeft
      ? [`if (event < 0 || event >= ${processes.length}) return 0;`, ""]
      : ["", "default: break;"];
    const text = `extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static ${type} ${this.#variables.map(({ name }) => name).join(", ")};
static ${type} table[${count}];
static struct { ${members} } box;
${processes.map(({ text: body }, n) => `static void p${n}(int d) {\n${body}}`).join("\n")}
int main(void) {
${starts}
while (1) {
int event = __VERIFIER_nondet_int();
int d = __VERIFIER_nondet_uchar() & ${DATA - 1};
${guard}
switch (event) { ${calls} ${other} }
if (!(${claim.text})) reach_error();
}
}
`;
    const dataModel = this.#pick(["ILP32", "LP64"] as const);
    return { text, dataModel, isViolated, states: reached };
  }

  /** Holds at first: a claim that is violated at once is not a useful test. */
  #claimFor(initial: State): Condition {
    for (;;) {
      const claim = this.#condition(2);
      if (claim.run(initial, 0)) return claim;
    }
  }

  /** A chain of guarded reactions, or a switch over one of the variables. */
  #process(index: number): Statement {
    const own = index % this.#variables.length;
    const isSwitch = this.#below(3) === 0;
    const cases = Array.from({ length: 2 + this.#below(4) }, (_, value) => ({
      value,
      guard: this.#condition(2),
      body: this.#block(),
    }));
    if (isSwitch) {
      const arms = cases.map(({ value, body }) => `case ${value}: ${body.text} break;`);
      return {
        text: `switch (${this.#variables[own]?.place}) {\n${arms.join("\n")}\ndefault: break; }\n`,
        run: (state, data) =>
          cases.find(({ value }) => value === state[own])?.body.run(state, data) ?? true,
      };
    }
    const chain = cases.map(({ guard, body }) => `if (${guard.text}) { ${body.text} return; }\n`);
    return {
      text: chain.join(""),
      run: (state, data) =>
        cases.find(({ guard }) => guard.run(state, data))?.body.run(state, data) ?? true,
    };
  }

  #block(): Statement {
    const statements = Array.from({ length: 1 + this.#below(3) }, () => this.#statement());
    return {
      text: statements.map(({ text }) => text).join(" "),
      run: (state, data) => statements.every(({ run }) => run(state, data)),
    };
  }

  #statement(): Statement {
    const target = this.#below(this.#variables.length);
    const value = this.#operand();
    const assignment: Statement = {
      text: `${this.#variables[target]?.place} = ${value.text};`,
      run: (state, data) => {
        state[target] = value.run(state, data);
        return true;
      },
    };
    if (this.#below(3) > 0) return assignment;
    const test = this.#condition(1);
    const leaves = this.#below(3) === 0;
    return {
      text: `if (${test.text}) { ${assignment.text} ${leaves ? "return;" : ""} }`,
      run: (state, data) => {
        if (!test.run(state, data)) return true;
        assignment.run(state, data);
        return !leaves;
      },
    };
  }

  #variable(): Printed<Operand> {
    const index = this.#below(this.#variables.length);
    return {
      text: this.#variables[index]?.place ?? "",
      run: (state) => state[index] as number,
    };
  }

  #operand(): Printed<Operand> {
    const constant = this.#below(VALUES);
    const [a, b] = [this.#variable(), this.#variable()];
    return this.#pick<Printed<Operand>>([
      { text: `${constant}`, run: () => constant },
      { text: `${constant & 1}`, run: () => constant & 1 },
      a,
      { text: "d", run: (_, data) => data },
      {
        text: `(${a.text} + 1) & ${VALUES - 1}`,
        run: (state, data) => (a.run(state, data) + 1) & (VALUES - 1),
      },
      {
        text: `(${a.text} ^ ${b.text}) & 3`,
        run: (state, data) => (a.run(state, data) ^ b.run(state, data)) & 3,
      },
      {
        text: `${a.text} > 0 ? ${a.text} - 1 : 0`,
        run: (state, data) => Math.max(a.run(state, data) - 1, 0),
      },
    ]);
  }

  /** The claim does not depend on the data of the event. */
  #condition(parts: number): Condition {
    const [a, b, constant] = [this.#variable(), this.#variable(), this.#below(VALUES)];
    const single = this.#pick<Condition>([
      { text: `${a.text} == ${constant}`, run: (s, d) => a.run(s, d) === constant },
      { text: `${a.text} != ${constant}`, run: (s, d) => a.run(s, d) !== constant },
      { text: `${a.text} <= ${b.text}`, run: (s, d) => a.run(s, d) <= b.run(s, d) },
      { text: `${a.text} < ${constant}`, run: (s, d) => a.run(s, d) < constant },
    ]);
    if (parts === 1 || this.#below(2) === 0) return single;
    const other = this.#condition(parts - 1);
    return this.#below(2) === 0
      ? {
          text: `(${single.text}) && (${other.text})`,
          run: (s, d) => single.run(s, d) && other.run(s, d),
        }
      : {
          text: `(${single.text}) || (${other.text})`,
          run: (s, d) => single.run(s, d) || other.run(s, d),
        };
  }
}

/** Visits all states after events. */
function explore(
  initial: State,
  processes: readonly Statement[],
  claim: Condition,
): { reached: number; isViolated: boolean } {
  const seen = new Set([initial.join()]);
  const waiting = [initial];
  let isViolated = false;
  const visit = (state: State): void => {
    if (!claim.run(state, 0)) {
      isViolated = true;
      return;
    }
    const key = state.join();
    if (seen.has(key)) return;
    seen.add(key);
    waiting.push(state);
  };
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    for (const process of processes) {
      for (let data = 0; data < DATA; data++) {
        const next = [...state];
        process.run(next, data);
        visit(next);
      }
    }
  }
  return { reached: seen.size, isViolated };
}
