/** Programs that look at the numbers of threads: implementations choose them, and use them again (POSIX.1-2017, 3.416, pthread_equal). */
import {
  addressedObject,
  type CfaEdge,
  type CfaProgram,
  calledName,
  type Expression,
  expressionsOf,
  forEachSubexpression,
  type MemoryObject,
} from "../../cfa/index.ts";

const CREATIONS: ReadonlySet<string> = new Set(["pthread_create", "thrd_create"]);
const QUESTIONS: ReadonlySet<string> = new Set(["pthread_self", "thrd_current"]);

/** Why the numbers of threads matter, as far as variables that hold them tell; that they are not 0 is taken for granted. */
export function threadNumbersMatter({ functions }: CfaProgram): string | undefined {
  const own = [...functions.values()].filter(({ isLibrary }) => !isLibrary);
  const edges = own.flatMap(({ nodes }) => nodes.flatMap(({ leaving }) => leaving));
  const holders = holdersIn(edges);
  if (holders.size === 0) return undefined;
  const isNumber = (part: Expression): boolean =>
    part.kind === "load" && rootsOf(part.address).some((object) => holders.has(object));
  let isLookedAt = false;
  for (const expression of edges.flatMap((edge) => expressionsOf(edge))) {
    forEachSubexpression(expression, (part) => {
      if (part.kind !== "compare" && part.kind !== "binary") return;
      if (part.kind === "binary" && part.type.kind === "pointer") return;
      const { left, right } = part;
      const isNullTest = part.kind === "compare" && (isZero(left) || isZero(right));
      if (!isNullTest && (isNumber(bare(left)) || isNumber(bare(right)))) isLookedAt = true;
    });
  }
  return isLookedAt ? "numbers of threads are compared" : undefined;
}

/** Variables, or what they are parts of, that hold numbers of threads. */
function holdersIn(edges: readonly CfaEdge[]): ReadonlySet<MemoryObject> {
  const holders = new Set<MemoryObject>();
  for (const edge of edges) {
    const name = calledName(edge);
    if (name === undefined || edge.kind !== "call") continue;
    const [first] = edge.arguments;
    if (CREATIONS.has(name) && first?.kind === "scalar") {
      for (const object of rootsOf(first.value)) holders.add(object);
    }
    if (QUESTIONS.has(name) && edge.result !== undefined) {
      for (const object of rootsOf(edge.result.address)) holders.add(object);
    }
  }
  for (let size = -1; size !== holders.size; ) {
    size = holders.size;
    for (const edge of edges) {
      if (edge.kind !== "assign") continue;
      const value = bare(edge.value);
      const isCopy =
        value.kind === "load" && rootsOf(value.address).some((object) => holders.has(object));
      if (isCopy) for (const object of rootsOf(edge.address)) holders.add(object);
    }
  }
  return holders;
}

/** Objects whose addresses an address is computed from, those that indices are read from aside. */
function rootsOf(address: Expression): MemoryObject[] {
  const at = bare(address);
  if (at.kind === "binary" && at.type.kind === "pointer") return rootsOf(at.left);
  const object = addressedObject(at);
  return object === undefined ? [] : [object];
}

function bare(expression: Expression): Expression {
  return expression.kind === "cast" ? bare(expression.operand) : expression;
}

function isZero(expression: Expression): boolean {
  return expression.kind === "integer" && expression.value === 0n;
}
