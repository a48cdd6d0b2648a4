import type { ResultColumn, ResultFileHeader, ResultFileRun } from "./result-file.ts";

/**
 * Writes a result file like BenchExec 3.12 and later, so that its tools read it. Attributes that
 * its document type requires are empty where the value is not known.
 */
export function formatResultXml(
  header: ResultFileHeader,
  runs: Iterable<Omit<ResultFileRun, "line">>,
): string {
  const lines = [
    `<?xml version="1.0" encoding="utf-8"?>`,
    "<!DOCTYPE result",
    "  PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 3.12//EN'",
    "  'https://www.sosy-lab.org/benchexec/result-3.12.dtd'>",
    `<result${attributes([
      ["benchmarkname", header.benchmarkName ?? ""],
      ["date", header.date ?? ""],
      ["starttime", header.startTime ?? ""],
      ["tool", header.tool ?? ""],
      ["version", header.version ?? ""],
      ["toolmodule", header.toolModule ?? ""],
      ["generator", header.generator ?? ""],
      ["displayName", header.displayName],
      ["memlimit", header.memoryLimit],
      ["timelimit", header.timeLimit],
      ["cpuCores", header.cpuCores],
      ["options", header.options],
      ["block", header.block],
      ["name", header.name],
      ["endtime", header.endTime],
      ["error", header.error],
    ])}>`,
  ];
  if (header.description !== undefined) {
    lines.push(`  <description>${escapeText(header.description)}</description>`);
  }
  lines.push("  <columns>");
  for (const title of header.columns) lines.push(`    <column${attributes([["title", title]])}/>`);
  lines.push("  </columns>");
  const systems = header.systems.length === 0 ? [{}] : header.systems;
  for (const system of systems) lines.push(...systemLines(system));
  for (const run of runs) lines.push(...runLines(run));
  for (const column of header.totals) lines.push(`  ${columnElement(column)}`);
  lines.push("</result>", "");
  return lines.join("\n");
}

function systemLines(system: ResultFileHeader["systems"][number]): string[] {
  return [
    `  <systeminfo${attributes([["hostname", system.hostname]])}>`,
    `    <os${attributes([["name", system.os ?? ""]])}/>`,
    `    <cpu${attributes([
      ["model", system.cpuModel ?? ""],
      ["cores", system.cpuCores ?? ""],
      ["frequency", system.cpuFrequency],
      ["turboboostActive", system.turboBoost],
    ])}/>`,
    `    <ram${attributes([["size", system.memorySize ?? ""]])}/>`,
    ...environmentLines(system.environment ?? {}),
    "  </systeminfo>",
  ];
}

/** The variables that runs were given; those of the organiser are private. */
function environmentLines(variables: Readonly<Record<string, string>>): string[] {
  const entries = Object.entries(variables).sort(([a], [b]) => (a < b ? -1 : 1));
  if (entries.length === 0) return ["    <environment/>"];
  return [
    "    <environment>",
    ...entries.map(
      ([name, value]) => `      <var${attributes([["name", name]])}>${escapeText(value)}</var>`,
    ),
    "    </environment>",
  ];
}

function runLines(run: Omit<ResultFileRun, "line">): string[] {
  return [
    `  <run${attributes([
      ["name", run.name],
      ["files", run.files.length === 0 ? undefined : `[${run.files.join(", ")}]`],
      ["options", run.options],
      ["properties", run.properties],
      ["propertyFile", run.propertyFile],
      ["expectedVerdict", run.expectedVerdict],
      ["logfile", run.logFile],
    ])}>`,
    ...run.columns.map((column) => `    ${columnElement(column)}`),
    "  </run>",
  ];
}

function columnElement({ title, value, hidden }: ResultColumn): string {
  return `<column${attributes([
    ["title", title],
    ["value", value ?? ""],
    ["hidden", hidden ? "true" : undefined],
  ])}/>`;
}

function attributes(pairs: readonly (readonly [string, string | undefined])[]): string {
  return pairs
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value as string)}"`)
    .join("");
}

/** Characters that XML 1.0 cannot express at all: control characters and lone surrogates. */
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

function escapeText(text: string): string {
  return text
    .replace(FORBIDDEN, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\r", "&#13;");
}

/** Line breaks and tabs would be read as blanks otherwise. */
function escapeAttribute(text: string): string {
  return escapeText(text)
    .replaceAll('"', "&quot;")
    .replaceAll("\t", "&#9;")
    .replaceAll("\n", "&#10;");
}
