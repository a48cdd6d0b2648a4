/**
 * Expectations in the first lines of a program. They are comments; their parts end at semicolons
 * and line ends:
 *
 * - `unreach-call: true, no-overflow: false`: the verdicts, for both data
 *   models; with `ILP32` or `LP64` in front, for one of them. A property that
 *   is not named is not tested, and a program whose verdicts all belong to
 *   one data model is tested for that one only.
 * - `inputs: 3 -1 | 7`: results of the input functions, call by call, with
 *   which gcc sees the violation; at least one of the rows must show it. Missing
 *   values at the end of a row are 0. All of them are tried for `true`, too.
 * - `undecided`: no technique need decide it.
 * - `no gcc: REASON`: the program compiled by gcc is not conclusive.
 *
 * `open` is the verdict of a program whose behaviour C leaves undefined, unspecified or to the
 * implementation, or that calls unknown functions: every definite answer would be wrong.
 */
import type { DataModelName } from "../regression/verdicts.ts";

const PROPERTIES = ["unreach-call", "no-overflow"] as const;
export type PropertyName = (typeof PROPERTIES)[number];

export type Truth = "true" | "false" | "open";

export interface Expectation {
  readonly verdicts: Readonly<Record<DataModelName, ReadonlyMap<PropertyName, Truth>>>;
  readonly inputs: readonly (readonly bigint[])[];
  readonly isUndecided: boolean;
  readonly hasGcc: boolean;
}

/** @throws Error about an unknown part of the first lines. */
export function expectationOf(text: string): Expectation {
  const verdicts = {
    ILP32: new Map<PropertyName, Truth>(),
    LP64: new Map<PropertyName, Truth>(),
  };
  let inputs: bigint[][] = [];
  let [isUndecided, hasGcc] = [false, true];
  for (const part of headerParts(text)) {
    const [, model, claims] =
      /^(?:(ILP32|LP64) )?((?:unreach-call|no-overflow):.*)$/.exec(part) ?? [];
    if (claims !== undefined) {
      for (const claim of claims.split(",")) {
        const { property, truth } = claimOf(claim.trim());
        if (model !== "LP64") verdicts.ILP32.set(property, truth);
        if (model !== "ILP32") verdicts.LP64.set(property, truth);
      }
    } else if (part.startsWith("inputs:")) {
      const rows = part.slice("inputs:".length).split("|");
      inputs = rows.map((row) => row.trim().split(/\s+/).map(BigInt));
    } else if (part === "undecided") isUndecided = true;
    else if (/^no gcc: \S/.test(part)) hasGcc = false;
    else throw new Error(`the first lines contain an unknown part: '${part}'`);
  }
  if (verdicts.ILP32.size + verdicts.LP64.size === 0) {
    throw new Error("the first line must state a verdict");
  }
  return { verdicts, inputs, isUndecided, hasGcc };
}

function headerParts(text: string): string[] {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("//"));
  const parts = lines.slice(0, end).flatMap((line) => line.slice(2).split(";"));
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

function claimOf(claim: string): { readonly property: PropertyName; readonly truth: Truth } {
  const [, name, truth] = /^(\S+): (true|false|open)$/.exec(claim) ?? [];
  const property = PROPERTIES.find((known) => known === name);
  if (property === undefined) throw new Error(`'${claim}' is no verdict`);
  return { property, truth: truth as Truth };
}
