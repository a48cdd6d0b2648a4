/** Mistakes of one line each, put into Agon one at a time to check that the tests find them. */

export interface Mutation {
  readonly file: string;
  /** Occurs once in the file, within a line. */
  readonly from: string;
  readonly to: string;
}

type Changes = readonly (readonly [from: string, to: string])[];

const CHANGES: Readonly<Record<string, Changes>> = {
  // Transfer functions.
  "src/contestant/abstract-interpretation/domains/value/range.ts": [
    ["return a.high < b.low ? true", "return a.high <= b.low ? true"],
    ["if (low < bound) low = bound;", "if (low < bound) low = plus(bound, 1);"],
    ["if (high >= bound) high = plus(bound, -1);", "high = plus(bound, -2);"],
    ["high: greatest(a.high, b.high),", "high: a.high,"],
    ["return between(al - bh, ah - bl);", "return between(al - bl, ah - bh);"],
    ["const bound = max(abs(bl), abs(bh)) - 1n;", "const bound = max(abs(bl), abs(bh)) - 2n;"],
    ["return between(0n, (1n << bits) - 1n);", "return between(0n, (1n << bits) - 2n);"],
    ["return between(0n, min(ah, bh));", "return between(0n, min(ah, bl));"],
  ],
  "src/contestant/abstract-interpretation/domains/value/integer-arithmetic.ts": [
    ["low - BigInt(exact.low) === high - BigInt(exact.high)", "low <= high"],
    ["if (y.low < 0 || y.high >= type.bits) {", "if (y.low < 0) {"],
    ['else if (operator === "sub") exact = a - b;', 'else if (operator === "sub") exact = b - a;'],
    ["else if (isUndefined) this.#unknown", "else if (false) this.#unknown"],
    ["if (values.low >= full.low && values.high <= full.high) return value;", "return value;"],
    [
      'exactBounds("sub", ZERO, state.rangeOf(value)), isChecked',
      'exactBounds("sub", ZERO, state.rangeOf(value)), false',
    ],
  ],
  "src/contestant/abstract-interpretation/domains/value/memory-effects.ts": [
    [
      "pointer.low < 0 || pointer.high + size > pointer.object.size",
      "pointer.high > pointer.object.size",
    ],
    ["cell.offset < place.high + size &&", "cell.offset < place.low + size &&"],
    ["cell.offset >= place.low && cell.offset + cell.size <= place.low + size", "true"],
    ["hasEnded(value)) slots[i]", "false) slots[i]"],
  ],
  "src/contestant/semantics/hazards.ts": [
    [
      'return signed ? ["shift-amount", "negative-shift", "shift-overflow"] : ["shift-amount"];',
      "return NONE;",
    ],
    [
      'return signed ? ["division-by-zero", "quotient-overflow"] : ["division-by-zero"];',
      "return NONE;",
    ],
  ],
  "src/contestant/semantics/edge-semantics.ts": [
    [
      "return (state, frame) => control.assume(state, test(state, frame), truth);",
      "return (state, frame) => control.assume(state, test(state, frame), true);",
    ],
  ],
  // Rewriting and circuits.
  "src/contestant/smt/rewrite/arithmetic.ts": [
    ['if (isOne(a) && b.op === "bvnot")', 'if (b.op === "bvnot")'],
    ["add(t, t.constant(a.width, 1), a.args[0] as Term)", "a.args[0] as Term"],
    ["return areOpposite(y, b) ? x : undefined;", "return areOpposite(y, b) ? y : undefined;"],
    ["if (isOnes(a)) return neg(t, b);", "if (isOnes(a)) return b;"],
  ],
  "src/contestant/smt/rewrite/bitwise.ts": [
    ["if (a === b) return zero(t, a.width);", "if (a === b) return a;"],
    ['zeros === "both" ? Math.max(left, right) : Math', "Math"],
    ["> zeros.width) return undefined;", "> zeros.width + 1) return undefined;"],
  ],
  "src/contestant/smt/rewrite/comparison.ts": [
    ["return extend(t, low, c.width) === c ?", "return low.width > 0 ?"],
    ["return y === c ? or(t, x, rest) : and", "return y === c ? or(t, x, rest) : or"],
  ],
  "src/contestant/smt/rewrite/bool.ts": [
    ["a === t.true ? or(t, condition, b) : and(t, negated, b)", "and(t, condition, b)"],
    [
      'if (first === "contained") return and(t, a, not(t, y));',
      'if (first === "contained") return and(t, a, y);',
    ],
  ],
  "src/contestant/smt/rewrite/shift.ts": [
    ["(t.minimum[amount.id] as number) >= a.width", "(t.maximum[amount.id] as number) >= a.width"],
    ["Math.min(bits, width - 1)", "Math.min(bits, width - 2)"],
  ],
  "src/contestant/smt/blast/circuits.ts": [
    ["return result.map((bit) => g.mux(excess, fill, bit));", "return result;"],
    ["x[top] = b[top] as Literal;", "x[top] = a[top] as Literal;"],
  ],
  // Memory.
  "src/contestant/symbolic/memory/content.ts": [
    [
      "if (twin !== undefined && twin.size === chunk.size) continue;",
      "if (twin !== undefined) continue;",
    ],
    ["const low = (at - start) * 8;", "const low = 0;"],
    ["manager.concat(part, result)", "manager.concat(result, part)"],
    ["if (end > offset + size) this", "if (false) this"],
    ["return manager.ite(condition, a, b);", "return manager.ite(condition, b, a);"],
  ],
  "src/contestant/symbolic/memory/array-contents.ts": [
    ["manager.ult(manager.neg(distance), bytes(size)),", "manager.false,"],
    ["const whole = manager.and(write.condition, atSame);", "const whole = atSame;"],
  ],
  "src/contestant/symbolic/memory/access.ts": [
    [
      "content.writeElement(offset, size, value, condition);",
      "content.writeElement(offset, size, value, this.#manager.true);",
    ],
    [
      "const old = condition === this.#manager.true ? value : content.read(offset, size);",
      "const old = value;",
    ],
  ],
  "src/contestant/symbolic/memory/modified-memory.ts": [
    ["const isLast = index === regions.size - 1;", "const isLast = index === 0;"],
  ],
  "src/contestant/symbolic/evaluation/evaluator.ts": [
    ['operator === "mul" ? 2 * width : width + 1', "width + 1"],
    [
      "const overflows = manager.and(manager.eq(a, minimum), manager.eq(b, minusOne));",
      "const overflows = manager.false;",
    ],
  ],
  // The interpreter.
  "src/contestant/interpreter/codegen/words.ts": [
    ['!isSigned(type) && type.kind !== "float" && type.bits === 32;', "false;"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a template
    ["<< ${unused} >> ${unused})", "<< ${unused} >>> ${unused})"],
  ],
  // Library.
  "src/contestant/cfa/library/string-models.ts": [
    [
      "size_t n = 0; while (s[n]) n++; return n; }",
      "size_t n = 0; while (s[n]) n++; return n + (n > 3); }",
    ],
    ["  while (a[i] && a[i] == b[i]) i++;", "  while (a[i] && b[i] && a[i + 1] == b[i + 1]) i++;"],
    [
      "  while (from[i]) { to[n + i] = from[i]; i++; }",
      "  while (from[i]) { to[n + i] = from[0]; i++; }",
    ],
  ],
  "src/contestant/cfa/library/general-models.ts": [
    ["int abs(int x) { return x < 0 ? -x : x; }", "int abs(int x) { return x <= 1 ? -x : x; }"],
  ],
  // Lowering and the front end.
  "src/contestant/cfa/lowering/lower-assignment.ts": [
    ["if (isBool(bare.type) && !isBool(bare.operand.type)) return undefined;", ""],
    [
      "const second = isShift ? operand : cast(computation, operand);",
      "const second = cast(computation, cast(valueTypeOf(left.type) ?? computation, operand));",
    ],
  ],
  "src/contestant/cfa/lowering/lower-logical.ts": [
    [
      "lowerCondition(lower, bare.operand, whenFalse, whenTrue);",
      "lowerCondition(lower, bare.operand, whenTrue, whenFalse);",
    ],
    [
      'bare.operator === "!=" && isZero(bare.right)',
      'bare.operator === "=="  && isZero(bare.right)',
    ],
    ["to.bits >= from.bits;", "to.bits > 0;"],
  ],
  "src/contestant/cfront/conversions.ts": [["  long: 4,", "  long: 3,"]],
  "src/contestant/cfront/record-layout.ts": [
    ["bitOffset: placement.start & 7,", "bitOffset: placement.start & 3,"],
  ],
};

export const MUTATIONS: readonly Mutation[] = Object.entries(CHANGES).flatMap(([file, changes]) =>
  changes.map(([from, to]) => ({ file, from, to })),
);
