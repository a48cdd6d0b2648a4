/** What is known of names in object files while a file is parsed; link-level.ts resolves them. */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type { FunctionReference, FunctionSymbol, Variable, VariableReference } from "../ast.ts";

export type LinkedEntity = FunctionSymbol | Variable;

/** What declarations say of the name of an object or function in object files. */
export interface LinkNames {
  /** `asm("label")`. */
  label?: string;
  /** The name that this is another name of. */
  alias?: string;
  /** Whether that name need not be defined. */
  isWeakReference?: boolean;
  readonly range: TextRange;
}

/** A reference whose target may turn out to be another one at the end of the file. */
export type LinkedReference = FunctionReference | VariableReference;
