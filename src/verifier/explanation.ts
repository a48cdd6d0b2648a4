/**
 * What a violation is, in a sentence of the program's own words: "`a[i]` reads past the end of `a`
 * (10 elements)". The counterexample is executed once more; what the sentence says was looked up
 * in the state in which the execution ended.
 */
import type { InputChoice } from "../analysis/index.ts";
import {
  type CallEdge,
  type CfaEdge,
  type Expression,
  forEachSubexpression,
  intrinsicOf,
  ProgramPlaces,
} from "../cfa/index.ts";
import {
  type CompiledProgram,
  compileProgram,
  type Observer,
  type Outcome,
  type View,
} from "../interpreter/index.ts";
import {
  type KnownViolation,
  knownFrom,
  PROGRAM_CHECKS,
  type ProgramCheckId,
  type Specification,
  type Violation,
} from "../specification/index.ts";
import { ReplayInputs } from "../techniques/index.ts";
import { amount } from "../util/amount.ts";
import { defined } from "../util/defined.ts";
import { AccessStory, type Block } from "./access-story.ts";
import { behaviourSentence } from "./behaviour-sentence.ts";
import type { LoadedProgram } from "./load-program.ts";
import type { TracePlace } from "./trace.ts";
import { valueForPeople } from "./value-text.ts";
import { accessText, operationText, sourceLine } from "./violating-source.ts";

/** A place that has to do with a violation. */
export interface Remark {
  readonly text: string;
  readonly place: TracePlace;
}

export interface Explanation {
  /** Which of the checks of `agon verify` fails; undefined for formulas that belong to none. */
  readonly check?: ProgramCheckId;
  /** For the specification, when others are looked for. */
  readonly known: KnownViolation;
  /** Where, in the program's own text: of what goes wrong in the library, its call. */
  readonly place: TracePlace;
  /** Without a full stop and without the inputs. */
  readonly sentence: string;
  /** Variables that the operation reads, with their values then. */
  readonly values: readonly { readonly name: string; readonly value: string }[];
  /** Where the memory was allocated, freed. */
  readonly remarks: readonly Remark[];
}

/** Edges of an execution beyond which the state is not looked at: observed programs run slowly. */
const MAX_OBSERVED_EDGES = 20_000_000;

/** Undefined when the inputs lead to no violation. */
export function explainViolation(
  loaded: LoadedProgram,
  specification: Specification,
  choices: readonly InputChoice[],
): Explanation | undefined {
  const { program } = loaded;
  const plain = compileProgram(program, specification.execution);
  if (specification.observe(plain, plain.run(new ReplayInputs(choices))) === undefined) {
    return undefined;
  }
  const watch = new Watch(loaded);
  const isShort = plain.steps <= MAX_OBSERVED_EDGES;
  const run = compileProgram(program, {
    ...specification.execution,
    ...(isShort ? { observer: watch } : {}),
  });
  const outcome = run.run(new ReplayInputs(choices));
  const violation = specification.observe(run, outcome);
  return violation === undefined ? undefined : watch.explain(violation, outcome, run);
}

/** Remembers what the last state does not show any more. */
class Watch implements Observer {
  readonly #loaded: LoadedProgram;
  readonly #places: ProgramPlaces;
  readonly #blocks = new Map<bigint, Block>();
  #sizes: bigint[] = [];
  #view: View | undefined;
  #lastOwn: CfaEdge | undefined;

  constructor(loaded: LoadedProgram) {
    this.#loaded = loaded;
    this.#places = new ProgramPlaces(loaded.program);
  }

  onEdge(edge: CfaEdge, view: View): undefined {
    this.#view = view;
    if (this.#isOwn(view.functionName)) this.#lastOwn = edge;
    if (edge.kind !== "call") return;
    const kind = allocationKind(edge);
    if (kind === undefined) return;
    const values = edge.arguments.map((argument) =>
      argument.kind === "scalar" ? attempt(() => view.evaluate(argument.value)) : undefined,
    );
    const [first, second] = values;
    if (kind === "malloc") this.#sizes.push(first ?? 0n);
    if (kind === "calloc") this.#sizes.push((first ?? 0n) * (second ?? 0n));
    if (kind === "realloc") this.#sizes.push(second ?? 0n);
    const isFreed = kind === "free" || kind === "realloc";
    const block = first === undefined ? undefined : this.#blocks.get(first);
    if (isFreed && block !== undefined && block.freedBy === undefined) {
      this.#blocks.set(block.address, { ...block, freedBy: this.#lastOwn ?? edge });
    }
  }

  onCallReturn(edge: CallEdge, result: bigint | undefined, view: View): void {
    this.#view = view;
    const kind = allocationKind(edge);
    if (kind === undefined || kind === "free") return;
    const size = this.#sizes.pop() ?? 0n;
    if (result === undefined || result === 0n) return;
    const allocatedBy = this.#lastOwn ?? edge;
    this.#blocks.set(result, { address: result, size, allocatedBy, freedBy: undefined });
  }

  explain(violation: Violation, outcome: Outcome, run: CompiledProgram): Explanation {
    const { subproperty, edge } = violation;
    const isLost = subproperty === "valid-memtrack" || subproperty === "valid-memcleanup";
    if (edge === undefined || isLost) return this.#lost(violation, run);
    const isOwn = this.#isOwn(edge.source.functionName);
    const own = isOwn ? edge : (this.#lastOwn ?? edge);
    const place = this.#place(own);
    const check = checkOf(violation, outcome);
    const story = new AccessStory(this.#loaded, [...this.#blocks.values()], this.#view);
    const facts = { ...defined({ check }), known: knownFrom(violation), place };
    if (outcome.kind !== "undefined-behaviour") {
      const sentence =
        outcome.kind === "error-reached" ? this.#called(own, check) : `${subproperty} is violated`;
      return { ...facts, sentence, values: [], remarks: [] };
    }
    const { behaviour, expression } = outcome;
    const isAccess = behaviour === "invalid-dereference" || behaviour === "invalid-free";
    const told = isAccess
      ? behaviour === "invalid-free"
        ? story.free(own, edge, (range) => this.#source(range))
        : story.access(
            own,
            edge,
            expression,
            isOwn ? accessText(this.#loaded, own, expression) : this.#source(own.range),
          )
      : undefined;
    const sentence =
      told?.sentence ??
      behaviourSentence(outcome, {
        text: isOwn ? operationText(this.#loaded, edge, expression) : this.#source(own.range),
        bitsOf: (part) => attempt(() => this.#view?.evaluate(part)),
      });
    const remarks = (told?.remarks ?? []).map(({ text, edge: at }) => ({
      text,
      place: this.#place(at),
    }));
    const values = isOwn && expression !== undefined ? this.#valuesIn(expression) : [];
    return { ...facts, sentence, values, remarks };
  }

  #called(edge: CfaEdge, check: ProgramCheckId | undefined): string {
    const text = this.#source(edge.range);
    const condition = /^assert\s*\(([\s\S]*)\)\s*;?$/.exec(text)?.[1]?.trim();
    if (check !== "assert") return `\`${text}\` is called`;
    return condition === undefined ? `\`${text}\` fails` : `the assertion \`${condition}\` fails`;
  }

  /** Memory that nothing leads to when the program has ended. */
  #lost(violation: Violation, run: CompiledProgram): Explanation {
    const lost = violation.subproperty === "valid-memcleanup" ? run.unfreed() : run.untracked();
    const [first] = lost;
    const known = first === undefined ? undefined : this.#blocks.get(BigInt(first.address));
    const edge = known?.allocatedBy ?? first?.edge ?? this.#loaded.program.main.entry.leaving[0];
    const bytes = first === undefined ? "" : `${amount(first.size, "byte")} of `;
    const source = edge === undefined ? "" : this.#source(edge.range);
    const others = lost.length > 1 ? ` (and ${amount(lost.length - 1, "block")} more)` : "";
    return {
      check: "leak",
      known: knownFrom(violation),
      place: this.#place(edge as CfaEdge),
      sentence: `${bytes}\`${source}\` are never freed, and no pointer leads to them when the program ends${others}`,
      values: [],
      remarks: [],
    };
  }

  #valuesIn(expression: Expression): { name: string; value: string }[] {
    const values = new Map<string, string>();
    forEachSubexpression(expression, (part) => {
      if (part.kind !== "load" || part.address.kind !== "address") return;
      const { target } = part.address;
      if (!("size" in target) || target.kind === "temporary" || part.type.kind === "pointer") {
        return;
      }
      const bits = attempt(() => this.#view?.evaluate(part));
      if (bits !== undefined) values.set(target.name, valueForPeople(bits, part.type));
    });
    return [...values].map(([name, value]) => ({ name, value })).reverse();
  }

  /** Without the semicolon of a statement. */
  #source(range: CfaEdge["range"]): string {
    return sourceLine(this.#loaded.program.text, range).replace(/\s*;$/, "");
  }

  #place(edge: CfaEdge): TracePlace {
    return { ...this.#places.placeOf(edge.range.start), function: edge.source.functionName };
  }

  #isOwn(functionName: string): boolean {
    return this.#loaded.program.functions.get(functionName)?.isLibrary === false;
  }
}

function checkOf(violation: Violation, outcome: Outcome): ProgramCheckId | undefined {
  const name =
    outcome.kind === "error-reached" && outcome.edge.callee.kind === "address"
      ? outcome.edge.callee.target.name
      : undefined;
  return PROGRAM_CHECKS.find(({ formulas }) =>
    formulas.some((formula) =>
      formula.kind === "unreach-call"
        ? violation.subproperty === "unreach-call" && formula.functionName === name
        : formula.kind === violation.subproperty,
    ),
  )?.id;
}

function allocationKind({
  callee,
}: CallEdge): "malloc" | "calloc" | "realloc" | "free" | undefined {
  if (callee.kind !== "address" || callee.target.kind !== "function") return undefined;
  const kind = intrinsicOf(callee.target.name)?.kind;
  return kind === "malloc" || kind === "calloc" || kind === "realloc" || kind === "free"
    ? kind
    : undefined;
}

/** Undefined where the state gives no value. */
function attempt<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch {
    return undefined;
  }
}
