/**
 * Inputs that people can read: a search may find `n = -1836271` where `n = 0` would do. One input after the other is
 * made as small as the same violation allows, a character becomes `a`; each change is replayed. As in delta debugging
 * (Zeller, Hildebrandt, IEEE TSE 2002), but of values, and with a bound on the replays.
 */
import type { InputChoice } from "../analysis/index.ts";
import type { CallEdge, CfaEdge, CfaProgram, ValueType } from "../cfa/index.ts";
import { compileProgram, type InputSource } from "../interpreter/index.ts";
import type { Specification, Violation } from "../specification/index.ts";
import { isViolatedElsewhere, ReplayInputs } from "../techniques/index.ts";

/** Replays for one counterexample, and the edges that they may take together. */
const MAX_REPLAYS = 200;
const MAX_EDGES = 2_000_000;
/** A replay that goes on for longer than this is none of the same violation. */
const LONGER = 4;
/** What a character becomes where any will do. */
const PLAIN_CHARACTER = BigInt("a".charCodeAt(0));

const NO_BYTES = new Uint8Array(0);

interface TypedChoice extends InputChoice {
  /** Of a value; undefined for bytes of memory. */
  readonly type?: ValueType;
}

/** Choices of an execution with the same violation; those that were given when nothing simpler leads to it. */
export function plainInputs(
  program: CfaProgram,
  specification: Specification,
  choices: readonly InputChoice[],
): readonly InputChoice[] {
  const first = replay(program, specification, choices, MAX_EDGES);
  if (first === undefined) return choices;
  const limit = Math.max(first.edges * LONGER, 1000);
  const compiled = compileProgram(program, { ...specification.execution, maxSteps: limit });
  let best = first.choices;
  let replays = 0;
  let edges = 0;
  const accepts = (index: number, value: InputChoice["value"]): boolean => {
    if (replays >= MAX_REPLAYS || edges >= MAX_EDGES) return false;
    replays++;
    const changed = best.map((choice, at) => (at === index ? { ...choice, value } : choice));
    const recording = new TypedRecording(new ReplayInputs(changed));
    const violation = specification.observe(compiled, compiled.run(recording));
    edges += compiled.steps;
    if (violation === undefined || !isSame(violation, first.violation)) return false;
    best = recording.choices;
    return true;
  };
  for (let index = 0; index < best.length; index++) {
    simplify(program, best[index] as TypedChoice, (value) => accepts(index, value));
  }
  if (best === first.choices) return choices;
  return isViolatedElsewhere(program, specification, best, limit) ? best : choices;
}

/** Tries simpler values for one choice; halves the distance to zero where zero itself will not do. */
function simplify(
  program: CfaProgram,
  { edge, value, type }: TypedChoice,
  accepts: (value: InputChoice["value"]) => boolean,
): void {
  if (typeof value !== "bigint") {
    // What nobody has written is zero where that will do.
    if (value.some((byte) => byte !== 0)) accepts(NO_BYTES);
    return;
  }
  if (type === undefined || type.kind === "pointer") return;
  if (isCharacter(program, edge)) {
    if (BigInt.asUintN(8, value) !== PLAIN_CHARACTER) accepts(PLAIN_CHARACTER);
    return;
  }
  const pattern = (number: bigint): bigint =>
    type.kind === "int" ? BigInt.asUintN(type.bits, number) : number;
  if (value === 0n || accepts(0n) || type.kind === "float") return;
  const number = type.signed ? BigInt.asIntN(type.bits, value) : value;
  const size = number < 0n ? -number : number;
  const isHalf = size << 1n === 1n << BigInt(type.bits);
  const sign = number < 0n && (isHalf || !accepts(pattern(size))) ? -1n : 1n;
  let [failing, violating] = [0n, size];
  while (violating - failing > 1n) {
    const middle = (failing + violating) / 2n;
    if (accepts(pattern(sign * middle))) violating = middle;
    else failing = middle;
  }
}

/** Whether the environment chooses a character of a text there: a model of the library stores it as one. */
function isCharacter({ functions }: CfaProgram, { source, target }: CfaEdge): boolean {
  const next = target.leaving[0];
  return (
    functions.get(source.functionName)?.isLibrary === true &&
    next?.kind === "assign" &&
    next.value.type.kind === "int" &&
    next.value.type.bits === 8
  );
}

function isSame(one: Violation, other: Violation): boolean {
  return one.subproperty === other.subproperty && one.edge === other.edge;
}

function replay(
  program: CfaProgram,
  specification: Specification,
  choices: readonly InputChoice[],
  maxSteps: number,
):
  | {
      readonly choices: readonly TypedChoice[];
      readonly violation: Violation;
      readonly edges: number;
    }
  | undefined {
  const compiled = compileProgram(program, { ...specification.execution, maxSteps });
  const recording = new TypedRecording(new ReplayInputs(choices));
  const violation = specification.observe(compiled, compiled.run(recording));
  if (violation === undefined) return undefined;
  return { choices: recording.choices, violation, edges: compiled.steps };
}

/** As the techniques' recording, with the types of values. */
class TypedRecording implements InputSource {
  readonly #source: InputSource;
  readonly choices: TypedChoice[] = [];

  constructor(source: InputSource) {
    this.#source = source;
  }

  nondet(edge: CallEdge, type: ValueType): bigint {
    const value = this.#source.nondet(edge, type);
    this.choices.push({ edge, value, type });
    return value;
  }

  fill(edge: CfaEdge, size: number): Uint8Array | undefined {
    const value = this.#source.fill?.(edge, size);
    this.choices.push({ edge, value: value ?? NO_BYTES });
    return value;
  }
}
