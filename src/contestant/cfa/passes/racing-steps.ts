/**
 * Splits edges of programs with threads so that each makes at most one access that may race, for
 * analyses with switches before each of these. Library models are unchanged: they contain their own
 * switch points. An edge without such a form becomes unsupported.
 */
import type {
  AssumeEdge,
  CallEdge,
  CfaEdge,
  CfaNode,
  CfaProgram,
  Expression,
  FunctionCfa,
  MemoryObject,
} from "../model/cfa.ts";
import { expressionsOf } from "../model/edge-expressions.ts";
import { forEachSubexpression } from "../model/expression-properties.ts";
import { numberProgram } from "../model/finish.ts";
import { INTRINSIC_FACTS } from "../model/intrinsic-facts.ts";
import { INTERNAL_NAMES, intrinsicOf } from "../model/intrinsics.ts";
import { isSynchronisation } from "../model/synchronisation.ts";
import { callAccesses, literalText } from "../queries/call-accesses.ts";
import { calledName } from "../queries/called-name.ts";
import { GrowingFunction } from "./growing-function.ts";
import { NoVisibleSteps } from "./shared-reads.ts";
import { type AccessMode, StepSplitting } from "./step-splitting.ts";

export interface RacingSteps {
  readonly program: CfaProgram;
  /** Places before accesses that may race. */
  readonly visible: ReadonlySet<CfaNode>;
  /**
   * The edge of the original program to which an edge belongs; undefined for the choice of an
   * order.
   */
  readonly originOf: (edge: CfaEdge) => CfaEdge | undefined;
}

/**
 * Objects that an edge accesses in a race; `undefined` among them: memory that is not accessed by
 * name.
 */
export interface RacingAccesses {
  readonly read: ReadonlySet<MemoryObject | undefined>;
  readonly written: ReadonlySet<MemoryObject | undefined>;
}
/** By edge of the program; `all`: unknown. */
export type PossibleRaces = ReadonlyMap<CfaEdge, RacingAccesses> | "all";

export function withRacingSteps(program: CfaProgram, mayRace: PossibleRaces): RacingSteps {
  return new RacingSplit(program, mayRace).run();
}

class RacingSplit extends StepSplitting {
  readonly #mayRace: PossibleRaces;
  /** Whether stores of models of synchronisation for their callers may race. */
  readonly #mayStoresRace: boolean;
  readonly #origins = new Map<CfaEdge, CfaEdge>();
  /** The racing accesses of the current edges, if known. */
  #racing: readonly RacingAccesses[] | undefined;

  constructor(program: CfaProgram, mayRace: PossibleRaces) {
    super(program);
    this.#mayRace = mayRace;
    this.#mayStoresRace = mayRace === "all" || [...mayRace.keys()].some(isOfSynchronisation);
  }

  run(): RacingSteps {
    const functions = new Map<string, FunctionCfa>();
    const split: FunctionCfa[] = [];
    for (const [name, fn] of this.program.functions) {
      const edges = fn.nodes.flatMap(({ leaving }) => leaving);
      const isSplit = edges.some((edge) => this.#isRacing(edge, fn));
      const made = isSplit ? this.#split(fn) : fn;
      functions.set(name, made);
      if (isSplit) split.push(made);
    }
    // The others keep their numbers.
    numberProgram(split, NEW_NUMBERS);
    const main = functions.get(this.program.main.name) as FunctionCfa;
    return {
      program: { ...this.program, functions, main },
      visible: this.visible,
      originOf: (edge) => {
        const origin = this.#origins.get(edge) ?? edge;
        return isInput(edge) && !isInput(origin) ? undefined : origin;
      },
    };
  }

  #isRacing(edge: CfaEdge, { name, isLibrary }: FunctionCfa): boolean {
    if (this.#mayRace !== "all" && this.#mayRace.has(edge)) return true;
    if (!isLibrary) return this.#mayRace === "all";
    // A model's access to its caller's memory is refused, where it may race.
    if (isSynchronisation(name)) return this.#mayStoresRace && isAccess(edge);
    // Private data of models are not accessed by the program, and models that store results have no
    // point.
    if (this.#mayRace === "all" || mentionsStatic(edge)) return true;
    return this.#mayStoresRace && name.startsWith("__agon_store_");
  }

  /** Undefined when it is unknown for some edge. */
  #accessesOf(edges: readonly CfaEdge[]): RacingAccesses[] | undefined {
    if (this.#mayRace === "all") return undefined;
    const known = edges.flatMap(
      (edge) => (this.#mayRace as Exclude<PossibleRaces, "all">).get(edge) ?? [],
    );
    const isLibrary = edges.some(
      ({ source }) => this.program.functions.get(source.functionName)?.isLibrary,
    );
    return known.length === 0 || isLibrary ? undefined : known;
  }

  /** Whether no other thread interferes with the access. */
  protected override isPrivate(address: Expression, mode: AccessMode): boolean {
    if (isOwn(address)) return true;
    const object = namedObject(address);
    // Memory without a name may be anything.
    if (object === undefined || this.#racing === undefined) return false;
    return this.#racing.every((accesses) => !accesses[mode].has(object));
  }

  protected override isPrivateRecord(address: Expression): boolean {
    return isOwn(address);
  }

  #split(original: FunctionCfa): FunctionCfa {
    this.fn = new GrowingFunction(original);
    for (const node of original.nodes) {
      const at = this.fn.copyOf(node);
      const [first] = node.leaving;
      if (first === undefined) continue;
      if (!node.leaving.some((edge) => this.#isRacing(edge, original))) {
        for (const edge of node.leaving) this.copy(edge, at);
        continue;
      }
      this.fn.origin = first;
      this.#racing = this.#accessesOf(node.leaving);
      try {
        if (first.kind === "assume") this.branch(node.leaving as readonly AssumeEdge[], at);
        else this.edge(first, at);
      } catch (error) {
        if (!(error instanceof NoVisibleSteps)) throw error;
        const target = this.fn.copyOf(first.target);
        const { range } = first;
        this.fn.connect(at, target, range, { kind: "unsupported", reason: error.message });
      }
    }
    for (const [edge, origin] of this.fn.origins) this.#origins.set(edge, origin);
    return this.fn.finish();
  }

  protected override call(edge: CallEdge, start: CfaNode, target: CfaNode): void {
    const { callee, range, result } = edge;
    const isFree = this.#checkAccesses(edge);
    const isShared = result !== undefined && !this.isPrivate(result.address, "written");
    if (isShared && !("scalar" in result)) {
      throw new NoVisibleSteps("a record that threads may race for");
    }
    const others = [callee, ...(result === undefined ? [] : [result.address])];
    const read = this.readArguments(edge.arguments, others, start, edge);
    const { at } = read;
    const [called, address] = read.others as [Expression, Expression];
    if (isFree) this.visible.add(at);
    const call = { ...edge, callee: called, arguments: read.passed };
    if (!isShared || !("scalar" in result)) {
      this.fn.connect(at, target, range, { ...call, result: result && { ...result, address } });
      return;
    }
    // The result of a call is stored by a step of its own.
    const kept = this.reads.temporary(result.scalar, this.fn);
    const into = { address: this.objects.addressOf(kept), scalar: result.scalar };
    const end = this.fn.connect(at, this.fn.node(), range, { ...call, result: into });
    this.visible.add(end);
    const value = this.objects.load(kept);
    this.fn.connect(end, target, range, { kind: "assign", address, value });
  }

  /** Whether a call makes a visible access in one step; longer ones are not supported. */
  #checkAccesses(edge: CallEdge): boolean {
    const name = calledName(edge);
    if (name === undefined || this.program.functions.has(name)) return false;
    const intrinsic = intrinsicOf(name);
    if (intrinsic === undefined) return false;
    const isKnown = INTRINSIC_FACTS[intrinsic.kind].isOneStep && !mayAccessShared(edge, name);
    if (!isKnown) throw new NoVisibleSteps(`a call of ${name} that may race`);
    return intrinsic.kind === "free";
  }
}

/** Whether the edge describes an access of a model to its caller's memory. */
function isAccess(edge: CfaEdge): boolean {
  if (edge.kind !== "call") return false;
  const name = calledName(edge);
  return name !== undefined && intrinsicOf(name)?.kind === "access" && mayAccessShared(edge, name);
}

/** Whether an output function accesses memory that other threads may change, by its contract. */
function mayAccessShared(edge: CallEdge, name: string): boolean {
  const { accesses, unseen } = callAccesses(name, edge.arguments);
  if (unseen !== undefined) return true;
  return accesses.some((access) => {
    const isUse = access.kind === "bytes" && access.mode === "use";
    return !isUse && literalText(edge.arguments[access.argument]) === undefined;
  });
}

/** Numbers of new nodes and edges begin here. */
const NEW_NUMBERS = 1 << 24;

/** Whether an access belongs to a model that the edge may call. */
function isOfSynchronisation(edge: CfaEdge): boolean {
  if (edge.kind !== "call") return false;
  const { callee } = edge;
  return (
    callee.kind !== "address" || "size" in callee.target || isSynchronisation(callee.target.name)
  );
}

/** The choice of an order is one, too. */
function isInput(edge: CfaEdge): boolean {
  if (edge.kind !== "call" || edge.callee.kind !== "address") return false;
  return edge.callee.target.name === INTERNAL_NAMES.nondet;
}

/** Whether an edge names memory that all threads share and that may change. */
function mentionsStatic(edge: CfaEdge): boolean {
  let isMentioned = false;
  for (const expression of expressionsOf(edge)) {
    forEachSubexpression(expression, (part) => {
      if (part.kind !== "address" || !("size" in part.target)) return;
      isMentioned ||= part.target.kind === "global" && !part.target.isReadOnly;
    });
  }
  return isMentioned;
}

/** The object into which an address leads by its name. */
function namedObject(address: Expression): MemoryObject | undefined {
  if (address.kind === "binary" && address.type.kind === "pointer") {
    return namedObject(address.left);
  }
  return address.kind === "address" && "size" in address.target ? address.target : undefined;
}

/** Whether no other thread can reach the memory there. */
function isOwn(address: Expression): boolean {
  const object = namedObject(address);
  if (object === undefined) return false;
  const { kind, isReadOnly, isAddressTaken } = object;
  return isReadOnly || kind === "string" || (kind !== "global" && !isAddressTaken);
}
