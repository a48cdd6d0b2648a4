/** Executes control-flow automata concretely: replay, search by random inputs, witness validation. */
export { callSignature, fits, functionSignature } from "./codegen/signatures.ts";
export { compileProgram } from "./compile.ts";
export {
  type CompiledProgram,
  type HeapBlock,
  type InputSource,
  type InterpreterOptions,
  type Observer,
  type Outcome,
  type UndefinedBehaviour,
  UndefinedEvaluation,
  type View,
} from "./contract.ts";
