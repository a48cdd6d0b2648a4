/** Evaluates CFA expressions in abstract states. */

import type { Expression } from "../../../cfa/index.ts";
import { type Evaluation, ExpressionSemantics } from "../../../semantics/index.ts";
import type { OverflowMode } from "../../../specification/index.ts";
import type { ValueCarriers } from "./carriers.ts";
import { IntegerArithmetic } from "./integer-arithmetic.ts";
import { MemoryEffects } from "./memory-effects.ts";
import type { ProgramLayout } from "./program-layout.ts";
import { ScalarAlgebra } from "./scalar-algebra.ts";
import { type Incompleteness, UnknownValues } from "./unknown-values.ts";

export class ExpressionEvaluator extends UnknownValues {
  readonly scalars: ScalarAlgebra;
  readonly memory: MemoryEffects;
  readonly integers: IntegerArithmetic;
  readonly expressions: ExpressionSemantics<ValueCarriers>;

  constructor(layout: ProgramLayout, incompleteness: Incompleteness, overflow: OverflowMode) {
    super(incompleteness);
    this.integers = new IntegerArithmetic(this, overflow);
    this.memory = new MemoryEffects(layout, this, this.integers, (part) =>
      this.expressions.compile(part),
    );
    this.scalars = new ScalarAlgebra(layout, this, this.integers, this.memory);
    this.expressions = new ExpressionSemantics(this.scalars);
  }

  /**
   * Whether a scalar is not zero; undefined when executions differ in a way that cannot be distinguished.
   * @throws ComparisonSplit (when called) where they differ in a symbol
   */
  compileTest(condition: Expression): Evaluation<ValueCarriers, boolean | undefined> {
    return this.expressions.compileTest(condition);
  }
}
