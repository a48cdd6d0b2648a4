/**
 * GNU nested functions use variables of the functions around them. Their
 * automata get the addresses of these variables as further parameters
 * (lambda lifting: Johnsson, "Lambda lifting", 1985).
 */
import {
  type FunctionDefinition,
  type FunctionSymbol,
  sizeExpressions,
  type Variable,
  walkAst,
} from "../../cfront/index.ts";

/** No name of C has a dot; those of nested functions do (contestant/cfront/ast.ts). */
function isNested(symbol: FunctionSymbol): boolean {
  return symbol.name.includes(".");
}

interface Uses {
  /** Automatic variables of other functions. */
  readonly foreign: Set<Variable>;
  readonly own: ReadonlySet<Variable>;
  readonly nested: ReadonlySet<string>;
}

export class CapturedVariables {
  readonly #captured = new Map<string, readonly Variable[]>();
  /** Every variable that some nested function captures. */
  readonly all: ReadonlySet<Variable>;

  constructor(definitions: Iterable<FunctionDefinition>) {
    const list = [...definitions];
    if (list.some(({ symbol }) => isNested(symbol))) this.#solve(list);
    this.all = new Set([...this.#captured.values()].flat());
  }

  /** The variables whose addresses a call of the function passes, in order. */
  of(symbol: FunctionSymbol): readonly Variable[] {
    return this.#captured.get(symbol.name) ?? [];
  }

  #solve(definitions: readonly FunctionDefinition[]): void {
    const uses = new Map(
      definitions
        .filter(({ symbol }) => isNested(symbol))
        .map((definition) => [definition.symbol.name, usesOf(definition)] as const),
    );
    for (let changed = true; changed; ) {
      changed = false;
      for (const { foreign, own, nested } of uses.values()) {
        for (const name of nested) {
          for (const variable of uses.get(name)?.foreign ?? []) {
            if (own.has(variable) || foreign.has(variable)) continue;
            foreign.add(variable);
            changed = true;
          }
        }
      }
    }
    for (const [name, { foreign }] of uses) this.#captured.set(name, [...foreign]);
  }
}

/** Variables that a function declares itself. */
export function ownVariables({ parameters, body }: FunctionDefinition): Set<Variable> {
  const own = new Set<Variable>(parameters);
  walkAst(body, (part) => {
    if (part.kind === "declaration") for (const variable of part.variables) own.add(variable);
    if (part.kind === "compound-literal") own.add(part.variable);
    return undefined;
  });
  return own;
}

function usesOf(definition: FunctionDefinition): Uses {
  const own = ownVariables(definition);
  const foreign = new Set<Variable>();
  const nested = new Set<string>();
  const use = (variable: Variable): void => {
    const isAutomatic = variable.storage === "local" || variable.storage === "parameter";
    if (!isAutomatic || own.has(variable) || foreign.has(variable)) return;
    foreign.add(variable);
    // Lengths of variable-length arrays are hidden variables.
    for (const size of sizeExpressions(variable.type)) {
      walkAst(size, (part) => {
        if (part.kind === "variable") use(part.variable);
        return undefined;
      });
    }
  };
  walkAst(definition.body, (part) => {
    if (part.kind === "variable") use(part.variable);
    if (part.kind === "function" && isNested(part.symbol)) nested.add(part.symbol.name);
    return undefined;
  });
  return { foreign, own, nested };
}
