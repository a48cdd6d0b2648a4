/**
 * Random programs over two small integers, for which exhaustive execution decides whether all
 * executions end: loops, loops in loops, and tail recursion, with and without choices of the
 * environment.
 */
import type { RandomGenerator } from "../../src/contestant/techniques/search/random-generator.ts";

export interface TerminationTask {
  readonly text: string;
  readonly ends: boolean;
}

type Value = (x: number, y: number) => number;
interface Operand {
  readonly text: string;
  readonly value: Value;
}

type Statement =
  | { readonly kind: "assign"; readonly target: 0 | 1; readonly operand: Operand }
  | {
      readonly kind: "if";
      readonly condition: Operand | undefined;
      readonly arms: readonly [Body, Body];
    }
  | { readonly kind: "while"; readonly condition: Operand | undefined; readonly body: Body }
  | { readonly kind: "break" };
type Body = readonly Statement[];

/** Instruction of a program at a point: its successors, with their values. */
type Instruction =
  | { readonly kind: "assign"; readonly target: 0 | 1; readonly operand: Operand; next: number }
  | { readonly kind: "branch"; readonly condition: Operand | undefined; yes: number; no: number };

const END = -1;
const SIZE = 256;

export function randomTerminationTask(random: RandomGenerator): TerminationTask {
  const isSigned = random.below(2) === 0;
  const type = isSigned ? "signed char" : "unsigned char";
  const wrap = (value: number): number => (isSigned ? (value << 24) >> 24 : value & 0xff);
  const isRecursive = random.below(5) === 0;
  const condition = comparison(random);
  const body = statements(random, isRecursive ? 2 : 3, isRecursive ? 0 : 2, !isRecursive);
  const starts = [0, 1].map(() => (random.below(3) === 0 ? constant(random) : undefined));
  const program: Body = [{ kind: "while", condition, body }];
  const [x, y] = starts.map((start) => start?.text ?? "__VERIFIER_nondet_char()");
  const prelude =
    "extern int __VERIFIER_nondet_int(void); extern char __VERIFIER_nondet_char(void);\n";
  const text = isRecursive
    ? `${prelude}static void f(${type} x, ${type} y) {\n  if (!(${condition.text})) return;\n${bodyText(body, 1)}  f(x, y);\n}
int main(void) { f(${x}, ${y}); return 0; }\n`
    : `${prelude}int main(void) {\n  ${type} x = ${x}, y = ${y};\n${bodyText(program, 1)}  return 0;\n}\n`;
  const instructions: Instruction[] = [];
  const entry = emit(instructions, program, END, END);
  return { text, ends: !hasCycle(instructions, entry, starts, wrap) };
}

// -------------------------------------------------------------------- programs

function statements(random: RandomGenerator, most: number, depth: number, breaks: boolean): Body {
  const count = 1 + random.below(most);
  return Array.from({ length: count }, () => statement(random, depth, breaks));
}

function statement(random: RandomGenerator, depth: number, breaks: boolean): Statement {
  const kind = random.below(10);
  const assignment: Statement = {
    kind: "assign",
    target: random.below(2) === 0 ? 0 : 1,
    operand: arithmetic(random),
  };
  if (depth === 0 || kind < 5) return assignment;
  const condition = random.below(4) === 0 ? undefined : comparison(random);
  if (kind < 8) {
    const otherwise = random.below(2) === 0 ? [] : statements(random, 2, depth - 1, breaks);
    const chosen = random.below(8) === 0 && breaks;
    const yes: Body = chosen ? [{ kind: "break" }] : statements(random, 2, depth - 1, breaks);
    return { kind: "if", condition, arms: [yes, otherwise] };
  }
  return { kind: "while", condition, body: statements(random, 2, depth - 1, true) };
}

function constant(random: RandomGenerator): Operand {
  const value = random.below(3) === 0 ? random.below(120) : random.below(6);
  return { text: String(value), value: () => value };
}

const X: Operand = { text: "x", value: (x) => x };
const Y: Operand = { text: "y", value: (_, y) => y };

function variable(random: RandomGenerator): Operand {
  return random.below(2) === 0 ? X : Y;
}

function arithmetic(random: RandomGenerator): Operand {
  const a = variable(random);
  const b = random.below(3) === 0 ? variable(random) : constant(random);
  const operators: readonly (readonly [string, (a: number, b: number) => number])[] = [
    ["+", (p, q) => p + q],
    ["-", (p, q) => p - q],
    ["-", (p, q) => p - q],
    ["+", (p, q) => p + q],
    ["&", (p, q) => p & q],
    ["^", (p, q) => p ^ q],
    [">> 1 ^ 0 *", (p, q) => (p >> 1) ^ (0 * q)],
    ["/ 2 + 0 *", (p, q) => Math.trunc(p / 2) + 0 * q],
    ["* 2 + 0 *", (p, q) => p * 2 + 0 * q],
    ["* 0 +", (_, q) => q],
  ];
  const [text, apply] = operators[random.below(operators.length)] as (typeof operators)[number];
  return {
    text: `${a.text} ${text} ${b.text}`,
    value: (x, y) => apply(a.value(x, y), b.value(x, y)),
  };
}

function comparison(random: RandomGenerator): Operand {
  const a = variable(random);
  const b = random.below(3) === 0 ? variable(random) : constant(random);
  const operators: readonly (readonly [string, (a: number, b: number) => boolean])[] = [
    ["<", (p, q) => p < q],
    [">", (p, q) => p > q],
    ["!=", (p, q) => p !== q],
    [">=", (p, q) => p >= q],
    ["==", (p, q) => p === q],
  ];
  const [text, holds] = operators[random.below(operators.length)] as (typeof operators)[number];
  return {
    text: `${a.text} ${text} ${b.text}`,
    value: (x, y) => Number(holds(a.value(x, y), b.value(x, y))),
  };
}

function bodyText(body: Body, depth: number): string {
  return body.map((part) => statementText(part, depth)).join("");
}

function statementText(part: Statement, depth: number): string {
  const indent = "  ".repeat(depth);
  switch (part.kind) {
    case "assign":
      return `${indent}${part.target === 0 ? "x" : "y"} = ${part.operand.text};\n`;
    case "break":
      return `${indent}break;\n`;
    case "if": {
      const [yes, no] = part.arms.map((arm) => bodyText(arm, depth + 1));
      return `${indent}if (${conditionText(part.condition)}) {\n${yes}${indent}} else {\n${no}${indent}}\n`;
    }
    case "while": {
      const body = bodyText(part.body, depth + 1);
      return `${indent}while (${conditionText(part.condition)}) {\n${body}${indent}}\n`;
    }
  }
}

function conditionText(condition: Operand | undefined): string {
  return condition?.text ?? "__VERIFIER_nondet_int()";
}

// ----------------------------------------------------------------------- truth

/** Instructions of a body from its end on; the index of the first one. */
function emit(list: Instruction[], body: Body, next: number, after: number): number {
  let following = next;
  for (const part of body.toReversed()) {
    switch (part.kind) {
      case "assign":
        following = list.push({ ...part, next: following }) - 1;
        break;
      case "break":
        following = after;
        break;
      case "if": {
        const [yes, no] = part.arms.map((arm) => emit(list, arm, following, after));
        const branch = { kind: "branch" as const, condition: part.condition };
        following = list.push({ ...branch, yes: yes as number, no: no as number }) - 1;
        break;
      }
      case "while": {
        const branch = {
          kind: "branch" as const,
          condition: part.condition,
          yes: END,
          no: following,
        };
        const head = list.push(branch) - 1;
        branch.yes = emit(list, part.body, head, following);
        following = head;
        break;
      }
    }
  }
  return following;
}

/** Whether an execution can reach a state twice: depth-first search over all states. */
function hasCycle(
  instructions: readonly Instruction[],
  entry: number,
  starts: readonly (Operand | undefined)[],
  wrap: (value: number) => number,
): boolean {
  const marks = new Uint8Array(instructions.length * SIZE * SIZE);
  const numberOf = (at: number, x: number, y: number): number =>
    (at * SIZE + (x & 0xff)) * SIZE + (y & 0xff);
  const successors = (state: number): number[] => {
    const y = wrap(state % SIZE);
    const x = wrap(Math.floor(state / SIZE) % SIZE);
    const instruction = instructions[Math.floor(state / SIZE / SIZE)] as Instruction;
    if (instruction.kind === "assign") {
      const value = wrap(instruction.operand.value(x, y));
      const [p, q] = instruction.target === 0 ? [value, y] : [x, value];
      return instruction.next === END ? [] : [numberOf(instruction.next, p, q)];
    }
    const { condition, yes, no } = instruction;
    const targets = condition === undefined ? [yes, no] : [condition.value(x, y) !== 0 ? yes : no];
    return targets.filter((target) => target !== END).map((target) => numberOf(target, x, y));
  };
  const valuesOf = (start: Operand | undefined): number[] =>
    start === undefined ? Array.from({ length: SIZE }, (_, i) => i) : [start.value(0, 0)];
  const [xs, ys] = starts.map(valuesOf) as [number[], number[]];
  for (const x of xs) {
    for (const y of ys) {
      const root = numberOf(entry, x, y);
      if (marks[root] !== 0) continue;
      marks[root] = 1;
      const stack = [{ state: root, rest: successors(root) }];
      for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
        const next = top.rest.pop();
        if (next === undefined) {
          marks[top.state] = 2;
          stack.pop();
        } else if (marks[next] === 1) {
          return true;
        } else if (marks[next] === 0) {
          marks[next] = 1;
          stack.push({ state: next, rest: successors(next) });
        }
      }
    }
  }
  return false;
}
