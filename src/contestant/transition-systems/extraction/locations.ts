/** The locations of a transition system, made as executions come to them. */
import type { CfaNode, CfaProgram } from "../../cfa/index.ts";
import type { MemoryAccess, State } from "../../symbolic/index.ts";
import { type Context, type ContextLocation, depthOf, stackOf } from "./call-context.ts";
import type { FunctionOrders } from "./function-orders.ts";
import { type BlockEnds, NoTransitionSystem } from "./program-steps-options.ts";
import type { StateVariables } from "./state-variables.ts";
import type { Location } from "./transition-system.ts";

/** Limits for the number of locations, and of variables at one of them. */
const MAX_LOCATIONS = { "loop-heads": 60, "loop-heads-and-calls": 400, edges: 1500 } as const;
const TOO_MANY = {
  "loop-heads": "too many loops",
  "loop-heads-and-calls": "too many loops and calls",
  edges: "too many edges",
} as const;
/** Limit for all threads or blocks together. */
const MAX_SEVERAL_LOCATIONS = 300;
const MAX_VARIABLES = 250;

const NOWHERE = { node: undefined, isLoopHead: false, variables: [], stack: [] } as const;

/** The start, the error location, and those of nodes in contexts of calls. */
export class Locations {
  readonly start: Location = { ...NOWHERE, id: 0 };
  readonly error: Location = { ...NOWHERE, id: 1 };
  /** All but the start and the error location. */
  readonly all: ContextLocation[] = [];
  readonly #program: CfaProgram;
  readonly #orders: FunctionOrders;
  readonly #variables: StateVariables;
  readonly #blockEnds: BlockEnds;
  readonly #isWhole: boolean;

  /** @param isWhole - whether there is one system for the whole program, not one for each thread or block */
  constructor(
    program: CfaProgram,
    orders: FunctionOrders,
    variables: StateVariables,
    blockEnds: BlockEnds,
    isWhole: boolean,
  ) {
    this.#program = program;
    this.#orders = orders;
    this.#variables = variables;
    this.#blockEnds = blockEnds;
    this.#isWhole = isWhole;
  }

  /**
   * The location of a node in a context.
   * @throws NoTransitionSystem when there are too many locations, or too many variables at this one.
   */
  at(context: Context, node: CfaNode): ContextLocation {
    const known = context.locations.get(node);
    if (known !== undefined) return known;
    const cells = this.#variables.at(context, node);
    if (cells.length > MAX_VARIABLES) throw new NoTransitionSystem("too many variables at a loop");
    const location: ContextLocation = {
      id: this.all.length + 2,
      node,
      isLoopHead: this.#orders.headsOf(context.stackFrame.function).has(node),
      context,
      cells,
      variables: cells.map(({ variable, owner }) => ({
        ...variable,
        isNamed: owner === undefined || owner === context,
        depth: owner && depthOf(owner, context),
      })),
      stack: stackOf(context),
    };
    context.locations.set(node, location);
    this.all.push(location);
    const blockEnds = this.#blockEnds;
    const limit = this.#isWhole ? MAX_LOCATIONS[blockEnds] : MAX_SEVERAL_LOCATIONS;
    if (this.all.length > limit) throw new NoTransitionSystem(TOO_MANY[blockEnds]);
    return location;
  }

  /** A state at a location in which all memory is indeterminate except the state variables, which have their terms. */
  stateAt(location: ContextLocation, initial: State, access: MemoryAccess): State {
    const state = initial.fork();
    const frame = location.context;
    for (const object of this.#program.globals) {
      if (object.isReadOnly || object.kind === "string") continue;
      const region = frame.stackFrame.regionOf(object);
      state.contents.set(region, access.indeterminateContent(state, object.name).content);
    }
    for (
      let context: Context | undefined = frame;
      context !== undefined;
      context = context.caller
    ) {
      for (const [object, region] of context.stackFrame.objects) {
        state.contents.set(region, access.indeterminateContent(state, object.name).content);
      }
      state.contents.set(context.stackFrame.result, access.unbornContents("result").ended);
    }
    for (const { variable, size, owner } of location.cells) {
      const { object, offset, term } = variable;
      const region = (owner ?? frame).stackFrame.regionOf(object);
      access.writeAt(state, region, offset, size, term);
    }
    return state;
  }
}
