/**
 * The answer to a programmer, as text for a terminal: a headline in words, then the path that leads
 * there.
 */
import type { Finding, ProgramAnswer } from "../../../contestant/jobs/index.ts";
import { PROGRAM_CHECKS, type ProgramCheckId } from "../../../contestant/specification/index.ts";
import { amount } from "../../../ground/util/amount.ts";
import { printable } from "../../../ground/util/printable.ts";
import { type Style, wrapText } from "../render/style.ts";
import { renderTrace } from "./report-text.ts";

/** Enough to show the start and the steps before the end. */
const STEPS = { first: 12, last: 24 };

/** Ends with a newline. */
export function renderAnswer(
  answer: ProgramAnswer,
  style: Style,
  { withSteps }: { readonly withSteps: boolean },
): string {
  const lines: string[] = [];
  const say = (text: string, indent = ""): void =>
    void lines.push(wrapText(text, style.columns, indent));
  for (const finding of answer.findings) {
    renderFinding(finding, say);
    const { trace, place } = finding;
    if (!withSteps || trace === undefined) continue;
    lines.push(renderTrace(place.file, trace, { ...STEPS, columns: style.columns }).trimEnd());
  }
  switch (answer.verdict) {
    case "false": {
      const count = amount(answer.findings.length, "problem");
      if (answer.findings.length > 1) say(`${count} found`);
      if (answer.isComplete)
        say("No execution goes wrong at another place; for lost memory, one place is reported.");
      if (answer.mayBeMore !== undefined) say(`There may be more: ${answer.mayBeMore}.`);
      break;
    }
    case "true": {
      say("No problem found: no execution can have one of those that were checked.");
      say(`  checked: ${absences(answer.checked)}`, "    ");
      say(`  not checked: ${answer.unchecked.join("; ")}`, "    ");
      say(`  assumed: ${answer.assumed.join("; ")}`, "    ");
      break;
    }
    case "unknown": {
      const hasProofs = answer.proved.length > 0;
      say(hasProofs ? "No problem was found, but not everything is proved." : "No answer.");
      if (hasProofs) {
        const open = answer.checked.filter((id) => !answer.proved.includes(id));
        say(`  proved: ${absences(answer.proved)}`, "    ");
        say(`  not proved: ${absences(open)}`, "    ");
      }
      if (answer.obstacle !== undefined) {
        say(`  ${sentence(answer.obstacle.reason)}`, "  ");
        for (const advice of answer.obstacle.advice) say(`  try: ${advice}`, "    ");
      }
      if (!hasProofs) {
        const checked = absences(answer.checked);
        say(`  No problem was found, but nothing is proved. Checked for: ${checked}`, "    ");
      }
      break;
    }
  }
  return paint(printable(`${lines.join("\n")}\n`), style);
}

/** Colours are added last, so that texts of programs cannot imitate them. */
function paint(text: string, style: Style): string {
  return text
    .replace(/^(\S.*?:\d+:\d+:) (error:) /gm, (_, place, error) => {
      return `${style.bold(place)} ${style.bad(error)} `;
    })
    .replace(/^\d+ problems found$/m, style.bad)
    .replace(/^No problem found:/m, style.good)
    .replace(/^No answer\.|^No problem was found, but not everything is proved\./m, style.open);
}

function renderFinding(
  { place, headline, remarks, check }: Finding,
  say: (text: string, indent?: string) => void,
): void {
  const at = (where: Finding["place"]): string => `${where.file}:${where.line}:${where.column}`;
  const kind = check === undefined ? "" : ` [${check}]`;
  say(`${at(place)}: error: ${headline}${kind}`, "  ");
  for (const { text, place: where } of remarks) say(`  ${at(where)}: ${text}`, "    ");
}

function absences(checks: readonly ProgramCheckId[]): string {
  return PROGRAM_CHECKS.filter(({ id }) => checks.includes(id))
    .map(({ absence }) => `no ${absence}`)
    .join(", ");
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
