import { judgeByValidators } from "./confirmation.ts";
import type { CorrectResult, Judgement, LinterAnswer, Note, WitnessFormat } from "./input.ts";
import {
  REJECTIONS,
  type Rejection,
  rejected,
  rejectionOfFacts,
  rejectionOfStatus,
} from "./rejection.ts";

/** YAML is reported first when both are refused for the same reason. */
const FORMATS: readonly WitnessFormat[] = ["yaml", "graphml"];

/**
 * 2021–2025: linters decide whether a witness counts at all, separately for
 * GraphML and YAML; one linter that accepts it clears it. If every delivered
 * format is refused, the verifier is at fault; otherwise one confirmation of a
 * witness that was not refused makes the result correct.
 */
export function judgePerFormat(result: CorrectResult, note: Note): Judgement {
  const verdicts = new Map<WitnessFormat, Rejection | undefined>();
  for (const format of FORMATS) {
    const verdict = verdictOn(result, format, note);
    if (verdict !== undefined) verdicts.set(format, verdict.rejection);
  }
  const rejections = [...verdicts.values()];
  if (rejections.length > 0 && rejections.every((rejection) => rejection !== undefined)) {
    const reason = REJECTIONS.find((candidate) => rejections.includes(candidate)) as Rejection;
    note("no witness is acceptable: an error of the verifier");
    return rejected(reason, result);
  }
  const usable = result.validations.filter(
    ({ format }) => format === undefined || verdicts.get(format) === undefined,
  );
  return judgeByValidators(result, usable, note);
}

/** Undefined when there is no information about a witness of this format. */
function verdictOn(
  result: CorrectResult,
  format: WitnessFormat,
  note: Note,
): { readonly rejection: Rejection | undefined } | undefined {
  const lints = result.lints.filter((lint) => lint.format === undefined || lint.format === format);
  const facts = factsOn(format, result);
  if (lints.length === 0 && facts === undefined) return undefined;
  const findings = lints.map((lint) => ({ lint, rejection: rejectionOfStatus(lint.status) }));
  for (const { lint, rejection } of findings) note(describeLint(format, lint, rejection));
  if (facts !== undefined) note(`${format}: ${facts.reason}`);
  const all = [
    ...(facts === undefined ? [] : [facts.rejection]),
    ...findings.map(({ rejection }) => rejection),
  ];
  // One acceptance clears; among refusals the last one is reported, as in the organisers' script.
  return { rejection: all.includes(undefined) ? undefined : all.at(-1) };
}

/** Findings of Agon's own reader, for the format of the witness. */
function factsOn(
  format: WitnessFormat,
  result: CorrectResult,
): { readonly rejection: Rejection | undefined; readonly reason: string } | undefined {
  const { witness } = result;
  if (witness.state === "unexamined") return undefined;
  if (witness.state === "present" && formatOfVersion(witness.version) !== format) return undefined;
  return (
    rejectionOfFacts(witness, result) ?? { rejection: undefined, reason: "the witness is readable" }
  );
}

function formatOfVersion(version: string): WitnessFormat {
  return version.startsWith("1.") ? "graphml" : "yaml";
}

function describeLint(
  format: WitnessFormat,
  { tool, status }: LinterAnswer,
  rejection: Rejection | undefined,
): string {
  const effect = rejection === undefined ? "says nothing against it" : rejection;
  return `${format}: linter ${tool} answers '${status}': ${effect}`;
}
