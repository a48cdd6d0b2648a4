/**
 * Random programs over one list of at most a few nodes, for which exhaustive execution decides
 * whether all executions end: loops that move two pointers along, unlink and link nodes, with and
 * without choices of the environment. Programs that dereference a null pointer or allocate nodes in
 * the loop are left out.
 */
import type { RandomGenerator } from "../../src/contestant/techniques/search/random-generator.ts";

export interface ListTerminationTask {
  readonly text: string;
  readonly ends: boolean;
}

/** 0 is null; nodes have numbers from 1 on. */
interface Heap {
  readonly head: number;
  readonly p: number;
  readonly q: number;
  /** By number of the node; the first entry is unused. */
  readonly next: readonly number[];
}

type Variable = "head" | "p" | "q";
type Place = { readonly of: Variable; readonly isField: boolean };
type Condition =
  | { readonly kind: "set"; readonly place: Place }
  | { readonly kind: "equal" | "unequal"; readonly left: Place; readonly right: Place }
  | { readonly kind: "input" };
type Statement =
  | { readonly kind: "assign"; readonly to: Place; readonly from: Place | undefined }
  | { readonly kind: "if"; readonly condition: Condition; readonly yes: Body; readonly no: Body };
type Body = readonly Statement[];

const VARIABLES: readonly Variable[] = ["head", "p", "q"];
/** Greatest length of a list. */
const MAX_NODES = 5;
const MAX_STATES = 20_000;

class NullPointer extends Error {}

export function randomListTerminationTask(random: RandomGenerator): ListTerminationTask {
  for (;;) {
    const isRing = random.below(4) === 0;
    const condition = loopCondition(random, isRing);
    const body = statements(random, 4, 1);
    const ends = allEnd(isRing, condition, body);
    if (ends === undefined) continue;
    return { text: textOf(isRing, condition, body), ends };
  }
}

// -------------------------------------------------------------------- programs

function place(random: RandomGenerator, fields = 3): Place {
  const of = VARIABLES[random.below(3)] as Variable;
  return { of, isField: random.below(fields) === 0 };
}

function loopCondition(random: RandomGenerator, isRing: boolean): Condition {
  const p = { of: "p", isField: false } as const;
  if (!isRing) {
    return { kind: "set", place: random.below(3) === 0 ? { of: "head", isField: false } : p };
  }
  return { kind: "unequal", left: p, right: { of: "head", isField: false } };
}

function condition(random: RandomGenerator): Condition {
  const kind = random.below(4);
  if (kind === 0) return { kind: "input" };
  if (kind === 1) return { kind: "set", place: place(random) };
  return {
    kind: kind === 2 ? "equal" : "unequal",
    left: place(random),
    right: place(random),
  };
}

function statements(random: RandomGenerator, most: number, depth: number): Body {
  return Array.from({ length: 1 + random.below(most) }, (): Statement => {
    if (depth > 0 && random.below(3) === 0) {
      const no = random.below(2) === 0 ? [] : statements(random, 2, 0);
      return { kind: "if", condition: condition(random), yes: statements(random, 2, 0), no };
    }
    if (random.below(3) === 0) {
      return { kind: "assign", to: { of: "p", isField: false }, from: { of: "p", isField: true } };
    }
    const from = random.below(8) === 0 ? undefined : place(random, 2);
    return { kind: "assign", to: place(random), from };
  });
}

function textOf(isRing: boolean, test: Condition, body: Body): string {
  return `#include <stdlib.h>
extern int __VERIFIER_nondet_int(void); extern unsigned char __VERIFIER_nondet_uchar(void);
struct node { struct node *next; };
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n >= ${MAX_NODES}) return 0;
  struct node *head = malloc(sizeof *head), *p, *q;
  head->next = ${isRing ? "head" : "0"};
  while (n > 0) { p = malloc(sizeof *p); p->next = ${isRing ? "head->next; head->next = p;" : "head; head = p;"} n--; }
  p = ${isRing ? "head->next" : "head"}; q = head;
  while (${conditionText(test)}) {
${bodyText(body, 2)}  }
  return 0;
}
`;
}

function placeText({ of, isField }: Place): string {
  return isField ? `${of}->next` : of;
}

function conditionText(test: Condition): string {
  switch (test.kind) {
    case "input":
      return "__VERIFIER_nondet_int()";
    case "set":
      return `${placeText(test.place)} != 0`;
    case "equal":
    case "unequal":
      return `${placeText(test.left)} ${test.kind === "equal" ? "==" : "!="} ${placeText(test.right)}`;
  }
}

function bodyText(body: Body, depth: number): string {
  const indent = "  ".repeat(depth);
  return body
    .map((part) => {
      if (part.kind === "assign") {
        const value = part.from === undefined ? "0" : placeText(part.from);
        return `${indent}${placeText(part.to)} = ${value};\n`;
      }
      const [yes, no] = [part.yes, part.no].map((arm) => bodyText(arm, depth + 1));
      return `${indent}if (${conditionText(part.condition)}) {\n${yes}${indent}} else {\n${no}${indent}}\n`;
    })
    .join("");
}

// ----------------------------------------------------------------------- truth

/**
 * Whether all executions with up to `nodes` nodes end; undefined where one has undefined behaviour.
 */
function allEnd(isRing: boolean, test: Condition, body: Body): boolean | undefined {
  try {
    let all = true;
    for (let nodes = 1; nodes <= MAX_NODES; nodes++) {
      all = endsFrom(start(isRing, nodes), test, body) && all;
    }
    return all;
  } catch (reason) {
    if (reason instanceof NullPointer) return undefined;
    throw reason;
  }
}

/** `head` leads to node 1, and each node to the one with the next number. */
function start(isRing: boolean, nodes: number): Heap {
  const next = [0, ...Array.from({ length: nodes }, (_, index) => index + 2)];
  next[nodes] = isRing ? 1 : 0;
  return { head: 1, p: isRing ? (next[1] as number) : 1, q: 1, next };
}

/** Whether no cycle of states is reached: states are numbered, unreachable nodes included. */
function endsFrom(first: Heap, test: Condition, body: Body): boolean {
  const marks = new Map<string, "open" | "done">();
  const successors = (heap: Heap): Heap[] =>
    outcomes(heap, test).some(Boolean) ? run([heap], body) : [];
  const stack = [{ key: JSON.stringify(first), rest: successors(first) }];
  marks.set(JSON.stringify(first), "open");
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    const next = top.rest.pop();
    if (next === undefined) {
      marks.set(top.key, "done");
      stack.pop();
      continue;
    }
    const key = JSON.stringify(next);
    const mark = marks.get(key);
    if (mark === "open") return false;
    if (mark === "done") continue;
    if (marks.size > MAX_STATES) throw new NullPointer();
    marks.set(key, "open");
    stack.push({ key, rest: successors(next) });
  }
  return true;
}

function read(heap: Heap, { of, isField }: Place): number {
  if (!isField) return heap[of];
  if (heap[of] === 0) throw new NullPointer();
  return heap.next[heap[of]] as number;
}

function outcomes(heap: Heap, test: Condition): boolean[] {
  switch (test.kind) {
    case "input":
      return [true, false];
    case "set":
      return [read(heap, test.place) !== 0];
    case "equal":
    case "unequal":
      return [(read(heap, test.left) === read(heap, test.right)) === (test.kind === "equal")];
  }
}

function run(heaps: readonly Heap[], body: Body): Heap[] {
  return body.reduce<Heap[]>(
    (before, part) => before.flatMap((heap) => step(heap, part)),
    [...heaps],
  );
}

function step(heap: Heap, part: Statement): Heap[] {
  if (part.kind === "if") {
    return outcomes(heap, part.condition).flatMap((holds) =>
      run([heap], holds ? part.yes : part.no),
    );
  }
  const { to, from } = part;
  const value = from === undefined ? 0 : read(heap, from);
  if (!to.isField) return [{ ...heap, [to.of]: value }];
  if (heap[to.of] === 0) throw new NullPointer();
  return [{ ...heap, next: heap.next.with(heap[to.of], value) }];
}
