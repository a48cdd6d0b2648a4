/**
 * Describes a violation in a sentence with the program's own names: "`a[i]` reads past the end of
 * `a` (10 elements)". The counterexample is executed once more, and the sentence uses the state in
 * which the execution ended.
 */

import { amount } from "../../ground/util/amount.ts";
import { defined } from "../../ground/util/defined.ts";
import type { MemoryPicture } from "../analysis-core/index.ts";
import {
  type CallEdge,
  type CfaEdge,
  type Expression,
  forEachSubexpression,
  ProgramPlaces,
} from "../cfa/index.ts";
import {
  type CompiledProgram,
  compileProgram,
  type Observer,
  type Outcome,
  type View,
} from "../interpreter/index.ts";
import type { LoadedProgram } from "../program/index.ts";
import {
  type KnownViolation,
  knownFrom,
  PROGRAM_CHECKS,
  type ProgramCheckId,
  type Specification,
  type Violation,
} from "../specification/index.ts";
import { AccessStory, type MemoryOperation, type ToldMemory } from "./access-story.ts";
import { behaviourSentence } from "./behaviour-sentence.ts";
import { BlockHistory } from "./block-history.ts";
import { whereLost } from "./lost-block.ts";
import { observationOf } from "./observation.ts";
import { type RecordedExecution, replayOf } from "./recorded-execution.ts";
import { type StateFault, StateMemory } from "./state-memory.ts";
import { deadlockStory, raceStory, type ThreadStory } from "./thread-story.ts";
import type { TracePlace } from "./trace-model.ts";
import { valueForPeople } from "./value-text.ts";
import { VariableScopes } from "./variable-scopes.ts";
import { accessText, operationText, sourceLine } from "./violating-source.ts";

/** A related place of a violation. */
export interface Remark {
  readonly text: string;
  readonly place: TracePlace;
}

export interface Explanation {
  /** The check of `agon verify` that fails; undefined for formulas that belong to none. */
  readonly check?: ProgramCheckId;
  /** Excludes this violation from the specification, when others are searched for. */
  readonly known: KnownViolation;
  /** The place in the program's own text: for a fault in the library, its call. */
  readonly place: TracePlace;
  /** Without a full stop and without the inputs. */
  readonly sentence: string;
  /** Variables that the operation reads, with their values at the violation. */
  readonly values: readonly { readonly name: string; readonly value: string }[];
  /** Places where the memory was allocated, freed or lost. */
  readonly remarks: readonly Remark[];
  /** For violations that concern memory. */
  readonly memory?: MemoryFacts;
}

/** The facts about memory in a violation, as numbers. */
export interface MemoryFacts {
  readonly operation: MemoryOperation | "lose" | "leave";
  /** Size of the access; absent where the library makes it. */
  readonly bytes?: number;
  /** Offset of the address from the start of the object, in bytes. */
  readonly offset?: number;
  /**
   * The object or block of the address; absent for null pointers and those outside of all objects.
   */
  readonly object?: {
    readonly kind: "block" | "variable" | "string";
    readonly name?: string;
    readonly size: number;
    readonly allocated?: SourcePlace;
    readonly freed?: SourcePlace;
  };
  /**
   * For a lost block: where the last pointer in scope was lost, and the path to the block before.
   */
  readonly lost?: Partial<SourcePlace> & {
    readonly path?: string;
    /** Variables out of scope, or temporary values, still lead to it for some time. */
    readonly isHeldOutOfScope?: true;
  };
  /** Blocks and the variables that lead to them at the violation; for a loss, just after it. */
  readonly picture?: MemoryPicture;
}

export interface SourcePlace extends TracePlace {
  readonly source: string;
}

/** Returns undefined when the execution is no violation. */
export function explainViolation(
  loaded: LoadedProgram,
  specification: Specification,
  execution: RecordedExecution,
): Explanation | undefined {
  const { program } = loaded;
  const observation = observationOf(program, specification, execution);
  if (observation === undefined) return undefined;
  const watch = new Watch(loaded, specification, execution);
  if (observation === "most edges") watch.mayMissIterations = true;
  const run = compileProgram(program, {
    ...specification.execution,
    ...(observation === "the end" ? {} : { observer: watch }),
  });
  const outcome = run.run(...replayOf(execution));
  const violation = specification.observe(run, outcome);
  return violation === undefined ? undefined : watch.explain(violation, outcome, run);
}

/** Records facts that the last state no longer contains. */
class Watch implements Observer {
  mayMissIterations?: true;
  readonly #loaded: LoadedProgram;
  readonly #specification: Specification;
  readonly #execution: RecordedExecution;
  readonly #places: ProgramPlaces;
  readonly #history: BlockHistory;
  #view: View | undefined;

  constructor(loaded: LoadedProgram, specification: Specification, execution: RecordedExecution) {
    this.#loaded = loaded;
    this.#specification = specification;
    this.#execution = execution;
    this.#places = new ProgramPlaces(loaded.program);
    this.#history = new BlockHistory((name) => this.#isOwn(name));
  }

  onEdge(edge: CfaEdge, view: View): undefined {
    this.#view = view;
    this.#history.onEdge(edge, view);
  }

  onCallReturn(edge: CallEdge, result: bigint | undefined, view: View): void {
    this.#view = view;
    this.#history.onCallReturn(edge, result, view);
  }

  explain(violation: Violation, outcome: Outcome, run: CompiledProgram): Explanation {
    const { subproperty, edge, thread } = violation;
    const isLost = subproperty === "valid-memtrack" || subproperty === "valid-memcleanup";
    if (edge === undefined || isLost) return this.#lost(violation, run);
    const isOwn = this.#isOwn(edge.source.functionName);
    const own = isOwn ? edge : (this.#history.lastOwn(thread) ?? edge);
    const place = this.#place(own);
    const check = checkOf(violation, outcome);
    const story = new AccessStory(this.#loaded, this.#history.blocks, this.#view);
    const facts = { ...defined({ check }), known: knownFrom(violation), place };
    const ofThreads = this.#ofThreads(outcome);
    if (ofThreads !== undefined) {
      const told = ofThreads.remarks.map((remark) => this.#remark(remark));
      const { edge: at, sentence } = ofThreads;
      return { ...facts, place: this.#place(at), sentence, values: [], remarks: told };
    }
    // Readers find the events of thread 2 in its column.
    const who = thread === 0 ? "" : `thread ${thread}: `;
    if (outcome.kind !== "undefined-behaviour") {
      const sentence =
        outcome.kind === "error-reached" ? this.#called(own, check) : `${subproperty} is violated`;
      return { ...facts, sentence: who + sentence, values: [], remarks: [] };
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
    const remarks = (told?.remarks ?? []).map((remark) => this.#remark(remark));
    const values = isOwn && expression !== undefined ? this.#valuesIn(expression) : [];
    const memory = told?.memory === undefined ? undefined : this.#factsOf(told.memory, run);
    return { ...facts, sentence: who + sentence, values, remarks, ...defined({ memory }) };
  }

  /** Explains violations that several threads cause together. */
  #ofThreads(outcome: Outcome): ThreadStory | undefined {
    const { program } = this.#loaded;
    const source = (edge: CfaEdge): string => this.#source(edge.range);
    if (outcome.kind === "data-race")
      return raceStory(outcome, { program, source, view: this.#view });
    return outcome.kind === "deadlock" ? deadlockStory(outcome, source) : undefined;
  }

  #remark({ text, edge }: { readonly text: string; readonly edge: CfaEdge }): Remark {
    return { text, place: this.#place(edge) };
  }

  #factsOf(
    { operation, bytes, offset, block, object, pointer }: ToldMemory,
    run: CompiledProgram,
  ): MemoryFacts {
    const owner =
      block !== undefined
        ? {
            kind: "block" as const,
            size: Number(block.size),
            allocated: this.#sourcePlace(block.allocatedBy),
            ...defined({ freed: block.freedBy && this.#sourcePlace(block.freedBy) }),
          }
        : object !== undefined
          ? {
              kind: object.kind === "string" ? ("string" as const) : ("variable" as const),
              ...(object.kind === "string" ? {} : { name: object.name }),
              size: object.size,
            }
          : undefined;
    const at = offset === undefined ? "" : ` at ${offset < 0 ? "" : "+"}${offset}`;
    const wrong = block ?? object;
    const through = pointer && ` ${pointer.isNull ? "through null" : "of no object"}`;
    const fault = defined({ owner: wrong ?? pointer?.at, text: operation + (through ?? at) });
    const picture = this.#picture(run, fault);
    return { operation, ...defined({ bytes, offset, object: owner, picture }) };
  }

  /** Returns the memory of the state in which the execution ended. */
  #picture(run: CompiledProgram, fault?: Partial<StateFault>): MemoryPicture | undefined {
    const { owner, text = "" } = fault ?? {};
    const isEmpty = owner === undefined && this.#history.blocks.length === 0;
    if (this.#view === undefined || isEmpty) return undefined;
    const { tracksBlocks } = this.#specification.execution;
    const lost = tracksBlocks === true ? run.untracked() : [];
    const addresses = new Set(lost.map(({ address }) => BigInt(address)));
    const where = { scopes: new VariableScopes(this.#loaded.program), at: undefined };
    const { program } = this.#loaded;
    const memory = new StateMemory(program, this.#view, this.#history.blocks, where);
    return memory.picture(addresses, owner === undefined ? undefined : { owner, text });
  }

  #called(edge: CfaEdge, check: ProgramCheckId | undefined): string {
    const text = this.#source(edge.range);
    const condition = /^assert\s*\(([\s\S]*)\)\s*;?$/.exec(text)?.[1]?.trim();
    if (check !== "assert") return `\`${text}\` is called`;
    return condition === undefined ? `\`${text}\` fails` : `the assertion \`${condition}\` fails`;
  }

  /** Explains memory that is unreachable, or not freed, at the end of the program. */
  #lost(violation: Violation, run: CompiledProgram): Explanation {
    const isLeft = violation.subproperty === "valid-memcleanup";
    const all = isLeft ? run.unfreed() : run.untracked();
    const first = all[0];
    const known = first && this.#history.startingAt(BigInt(first.address));
    const edge = known?.allocatedBy ?? first?.edge ?? this.#loaded.program.main.entry.leaving[0];
    const bytes = first === undefined ? "" : `${amount(first.size, "byte")} of `;
    const source = edge === undefined ? "" : this.#source(edge.range);
    const others = all.length > 1 ? ` (and ${amount(all.length - 1, "block")} more)` : "";
    const end = isLeft
      ? "are not freed when the program ends"
      : "are never freed, and no pointer leads to them when the program ends";
    const facts = {
      check: "leak" as const,
      known: knownFrom(violation),
      place: this.#place(edge as CfaEdge),
      sentence: `${bytes}\`${source}\` ${end}${others}`,
      values: [],
    };
    if (first === undefined) return { ...facts, remarks: [] };
    const address = BigInt(first.address);
    const loss = whereLost(this.#loaded, this.#specification, this.#execution, address);
    const allocated = edge === undefined ? undefined : this.#sourcePlace(edge);
    const lost = loss && {
      ...(loss.edge === undefined ? {} : this.#sourcePlace(loss.edge)),
      ...defined({ path: loss.path }),
      ...(loss.isHeldOutOfScope ? { isHeldOutOfScope: true as const } : {}),
    };
    const picture = loss?.picture ?? this.#picture(run);
    const object = { kind: "block" as const, size: first.size, ...defined({ allocated }) };
    const memory = { operation: isLeft ? ("leave" as const) : ("lose" as const), object };
    return {
      ...facts,
      remarks: lost === undefined ? [] : [this.#lossRemark(lost, edge as CfaEdge)],
      memory: { ...memory, ...defined({ lost, picture }) },
    };
  }

  #lossRemark(lost: NonNullable<MemoryFacts["lost"]>, allocation: CfaEdge): Remark {
    const { path, source, line, column, file, function: name, isHeldOutOfScope } = lost;
    if (line === undefined || column === undefined || file === undefined || name === undefined) {
      const variables = path === undefined ? "" : `: until then, \`${path}\` leads to it`;
      const place = this.#place(this.#history.lastOwn() ?? allocation);
      return { text: `the last pointer is lost when the program ends${variables}`, place };
    }
    const until = path === undefined ? "nothing keeps it" : `until here, \`${path}\` led to it`;
    const what = isHeldOutOfScope === true ? "the last pointer in scope" : "the last pointer";
    const text = `${what} is lost by \`${source}\`: ${until}`;
    return { text, place: { file, line, column, function: name } };
  }

  #sourcePlace(edge: CfaEdge): SourcePlace {
    return { ...this.#place(edge), source: this.#source(edge.range) };
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

/** Returns undefined where the state has no value. */
function attempt<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch {
    return undefined;
  }
}
