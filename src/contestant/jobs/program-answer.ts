/**
 * The answer for a programmer: the violations, or the checks that were proved and those that were
 * not. All output formats start from it.
 */

import { defined } from "../../ground/util/defined.ts";
import { checksOfOneThread, PROGRAM_CHECKS, type ProgramCheckId } from "../specification/index.ts";
import type { Trace, TracePlace } from "../story/index.ts";
import { type Obstacle, obstacleOf } from "./obstacle.ts";
import type {
  AnsweredQuestion,
  FurtherViolation,
  VerificationReport,
} from "./verification-report.ts";

/** A violation at a place of the program. */
export interface Finding {
  readonly check: ProgramCheckId | undefined;
  readonly place: TracePlace;
  /**
   * The violation, with the inputs of one execution that shows it; one sentence without a full
   * stop.
   */
  readonly headline: string;
  readonly remarks: readonly { readonly text: string; readonly place: TracePlace }[];
  readonly trace?: Trace;
}

export interface ProgramAnswer {
  /** `true`: no execution fails any of the checks; `false`: findings; `unknown`: neither. */
  readonly verdict: "true" | "false" | "unknown";
  readonly findings: readonly Finding[];
  /**
   * Why there may be further violations; undefined when there are none, or they were not searched
   * for.
   */
  readonly mayBeMore?: string;
  /** The obstacle to an answer. */
  readonly obstacle?: Obstacle;
  readonly checked: readonly ProgramCheckId[];
  /** The checks that were proved although some others are undecided. */
  readonly proved: readonly ProgramCheckId[];
  /** Properties that were not checked. */
  readonly unchecked: readonly string[];
  /** The assumptions of the answer. */
  readonly assumed: readonly string[];
  /** Whether all violations were searched for, and no execution has any other one. */
  readonly isComplete: boolean;
}

/** Properties that `agon verify` without a property never checks. */
const NEVER_CHECKED: readonly string[] = [
  "reads of uninitialised variables (any value is assumed)",
  "accesses that leave a member or row but stay in the object around it",
  "alignment, aliasing, the order of evaluation",
  "termination",
];

/**
 * @param asked - the requested checks
 * @param assumptions - those of the question, beside those of the program
 */
export function programAnswer(
  report: VerificationReport,
  asked: readonly ProgramCheckId[],
  assumptions: readonly string[] = [],
): ProgramAnswer {
  const { questions } = report;
  const checked = questions === undefined ? checksOfOneThread(asked) : asked;
  const left = PROGRAM_CHECKS.filter(({ id }) => !asked.includes(id));
  const unchecked = [...left.map(({ title }) => title), ...NEVER_CHECKED];
  const assumed = [...assumptions, ...ALWAYS_ASSUMED, ...assumedOf(report, checked)];
  const proved = report.verdict === "true" ? checked : provedOf(questions ?? []);
  const facts = { checked, proved, unchecked, assumed, isComplete: report.verdict === "true" };
  switch (report.verdict) {
    case "true":
      return { verdict: "true", findings: [], ...facts };
    case "unknown":
      return { verdict: "unknown", findings: [], obstacle: obstacleOf(report), ...facts };
    case "false": {
      const { explanation, trace, further } = report;
      if (explanation === undefined) {
        const reason = `${report.subproperty} is violated, but the place is not known`;
        const obstacle = { reason, advice: [] };
        return { verdict: "unknown", findings: [], obstacle, ...facts };
      }
      const all = [{ explanation, ...defined({ trace }) }, ...(further?.violations ?? [])];
      const findings = all.map(findingOf);
      const isComplete = further !== undefined && further.mayBeMore === undefined;
      const more = defined({ mayBeMore: further?.mayBeMore });
      return { verdict: "false", findings, ...facts, isComplete, ...more };
    }
  }
}

function provedOf(questions: readonly AnsweredQuestion[]): readonly ProgramCheckId[] {
  const isProved = ({ verdict }: AnsweredQuestion): boolean => verdict === "true";
  return questions.filter(isProved).flatMap(({ checks }) => checks);
}

/** See docs/c-semantics.md. */
const ALWAYS_ASSUMED: readonly string[] = [
  "malloc, calloc and realloc never fail",
  "sizes and layout are those of gcc on x86",
];

function assumedOf(
  { strategy }: VerificationReport,
  checked: readonly ProgramCheckId[],
): readonly string[] {
  const external = strategy?.features.external ?? [];
  const wraps = !checked.includes("overflow") && !checked.includes("undefined");
  const isChecked = checked.includes("division") || !wraps;
  return [
    ...external.map(
      (name) => `\`${name}\`, which no file defines, returns any value and changes nothing`,
    ),
    ...(isChecked ? [] : ["signed overflow wraps around"]),
  ];
}

function findingOf({ explanation, trace }: FurtherViolation): Finding {
  const { check, place, remarks } = explanation;
  const headline = `${explanation.sentence}${circumstances(explanation, trace)}`;
  return { check, place, headline, remarks, ...defined({ trace }) };
}

/** Variables of the library with arbitrary values. */
const STREAMS: ReadonlySet<string> = new Set(["stdin", "stdout", "stderr"]);
/**
 * Maximal number of inputs that a headline names, and of values of one that was read several times.
 */
const TOLD_INPUTS = 3;
const TOLD_VALUES = 3;

/** ` when n = 10`; without inputs, the values that the operation reads. */
function circumstances(
  { values }: FurtherViolation["explanation"],
  trace: Trace | undefined,
): string {
  const byName = new Map<string, readonly string[]>();
  for (const { inputs: here, changes } of trace?.steps ?? []) {
    for (const { from, value } of here) {
      const isNamed = changes.some((change) => change.name === from);
      const variable = isNamed ? from : changes.find((change) => change.value === value)?.name;
      const name = variable ?? `${from}()`;
      if (STREAMS.has(name)) continue;
      const before = byName.get(name) ?? [];
      byName.delete(name);
      byName.set(name, [...before, value]);
    }
  }
  const inputs = [...byName].map(([name, all]) => {
    // The operation read the last of many values.
    return `${name} = ${all.slice(all.length > TOLD_VALUES ? -1 : 0).join(", then ")}`;
  });
  if (inputs.length === 0) {
    const text = values.map(({ name, value }) => `${name} = ${value}`).join(", ");
    return text === "" ? "" : ` (${text})`;
  }
  const names = new Set(values.map(({ name }) => name));
  const matters = inputs.filter((text) => names.has(text.split(" = ")[0] ?? ""));
  const others = inputs.filter((text) => !matters.includes(text));
  const told = [...matters.slice(-TOLD_INPUTS), ...others].slice(0, TOLD_INPUTS);
  const more = inputs.length - told.length;
  const rest = more > 0 ? ` and ${more} more input${more === 1 ? "" : "s"}` : "";
  const context = values.filter(({ name }) => !told.some((text) => text.startsWith(`${name} = `)));
  const then = context.map(({ name, value }) => `${name} = ${value}`).join(", ");
  return ` when ${told.join(", ")}${rest}${then === "" ? "" : ` (then ${then})`}`;
}
