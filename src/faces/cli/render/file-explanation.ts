import { formatDuration } from "../../../ground/util/duration.ts";
import type { FileExplanation } from "../../../organiser/reports/index.ts";
import { formatMemory } from "../../../organiser/tables/index.ts";
import { fact } from "./explanation.ts";

/** The explanation in words; ends with a newline. */
export function renderFileExplanation(explanation: FileExplanation): string {
  const { toolName, task, expectedVerdict, file, line, answer, validations } = explanation;
  const { cpuTimeSeconds, wallTimeSeconds, memoryBytes, log, lastLine } = explanation;
  const used = [
    cpuTimeSeconds === undefined ? undefined : `${formatDuration(cpuTimeSeconds)} CPU time`,
    wallTimeSeconds === undefined ? undefined : `${formatDuration(wallTimeSeconds)} wall time`,
    memoryBytes === undefined ? undefined : formatMemory(memoryBytes),
  ].filter((part) => part !== undefined);
  const lines = [
    `${toolName} on ${task}`,
    fact("file", `${file}:${line}`),
    fact("expected", expectedVerdict ?? "not known"),
    fact("answer", [answer || "(none)", ...used].join(", ")),
    fact("log", log ?? "none beside the file"),
    ...(log === undefined ? [] : [fact("last line", lastLine ?? "(no output)")]),
    ...validations.map(({ tool, status }) => fact("checked", `${tool}: ${status}`)),
  ];
  for (const { category, status, resultCategory, points, rules } of explanation.categories) {
    const sign = points > 0 ? "+" : "";
    lines.push("", `${category}: ${status}, ${resultCategory}, points: ${sign}${points}`);
    if (rules.length === 0) lines.push("  as in the result file");
    for (const [index, { text, source }] of rules.entries()) {
      lines.push(`  ${index + 1}. ${text}`, `     [${source}]`);
    }
  }
  return `${lines.join("\n")}\n`;
}
