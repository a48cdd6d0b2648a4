/** Names in object files, collected while a file is parsed; link-level.ts resolves them. */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type { FunctionReference, FunctionSymbol, Variable, VariableReference } from "../ast.ts";

export type LinkedEntity = FunctionSymbol | Variable;

/** The name of an object or function in object files, from its declarations. */
export interface LinkNames {
  /** `asm("label")`. */
  label?: string;
  /** The name of which this is an alias. */
  alias?: string;
  /** Whether that name need not be defined. */
  isWeakReference?: boolean;
  readonly range: TextRange;
}

/** A reference whose target may turn out to be another one at the end of the file. */
export type LinkedReference = FunctionReference | VariableReference;
