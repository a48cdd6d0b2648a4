/** The inputs of a test: those of a confirming execution, or else those that the waypoints fix. */
import type { ViolationWitness } from "../../ground/witness/index.ts";
import { externalOfInput, intrinsicOf } from "../cfa/index.ts";
import { type ParsedUnit, walkAst } from "../cfront/index.ts";
import type { InputChoice } from "../symbolic/index.ts";
import type { FunctionInputs } from "./harness.ts";
import { ProgramParts } from "./places.ts";

/**
 * Returns the inputs by function, in order, and whether contents of memory were chosen, which no
 * harness can return.
 */
export function inputsOfExecution(choices: readonly InputChoice[]): {
  readonly inputs: readonly FunctionInputs[];
  readonly choosesMemory: boolean;
} {
  const byFunction = new Map<string, bigint[]>();
  let choosesMemory = false;
  for (const { edge, value } of choices) {
    if (typeof value !== "bigint" || edge.kind !== "call") {
      choosesMemory ||= typeof value !== "bigint" && value.some((byte) => byte !== 0);
      continue;
    }
    const { callee } = edge;
    if (callee.kind !== "address" || callee.target.kind !== "function") continue;
    const { name } = callee.target;
    push(byFunction, externalOfInput(name) ?? name, value);
  }
  return { inputs: listOf(byFunction), choosesMemory };
}

/** Returns the constants of `\result == CONSTANT`, in the order of the witness. */
export function inputsOfWaypoints(
  witness: ViolationWitness,
  unit: ParsedUnit,
): readonly FunctionInputs[] {
  const parts = new ProgramParts(unit);
  const byFunction = new Map<string, bigint[]>();
  for (const { follow } of witness.segments) {
    if (follow.type === "function_return" && follow.constraint !== undefined) {
      const value = /^\s*\\result\s*==\s*\(?\s*(-?\s*\d+)[uUlL]*\s*\)?\s*$/.exec(
        follow.constraint,
      )?.[1];
      const name = calleeName(parts.callAt(follow.location));
      if (value !== undefined && name !== undefined) {
        push(byFunction, name, BigInt.asUintN(128, BigInt(value.replace(/\s/g, ""))));
      }
    } else if (follow.type === "assumption") {
      const assumed = /^\s*\(?\s*([A-Za-z_]\w*)\s*==\s*\(?\s*(-?\d+)[uUlL]*\s*\)?\s*\)?\s*$/.exec(
        follow.expression,
      );
      const name = assumed?.[1] === undefined ? undefined : inputOfVariable(unit, assumed[1]);
      if (assumed?.[2] !== undefined && name !== undefined) {
        push(byFunction, name, BigInt.asUintN(128, BigInt(assumed[2])));
      }
    }
  }
  return listOf(byFunction);
}

/**
 * Returns the environment function whose result is assigned to a variable, when it is the only one.
 */
function inputOfVariable(unit: ParsedUnit, variable: string): string | undefined {
  const names = new Set<string>();
  for (const { definition } of unit.functions.values()) {
    if (definition === undefined) continue;
    walkAst(definition.body, (part) => {
      if (part.kind === "assignment" && part.left.kind === "variable") {
        if (part.left.variable.name === variable) collectCallees(part.right, names);
      } else if (part.kind === "declaration") {
        for (const { name, initializer } of part.variables) {
          if (name !== variable) continue;
          for (const { value } of initializer?.items ?? []) collectCallees(value, names);
        }
      }
      return undefined;
    });
  }
  const inputs = [...names].filter((name) => intrinsicOf(name)?.kind === "nondet");
  return inputs.length === 1 ? inputs[0] : undefined;
}

/** Adds the names of the functions that an expression calls. */
function collectCallees(expression: Parameters<typeof walkAst>[0], names: Set<string>): void {
  walkAst(expression, (part) => {
    const name = part.kind === "call" ? calleeName(part) : undefined;
    if (name !== undefined) names.add(name);
    return undefined;
  });
}

function calleeName(call: ReturnType<ProgramParts["callAt"]>): string | undefined {
  let callee = call?.callee;
  while (callee?.kind === "decay" || callee?.kind === "cast") callee = callee.operand;
  return callee?.kind === "function" ? callee.symbol.name : undefined;
}

function push(map: Map<string, bigint[]>, name: string, value: bigint): void {
  const list = map.get(name);
  if (list === undefined) map.set(name, [value]);
  else list.push(value);
}

function listOf(map: ReadonlyMap<string, bigint[]>): readonly FunctionInputs[] {
  // Functions for output are not replaced by the harness: the C library gives their results.
  return [...map]
    .filter(([name]) => intrinsicOf(name)?.kind !== "no-effect")
    .map(([name, values]) => ({ name, values }));
}
