/**
 * Validators' answers about witnesses: every combination of answers that occurs
 * is stored once, all of them one after the other in columns of codes.
 */
import type { RawOpinion } from "../scoring/index.ts";
import { type CodeColumn, codeColumn } from "./code-column.ts";

/** The answer of a validator or linter about a run's witness. */
export type Check = Omit<RawOpinion, "cpuTimeSeconds">;

export interface CheckTable {
  /** By code. */
  readonly validators: readonly Omit<Check, "status">[];
  /** Answers of validators, by code. */
  readonly answers: readonly string[];
  /** By code of a combination: its end in the next two columns. The first is empty. */
  readonly ends: Uint32Array;
  /** Codes of validators. */
  readonly validator: CodeColumn;
  /** Codes of answers. */
  readonly answer: CodeColumn;
}

/** The answers of a combination, in their original order. */
export function checksIn(table: CheckTable, combination: number): readonly Check[] {
  const { validators, answers, ends, validator, answer } = table;
  const checks: Check[] = [];
  const end = ends[combination] ?? 0;
  for (let at = combination === 0 ? 0 : (ends[combination - 1] ?? 0); at < end; at++) {
    checks.push({
      ...(validators[validator[at] as number] as Omit<Check, "status">),
      status: answers[answer[at] as number] as string,
    });
  }
  return checks;
}

/** Gives codes to combinations in the order of their first use. */
export class CheckTableBuilder {
  readonly #validators = new Map<string, number>();
  readonly #pairs: Omit<Check, "status">[] = [];
  readonly #answers = new Map<string, number>();
  readonly #combinations = new Map<string, number>([["", 0]]);
  readonly #ends: number[] = [0];
  readonly #validator: number[] = [];
  readonly #answer: number[] = [];

  /** The code of a combination. */
  code(checks: readonly Check[]): number {
    const codes = checks.map(({ status, ...validator }) => {
      const { tool, phase, format = "" } = validator;
      return [
        codeOf(this.#validators, `${phase}\n${format}\n${tool}`, () => this.#pairs.push(validator)),
        codeOf(this.#answers, status),
      ];
    });
    const key = codes.join(";");
    let code = this.#combinations.get(key);
    if (code === undefined) {
      code = this.#combinations.size;
      this.#combinations.set(key, code);
      for (const [validator = 0, answer = 0] of codes) {
        this.#validator.push(validator);
        this.#answer.push(answer);
      }
      this.#ends.push(this.#validator.length);
    }
    return code;
  }

  get size(): number {
    return this.#combinations.size;
  }

  table(): CheckTable {
    return {
      validators: this.#pairs,
      answers: [...this.#answers.keys()],
      ends: Uint32Array.from(this.#ends),
      validator: codeColumn(this.#validator, this.#pairs.length),
      answer: codeColumn(this.#answer, this.#answers.size),
    };
  }
}

function codeOf(codes: Map<string, number>, key: string, onNew?: () => void): number {
  let code = codes.get(key);
  if (code === undefined) {
    code = codes.size;
    codes.set(key, code);
    onNew?.();
  }
  return code;
}
