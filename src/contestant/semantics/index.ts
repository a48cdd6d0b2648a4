/** The meaning of edges, expressions, calls and functions without a body, over an algebra that the client supplies. */
export type {
  Algebra,
  Binary,
  CallSink,
  Carriers,
  ControlAlgebra,
  Evaluation,
  FloatOperator,
  IntegerOperation,
  IntrinsicAlgebra,
  IntrinsicCall,
  Lifetime,
  MemoryAlgebra,
  Passed,
  ScalarTarget,
  Unary,
  ValueAlgebra,
} from "./algebra.ts";
export { EdgeSemantics } from "./edge-semantics.ts";
export { ExpressionSemantics } from "./expression-semantics.ts";
export { type AtomicEvent, HappensBefore } from "./happens-before.ts";
export type { Hazard } from "./hazards.ts";
export { interleavingFacts, WEAK_ORDERS } from "./interleavings.ts";
