/**
 * Columns of BenchExec's tables: their definitions, and the types that follow from their values.
 */

import { Decimal } from "../../../ground/util/decimal.ts";
import { defined } from "../../../ground/util/defined.ts";
import { type Cells, cellText } from "../../results/index.ts";
import { parseSimpleNumber, SIMPLE } from "./simple-number.ts";

/** A column as a table definition describes it. */
export interface ColumnDefinition {
  readonly title: string;
  /**
   * Pattern that the tool-info module searches in the log; absent: the value is in the result file.
   */
  readonly pattern?: string;
  readonly significantDigits?: number;
  readonly href?: string;
  readonly unit?: string;
  readonly sourceUnit?: string;
  readonly scaleFactor?: Decimal;
  readonly isRelevantForDiff?: boolean;
  readonly displayTitle?: string;
}

export type ColumnKind = "status" | "text" | "count" | "measure";

/** A column whose type was determined from its values. */
export interface TypedColumn extends ColumnDefinition {
  readonly kind: ColumnKind;
  /** Greatest number of digits after the point that are shown; measures only. */
  readonly maximalDecimals: number;
  /** Number of characters of the longest number; 0 for text columns. */
  readonly numberWidth: number;
  /**
   * For each cell: number of bytes of the simple number at its start, before the unit; 0: not a
   * simple number. Cached, so that cells are parsed once only.
   */
  readonly plainLengths?: Uint8Array;
}

/** `sign, special, integer, fraction with point, its leading zeros, the rest of it, exponent, unit`. */
const MEASURE =
  /^\s*([-+])?(?:(nan|inf|infinity)|(\d+)(\.(0*)(\d+))?(?:[eE]([-+])(\d+))?\s?([a-zA-Z/%]*))\s*$/i;

const UNIT_FACTORS: Readonly<Record<string, Readonly<Record<string, Decimal>>>> = {
  s: { ms: integer(1000), min: fraction(60), h: fraction(3600) },
  B: { kB: power(-3), MB: power(-6), GB: power(-9) },
  J: {
    kJ: power(-3),
    Ws: Decimal.one,
    kWs: power(-3),
    Wh: fraction(3600),
    kWh: fraction(1000 * 3600),
    mWh: fraction(1000 * 1000 * 3600),
  },
};

function integer(value: number): Decimal {
  return Decimal.ofInteger(value);
}

function power(exponent: number): Decimal {
  return Decimal.of(1n, exponent);
}

function fraction(divisor: number): Decimal {
  return Decimal.one.dividedBy(integer(divisor));
}

/** A column that contradicts its definition; it is shown as text. */
class UnfitColumn extends Error {}

export function isNumeric({ kind }: Pick<TypedColumn, "kind">): boolean {
  return kind === "count" || kind === "measure";
}

/** `cputime (s)`. */
export function columnTitle(column: TypedColumn): string {
  const title = column.displayTitle || column.title;
  const unit = column.unit || column.sourceUnit;
  return isNumeric(column) && unit ? `${title} (${unit})` : title;
}

/**
 * Determines the type of a column: numbers if all its values are, with one unit.
 * `warn` is called when the definition's units do not fit the values.
 */
export function typeColumn(
  definition: ColumnDefinition,
  cells: Cells,
  warn: (message: string) => void,
): TypedColumn {
  if (definition.title === "status") return withoutNumbers(definition, "status");
  const heuristic = new TypeHeuristic(definition, cells.count);
  try {
    for (let row = 0; row < cells.count; row++) {
      if (!heuristic.take(cells, row)) return withoutNumbers(definition, "text");
    }
  } catch (error) {
    if (!(error instanceof UnfitColumn)) throw error;
    warn(`the type of a column could not be determined: ${error.message}`);
    return withoutNumbers(definition, "text");
  }
  return heuristic.result();
}

function withoutNumbers(definition: ColumnDefinition, kind: "status" | "text"): TypedColumn {
  const { unit: _, sourceUnit: __, scaleFactor: ___, ...rest } = definition;
  return { ...rest, kind, maximalDecimals: 0, numberWidth: 0 };
}

class TypeHeuristic {
  readonly #definition: ColumnDefinition;
  #unit: string | undefined;
  #sourceUnit: string | undefined;
  #factor: Decimal | undefined;
  /** n for a factor 10^-n; undefined for other factors. */
  #shift: number | undefined;
  #integerDigits = 0;
  #decimals = 0;
  #hasNumbers = false;
  #hasDecimals = false;
  /** Unit of the last value that was parsed completely. */
  #knownUnit: string | undefined;

  readonly #plainLengths: Uint8Array;

  constructor(definition: ColumnDefinition, count: number) {
    this.#definition = definition;
    this.#plainLengths = new Uint8Array(count);
    this.#unit = definition.unit || undefined;
    this.#sourceUnit = definition.sourceUnit;
    this.#factor = definition.scaleFactor;
    this.#noteShift();
  }

  /** Returns false for a text that is not a number. */
  take(cells: Cells, row: number): boolean {
    const length = cells.lengths[row] as number;
    if (length <= 0) return true;
    const start = cells.starts[row] as number;
    if (
      this.#shift !== undefined &&
      parseSimpleNumber(cells.bytes, start, start + length) &&
      this.#hasKnownUnit(cells.bytes)
    ) {
      this.#plainLengths[row] = SIMPLE.numberEnd - start;
      this.#takeSimple(this.#shift);
      return true;
    }
    return this.#takeText(cellText(cells, row) as string);
  }

  #hasKnownUnit(bytes: Uint8Array): boolean {
    const unit = this.#knownUnit;
    if (unit === undefined || SIMPLE.unitEnd - SIMPLE.unitStart !== unit.length) return false;
    for (let at = 0; at < unit.length; at++) {
      if (bytes[SIMPLE.unitStart + at] !== unit.charCodeAt(at)) return false;
    }
    return true;
  }

  /**
   * Derives the facts that `#measure` derives about the scaled number from the positions of its
   * digits alone.
   */
  #takeSimple(shift: number): void {
    const integerDigits = Math.max(1, SIMPLE.integerDigits - shift);
    const decimals = SIMPLE.decimals + shift;
    const isBelowOne = SIMPLE.integerDigits <= shift;
    if (decimals > 0) {
      this.#hasDecimals = true;
      const wanted = this.#definition.significantDigits ?? 3;
      let shown: number;
      if (isBelowOne && !SIMPLE.isZero) {
        const zeros =
          SIMPLE.integerDigits > 0 ? shift - SIMPLE.integerDigits : shift + SIMPLE.leadingZeros;
        shown = zeros + Math.min(wanted, decimals - zeros);
      } else shown = Math.min(wanted, integerDigits + decimals) - integerDigits;
      if (shown > this.#decimals) this.#decimals = shown;
    }
    const width = isBelowOne ? 0 : integerDigits;
    if (width > this.#integerDigits) this.#integerDigits = width;
  }

  #takeText(text: string): boolean {
    const parts = MEASURE.exec(text);
    if (parts === null) return false;
    this.#hasNumbers = true;
    const unit = parts[9] || undefined;
    if (!this.#takeUnit(unit)) return false;
    this.#knownUnit = unit ?? "";
    if (this.#factor === undefined) {
      this.#factor = this.#knownFactor();
      this.#noteShift();
    }
    this.#measure(withoutUnit(text.trim()), parts, this.#factor);
    return true;
  }

  /** Returns false when values have different units, so that they are not comparable numbers. */
  #takeUnit(unit: string | undefined): boolean {
    if (unit === undefined) return true;
    const { title, unit: declared, scaleFactor } = this.#definition;
    if (this.#sourceUnit === undefined && scaleFactor === undefined) this.#sourceUnit = unit;
    else if (this.#sourceUnit !== unit) {
      throw new UnfitColumn(
        `sourceUnit is ${this.#sourceUnit ?? "not given"}, but a value of ${title} has the unit ${unit}`,
      );
    }
    if (this.#unit === undefined || this.#unit === unit) this.#unit = unit;
    else if (declared === undefined) return false;
    return true;
  }

  #knownFactor(): Decimal {
    if (this.#unit === undefined || this.#unit === this.#sourceUnit) return Decimal.one;
    const factors = UNIT_FACTORS[this.#sourceUnit ?? ""];
    const factor = factors?.[this.#unit];
    if (factor !== undefined) return factor;
    throw new UnfitColumn(
      `displayUnit ${this.#unit} of ${this.#definition.title} needs a scaleFactor from ${this.#sourceUnit ?? "no unit"}`,
    );
  }

  #noteShift(): void {
    const factor = this.#factor;
    const isPower = factor?.coefficient === 1n && !factor.isNegative && factor.exponent <= 0;
    this.#shift = isPower ? -(factor as Decimal).exponent : undefined;
  }

  #measure(number: string, parts: RegExpExecArray, factor: Decimal): void {
    if (parts[2] !== undefined) {
      this.#hasDecimals = true;
      return;
    }
    const value = Decimal.parse(number);
    if (value === undefined) throw new UnfitColumn(`${number} is too large`);
    const before = parts[4] === undefined ? 0 : parts[4].length - 1;
    const after = Math.max(0, before - ceilingOfLogarithm(factor));
    const scaled = value.times(factor).withExponent(-after).toString();
    const [, , , whole = "", withPoint, zeros = "", rest = ""] = MEASURE.exec(scaled) ?? [];
    if (withPoint !== undefined) {
      const wanted = this.#definition.significantDigits ?? 3;
      const isBelowOne = /^0+$/.test(whole) && !/^\.0+$/.test(withPoint);
      const shown = isBelowOne
        ? zeros.length + Math.min(wanted, rest.length)
        : Math.min(wanted, whole.length + withPoint.length - 1) - whole.length;
      this.#decimals = Math.max(this.#decimals, shown);
    }
    this.#integerDigits = Math.max(this.#integerDigits, whole === "0" ? 0 : whole.length);
    this.#hasDecimals ||= withPoint !== undefined || parts[4] !== undefined;
  }

  result(): TypedColumn {
    if (!this.#hasNumbers) return withoutNumbers(this.#definition, "text");
    const factor = this.#factor ?? Decimal.one;
    const isMeasure =
      this.#hasDecimals || this.#decimals > 0 || factor.compare(factor.withExponent(0)) !== 0;
    const { unit: _, sourceUnit: __, scaleFactor: ___, ...rest } = this.#definition;
    return {
      ...rest,
      kind: isMeasure ? "measure" : "count",
      ...defined({ unit: this.#unit, sourceUnit: this.#sourceUnit }),
      scaleFactor: factor,
      maximalDecimals: isMeasure ? this.#decimals : 0,
      numberWidth: this.#integerDigits + (this.#decimals > 0 ? this.#decimals + 1 : 0),
      plainLengths: this.#plainLengths,
    };
  }
}

/** ⌈log₁₀⌉ of a positive number. */
function ceilingOfLogarithm(value: Decimal): number {
  const isPower = /^10*$/.test(String(value.coefficient));
  return isPower ? value.adjusted : value.adjusted + 1;
}

/** The text up to its last digit; unchanged when it has none. */
export function withoutUnit(text: string): string {
  const end = text.search(/[^0-9]*$/);
  return end <= 0 ? text : text.slice(0, end);
}
