import { formatDuration } from "../../../ground/util/duration.ts";
import { quoteWord } from "../../../ground/util/quote-word.ts";
import type { AnsweredRun, Explanation } from "../../../organiser/reports/index.ts";
import { formatMemory } from "../../../organiser/tables/index.ts";
import { describeDisturbances } from "./run-figures.ts";

/** An explanation in words, as `agon explain` prints it; ends with a newline. */
export function renderExplanation(explanation: Explanation): string {
  const { toolName, toolVersion, task, commandLine, expectedVerdict } = explanation;
  const version = toolVersion === undefined ? "" : ` (${toolVersion})`;
  const lines = [
    `${toolName}${version} on ${task}`,
    fact("run", explanation.run),
    fact("command", commandLine.map(quoteWord).join(" ")),
    fact("expected", expectedVerdict ?? "not known"),
    ...answer(explanation.verification),
    fact("witness", describeWitness(explanation.witness)),
  ];
  if (explanation.witness.path !== undefined) lines.push(fact("", explanation.witness.path));
  for (const validation of explanation.validations) {
    lines.push("", `${validation.toolName}, ${validation.phase.replace("-", " ")}`);
    lines.push(fact("run", validation.run), ...answer(validation));
  }
  for (const { tool, run } of explanation.missingValidations) {
    lines.push("", `${tool} was asked and has not answered`, fact("run", run));
  }
  for (const { category, status, resultCategory, points, rules } of explanation.categories) {
    lines.push("", `${category}: ${status}, ${resultCategory}, ${describePoints(points)}`);
    for (const [index, { text, source }] of rules.entries()) {
      lines.push(`  ${index + 1}. ${text}`, `     [${source}]`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** A line of an explanation. */
export function fact(name: string, text: string): string {
  return `  ${name.padEnd(9)} ${text}`;
}

function answer(run: AnsweredRun): string[] {
  const ends = [
    run.exitCode === undefined ? undefined : `exit code ${run.exitCode}`,
    run.signal === undefined ? undefined : `signal ${run.signal}`,
    run.terminationReason === undefined ? undefined : `ended by ${run.terminationReason}`,
  ];
  const used = [
    run.cpuTimeSeconds === undefined ? undefined : `${formatDuration(run.cpuTimeSeconds)} CPU time`,
    run.wallTimeSeconds === undefined
      ? undefined
      : `${formatDuration(run.wallTimeSeconds)} wall time`,
    run.memoryBytes === undefined ? undefined : formatMemory(run.memoryBytes),
  ];
  const disturbances = describeDisturbances(run.disturbances);
  const parts = [...ends, ...used].filter((part) => part !== undefined);
  return [
    fact("answer", [run.status, ...parts].join(", ")),
    fact("host", `${run.host}, ${run.startedAt}, attempt ${run.attempt}`),
    ...(disturbances === undefined ? [] : [fact("disturbed", disturbances)]),
    ...(run.log === undefined ? [] : [fact("log", run.log)]),
    fact("last line", run.lastLine ?? "(no output)"),
  ];
}

function describeWitness(witness: Explanation["witness"]): string {
  switch (witness.state) {
    case "unexamined":
      return "not examined";
    case "missing":
      return "none";
    case "invalid":
      return `invalid: ${witness.reason}`;
    case "present":
      return `${witness.kind} witness, format ${witness.version}`;
  }
}

function describePoints(points: number): string {
  const sign = points > 0 ? "+" : "";
  return Math.abs(points) === 1 ? `${sign}${points} point` : `${sign}${points} points`;
}
