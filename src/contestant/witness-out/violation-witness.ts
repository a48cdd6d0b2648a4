/**
 * The violation witness of a replayed counterexample (format 2.0): one segment for every value that
 * the environment chose, in order, then the target. An execution in which these calls return these
 * values is completely determined, so that a validator needs no search.
 */

import { LineIndex } from "../../ground/util/text-position.ts";
import type { Location, Segment, ViolationWitness } from "../../ground/witness/index.ts";
import {
  asksForInput,
  type CallEdge,
  type CfaEdge,
  type CfaProgram,
  floatLiteral,
  type LoadExpression,
  type MemoryObject,
  type ValueType,
} from "../cfa/index.ts";
import {
  compileProgram,
  type Observer,
  UndefinedEvaluation,
  type View,
} from "../interpreter/index.ts";
import type { Specification } from "../specification/index.ts";
import { CHARACTER_FUNCTIONS, inputReadBy } from "../story/index.ts";
import type { InputChoice } from "../symbolic/index.ts";
import { ReplayInputs } from "../techniques/index.ts";

/**
 * Runs the counterexample once more and records its witness.
 * @returns undefined when the run does not violate the property: then the counterexample is
 * spurious.
 */
export function createViolationWitness(
  program: CfaProgram,
  specification: Specification,
  choices: readonly InputChoice[],
): ViolationWitness | undefined {
  const inputs = new ReplayInputs(choices);
  const lines = new LineIndex(program.text);
  const segments: Segment[] = [];
  const locate = (offset: number, functionName: string): Location => ({
    file: program.fileName,
    ...lines.positionOf(offset),
    function: functionName,
  });
  const isLibrary = (name: string): boolean => program.functions.get(name)?.isLibrary ?? false;
  /** Objects whose contents the environment chose without a call that could state it. */
  let chosen: readonly { readonly object: MemoryObject; readonly edge: CfaEdge }[] = [];
  const observer: Observer = {
    mayMissIterations: true,
    onEdge: (edge, view) => {
      if (chosen.length === 0 || isLibrary(view.functionName)) return undefined;
      // Contents can be stated where a statement starts; a condition is none.
      if (edge.kind !== "assume") {
        const isDue = (choice: { readonly edge: CfaEdge }): boolean =>
          edge.range.start >= choice.edge.range.end;
        // One waypoint: a second one would require that control comes here again.
        const expression = chosen
          .filter(isDue)
          .flatMap(({ object }) => equationText(object, program.machine.pointerBits, view) ?? [])
          .join(" && ");
        if (expression !== "") {
          const location = locate(edge.range.start, view.functionName);
          segments.push({ avoid: [], follow: { type: "assumption", location, expression } });
        }
        chosen = chosen.filter((choice) => !isDue(choice));
      }
      chosen = chosen.filter(({ object }) => !storesTo(edge, object));
      return undefined;
    },
    onCallReturn: (edge, result, view) => {
      if (result === undefined || isLibrary(view.functionName)) return;
      const { callee = "" } = calleeOf(edge);
      const isCharacter = CHARACTER_FUNCTIONS.has(callee) && isLibrary(callee);
      if (isLibrary(callee) && !isCharacter) {
        // Input that is stored in the program's objects is stated like chosen memory.
        const read = inputReadBy(callee, edge, result, view, program.machine.pointerBits);
        for (const { object } of read ?? []) {
          if (object !== undefined) chosen = [...chosen, { object, edge }];
        }
      }
      if (!isCharacter && !asksForInput(program, edge)) return;
      // Parameters of main and external variables have values, but no call.
      if (program.text[edge.closeParen.start] !== ")") {
        const object = namedResult(edge);
        if (object !== undefined) chosen = [...chosen, { object, edge }];
        return;
      }
      const type = resultType(edge);
      const text = type === undefined ? undefined : constantText(result, type);
      if (text === undefined) return;
      segments.push({
        avoid: [],
        follow: {
          type: "function_return",
          location: locate(edge.closeParen.start, view.functionName),
          constraint: `\\result == ${text}`,
          ...calleeOf(edge),
        },
      });
    },
  };
  const compiled = compileProgram(program, {
    ...specification.execution,
    // Without choices there is nothing to observe, and observation is slow.
    ...(choices.length === 0 ? {} : { observer }),
  });
  const outcome = compiled.run({
    nondet: (edge, type) => inputs.nondet(edge, type),
    fill: (edge, size) => {
      const bytes = inputs.fill?.(edge, size);
      // Blocks may be large, and their contents are not stated.
      if (edge.kind !== "declare" || isLibrary(edge.source.functionName)) return bytes;
      if (bytes?.some((byte) => byte !== 0) === true) {
        chosen = [...chosen, { object: edge.object, edge }];
      }
      return bytes;
    },
  });
  const violation = specification.observe(compiled, outcome);
  if (violation === undefined) return undefined;
  const violating = violation.edge;
  // A witness can name places of the program only: the call that ends in the library. A violation
  // at the end of the program, or of non-termination, has the last such place.
  const edge =
    violating === undefined || isLibrary(violating.source.functionName)
      ? (lastOwnEdge(program, specification, choices) ?? violating)
      : violating;
  if (edge === undefined) return undefined;
  const location = locate(edge.range.start, edge.source.functionName);
  segments.push({ avoid: [], follow: { type: "target", location } });
  return { kind: "violation", segments };
}

/** The last edge outside of the library on the way to the violation. */
function lastOwnEdge(
  program: CfaProgram,
  specification: Specification,
  choices: readonly InputChoice[],
): CfaEdge | undefined {
  let last: CfaEdge | undefined;
  const observer: Observer = {
    mayMissIterations: true,
    onEdge: (edge, { functionName }) => {
      if (program.functions.get(functionName)?.isLibrary !== true) last = edge;
      return undefined;
    },
  };
  compileProgram(program, { ...specification.execution, observer }).run(new ReplayInputs(choices));
  return last;
}

/**
 * `x == 3`: the current value of the object; undefined where it is out of scope or has no constant.
 */
function equationText(object: MemoryObject, pointerBits: number, view: View): string | undefined {
  const { name, scalar } = object;
  if (scalar === undefined) return undefined;
  try {
    const value = view.evaluate(loadOf(object, scalar, pointerBits));
    const text = value === 0n ? undefined : constantText(value, scalar);
    return text === undefined ? undefined : `${name} == ${text}`;
  } catch (error) {
    if (error instanceof UndefinedEvaluation) return undefined;
    throw error;
  }
}

function loadOf(object: MemoryObject, scalar: ValueType, pointerBits: number): LoadExpression {
  const type = { kind: "pointer", bits: pointerBits } as const;
  return { kind: "load", type: scalar, address: { kind: "address", type, target: object } };
}

/** The variable in which a call's result is stored. */
function namedResult({ result }: CallEdge): MemoryObject | undefined {
  if (result?.address.kind !== "address") return undefined;
  const { target } = result.address;
  return target.kind === "function" || target.kind === "temporary" ? undefined : target;
}

function storesTo(edge: CfaEdge, object: MemoryObject): boolean {
  const address =
    edge.kind === "assign" ? edge.address : edge.kind === "call" ? edge.result?.address : undefined;
  return address?.kind === "address" && address.target === object;
}

function calleeOf({ callee }: CallEdge): { callee?: string } {
  return callee.kind === "address" && callee.target.kind === "function"
    ? { callee: callee.target.name }
    : {};
}

function resultType(edge: CallEdge): ValueType | undefined {
  return edge.result !== undefined && "scalar" in edge.result ? edge.result.scalar : undefined;
}

/**
 * Returns a C constant expression with the value of a bit pattern, or undefined when there is none.
 */
export function constantText(bits: bigint, type: ValueType): string | undefined {
  if (type.kind === "pointer" || (type.kind === "int" && type.bits > 64)) return undefined;
  if (type.kind === "float") return floatLiteral(bits, type);
  if (!type.signed) return suffixed(BigInt.asUintN(type.bits, bits), "U");
  const value = BigInt.asIntN(type.bits, bits);
  if (type.bits === 64 && value === -(1n << 63n)) return "(-9223372036854775807LL - 1)";
  return suffixed(value, "");
}

/** A decimal constant whose type can hold the value (C11 6.4.4.1p5). */
function suffixed(value: bigint, unsignedSuffix: "U" | ""): string {
  const magnitude = value < 0n ? -value : value;
  const isLong = magnitude > 0x7fffffffn && !(unsignedSuffix === "U" && magnitude <= 0xffffffffn);
  return `${value}${unsignedSuffix}${isLong ? "LL" : ""}`;
}
