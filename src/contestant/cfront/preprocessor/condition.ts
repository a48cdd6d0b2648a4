/**
 * The expressions of `#if` (C11 6.10.1): integer arithmetic in 64 bits, where
 * every name that is left stands for 0.
 */
import type { TextRange } from "../../../ground/util/text-position.ts";
import type { PreprocessingToken } from "../lexer.ts";
import { parseCharacterLiteral, parseIntegerLiteral } from "../literals.ts";
import type { MachineModel } from "../machine-model.ts";
import type { ReportAt } from "./expansion.ts";
import { isName } from "./macro.ts";

interface Value {
  readonly value: bigint;
  readonly unsigned: boolean;
}

/** Binary operators by precedence, weakest first; `?:` is weaker than all. */
const PRECEDENCE: ReadonlyMap<string, number> = new Map(
  [
    ["||"],
    ["&&"],
    ["|"],
    ["^"],
    ["&"],
    ["==", "!="],
    ["<", ">", "<=", ">="],
    ["<<", ">>"],
    ["+", "-"],
    ["*", "/", "%"],
  ].flatMap((operators, level) => operators.map((text): [string, number] => [text, level])),
);

const ZERO: Value = { value: 0n, unsigned: false };

/**
 * Whether the expression is not zero. `tokens` are expanded already, `defined`
 * replaced, without the final `eof`; `place` is where a missing operand is reported.
 */
export function evaluateCondition(
  tokens: readonly PreprocessingToken[],
  machine: MachineModel,
  place: TextRange,
  report: ReportAt,
): boolean {
  const evaluator = new ConditionEvaluator(tokens, machine, place, report);
  return evaluator.run() !== 0n;
}

class ConditionEvaluator {
  readonly #tokens: readonly PreprocessingToken[];
  readonly #machine: MachineModel;
  readonly #place: TextRange;
  readonly #report: ReportAt;
  #index = 0;
  #failed = false;

  constructor(
    tokens: readonly PreprocessingToken[],
    machine: MachineModel,
    place: TextRange,
    report: ReportAt,
  ) {
    this.#tokens = tokens;
    this.#machine = machine;
    this.#place = place;
    this.#report = report;
  }

  run(): bigint {
    const { value } = this.#conditional(true);
    const rest = this.#tokens[this.#index];
    if (rest !== undefined) this.#fail(`unexpected '${rest.text}' in the #if expression`, rest);
    return this.#failed ? 0n : value;
  }

  /** Only the first fault is reported. */
  #fail(message: string, at: TextRange): Value {
    if (!this.#failed) this.#report(message, at);
    this.#failed = true;
    this.#index = this.#tokens.length;
    return ZERO;
  }

  #accept(text: string): boolean {
    const token = this.#tokens[this.#index];
    if (token?.text !== text || token.kind !== "punctuator") return false;
    this.#index++;
    return true;
  }

  /** `live` is false where the value cannot matter: division by zero is no fault there. */
  #conditional(live: boolean): Value {
    const condition = this.#binary(0, live);
    if (!this.#accept("?")) return condition;
    const isTrue = condition.value !== 0n;
    const whenTrue = this.#comma(live && isTrue);
    if (!this.#accept(":")) return this.#fail("expected ':' in the #if expression", this.#here());
    const whenFalse = this.#conditional(live && !isTrue);
    const unsigned = whenTrue.unsigned || whenFalse.unsigned;
    return wrap((isTrue ? whenTrue : whenFalse).value, unsigned);
  }

  #comma(live: boolean): Value {
    let value = this.#conditional(live);
    while (this.#accept(",")) value = this.#conditional(live);
    return value;
  }

  #here(): TextRange {
    return this.#tokens[this.#index] ?? this.#place;
  }

  #binary(level: number, live: boolean): Value {
    let left = this.#unary(live);
    for (;;) {
      const token = this.#tokens[this.#index];
      const precedence = token?.kind === "punctuator" ? PRECEDENCE.get(token.text) : undefined;
      if (token === undefined || precedence === undefined || precedence < level) return left;
      this.#index++;
      const isDecided =
        (token.text === "&&" && left.value === 0n) || (token.text === "||" && left.value !== 0n);
      const right = this.#binary(precedence + 1, live && !isDecided);
      left = this.#apply(token, left, right, live);
    }
  }

  #apply(operator: PreprocessingToken, left: Value, right: Value, live: boolean): Value {
    const unsigned = left.unsigned || right.unsigned;
    const a = wrap(left.value, unsigned).value;
    const b = wrap(right.value, unsigned).value;
    const truth = (isTrue: boolean): Value => ({ value: isTrue ? 1n : 0n, unsigned: false });
    switch (operator.text) {
      case "||":
        return truth(left.value !== 0n || right.value !== 0n);
      case "&&":
        return truth(left.value !== 0n && right.value !== 0n);
      case "|":
        return wrap(a | b, unsigned);
      case "^":
        return wrap(a ^ b, unsigned);
      case "&":
        return wrap(a & b, unsigned);
      case "==":
        return truth(a === b);
      case "!=":
        return truth(a !== b);
      case "<":
        return truth(a < b);
      case ">":
        return truth(a > b);
      case "<=":
        return truth(a <= b);
      case ">=":
        return truth(a >= b);
      case "<<":
        return shift(left, right.value);
      case ">>":
        return shift(left, -right.value);
      case "+":
        return wrap(a + b, unsigned);
      case "-":
        return wrap(a - b, unsigned);
      case "*":
        return wrap(a * b, unsigned);
      default:
        if (b === 0n) {
          return live ? this.#fail("division by zero in the #if expression", operator) : ZERO;
        }
        return wrap(operator.text === "/" ? a / b : a % b, unsigned);
    }
  }

  #unary(live: boolean): Value {
    const token = this.#tokens[this.#index];
    if (token === undefined) {
      return this.#fail("expected a value in the #if expression", this.#place);
    }
    this.#index++;
    const report = (message: string): void => {
      this.#fail(message, token);
    };
    if (token.kind === "integer") {
      const { value } = parseIntegerLiteral(token.text, this.#machine, report);
      // All types act like (u)intmax_t here (6.10.1p4), regardless of the constant's type
      // elsewhere.
      return { value, unsigned: /u/i.test(token.text) || value >= 1n << 63n };
    }
    if (token.kind === "character") {
      const { value } = parseCharacterLiteral(token.text, this.#machine, report);
      return { value, unsigned: false };
    }
    if (isName(token)) {
      if (this.#accept("(")) {
        return this.#fail(`'${token.text}' is not a macro with parameters`, token);
      }
      return ZERO;
    }
    switch (token.text) {
      case "(": {
        const value = this.#comma(live);
        if (this.#accept(")")) return value;
        return this.#fail("expected ')' in the #if expression", this.#here());
      }
      case "+":
        return this.#unary(live);
      case "-": {
        const { value, unsigned } = this.#unary(live);
        return wrap(-value, unsigned);
      }
      case "~": {
        const { value, unsigned } = this.#unary(live);
        return wrap(~value, unsigned);
      }
      case "!":
        return { value: this.#unary(live).value === 0n ? 1n : 0n, unsigned: false };
      default:
        return this.#fail(`'${token.text}' is not valid in an #if expression`, token);
    }
  }
}

function wrap(value: bigint, unsigned: boolean): Value {
  return { value: unsigned ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value), unsigned };
}

/** Left for positive amounts, right for negative ones, as gcc's preprocessor does. */
function shift({ value, unsigned }: Value, amount: bigint): Value {
  if (amount >= 64n) return { value: 0n, unsigned };
  if (amount <= -64n) return { value: value < 0n ? -1n : 0n, unsigned };
  return wrap(amount >= 0n ? value << amount : value >> -amount, unsigned);
}
