/**
 * Formats findings in the Static Analysis Results Interchange Format (SARIF 2.1.0, OASIS standard,
 * 27 March 2020), which code hosts and editors show at the lines.
 */
import { PROGRAM_CHECKS } from "../specification/index.ts";
import type { TracePlace, TraceStep } from "../story/index.ts";
import type { Finding, ProgramAnswer } from "./program-answer.ts";

/** Maximal number of steps of a code flow: the last ones, which lead to the problem. */
const MAX_STEPS = 200;
const SCHEMA =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** @param version - version of Agon */
export function sarifOf(answer: ProgramAnswer, version: string): object {
  const { obstacle } = answer;
  const notes =
    obstacle === undefined
      ? []
      : [notification(`No answer: ${[obstacle.reason, ...obstacle.advice].join("; ")}`)];
  const more =
    answer.mayBeMore === undefined ? [] : [notification(`There may be more: ${answer.mayBeMore}`)];
  return {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Agon",
            semanticVersion: version,
            rules: PROGRAM_CHECKS.map(({ id, title }) => ({
              id,
              shortDescription: { text: title },
              defaultConfiguration: { level: "error" },
            })),
          },
        },
        columnKind: "utf16CodeUnits",
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: [...notes, ...more],
          },
        ],
        results: answer.findings.map(resultOf),
      },
    ],
  };
}

function notification(text: string): object {
  return { level: "note", message: { text } };
}

function resultOf({ check, place, headline, remarks, trace }: Finding): object {
  const steps = (trace?.steps ?? []).slice(-MAX_STEPS);
  const ruleIndex = PROGRAM_CHECKS.findIndex(({ id }) => id === check);
  return {
    ...(check === undefined ? {} : { ruleId: check, ruleIndex }),
    level: "error",
    message: { text: headline },
    locations: [location(place)],
    relatedLocations: remarks.map(({ text, place: where }, id) => ({
      id,
      ...location(where),
      message: { text },
    })),
    ...(steps.length === 0
      ? {}
      : { codeFlows: [{ threadFlows: [{ locations: steps.map(flowLocation) }] }] }),
  };
}

function flowLocation(step: TraceStep): object {
  const values = step.changes.map(({ name, value }) => `${name} = ${value}`).join(", ");
  const text = [step.source, step.outcome, values].filter(Boolean).join(": ");
  return { location: { ...location(step), message: { text } }, nestingLevel: step.depth - 1 };
}

function location({ file, line, column, function: name }: TracePlace): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: encodeURI(file.replaceAll("\\", "/")) },
      region: { startLine: line, startColumn: column },
    },
    logicalLocations: [{ name, kind: "function" }],
  };
}
