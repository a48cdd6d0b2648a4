import { expect, test } from "vitest";
import { githubAnnotations } from "./github-annotations.ts";
import type { ProgramAnswer } from "./program-answer.ts";
import { sarifOf } from "./sarif.ts";

const place = (line: number) => ({ file: "a b.c", line, column: 3, function: "main" });

const ANSWER: ProgramAnswer = {
  verdict: "false",
  findings: [
    {
      check: "access",
      place: place(4),
      headline: "`a[i]` reads past the end, 100% sure",
      remarks: [{ text: "allocated here", place: place(2) }],
      trace: {
        inputs: [],
        inputCount: 0,
        omittedSteps: 0,
        steps: [
          {
            ...place(3),
            kind: "statement",
            depth: 1,
            source: "i = 4;",
            inputs: [],
            changes: [{ name: "i", value: "4" }],
          },
        ],
      },
    },
  ],
  mayBeMore: "time limit",
  checked: ["access"],
  proved: [],
  unchecked: [],
  assumed: [],
  isComplete: false,
};

test("an annotation escapes what workflow commands give a meaning", () => {
  expect(githubAnnotations(ANSWER)).toBe(
    "::error file=a b.c,line=4,col=3,title=Agon%3A access::`a[i]` reads past the end, 100%25 sure\n",
  );
});

test("no answer is a notice", () => {
  const obstacle = { reason: "the time was over", advice: [] };
  const answer: ProgramAnswer = { ...ANSWER, verdict: "unknown", findings: [], obstacle };
  expect(githubAnnotations(answer)).toBe("::notice title=Agon::the time was over\n");
});

test("SARIF: results name their rule, their places are URIs, steps are a code flow", () => {
  const log = sarifOf(ANSWER, "1.2.3") as {
    version: string;
    runs: {
      tool: { driver: { rules: { id: string }[] } };
      invocations: { toolExecutionNotifications: unknown[] }[];
      results: { ruleId: string; ruleIndex: number }[];
    }[];
  };
  expect(log.version).toBe("2.1.0");
  const [run] = log.runs;
  const [result] = run?.results ?? [];
  expect(run?.tool.driver.rules[result?.ruleIndex ?? -1]?.id).toBe(result?.ruleId);
  expect(run?.invocations[0]?.toolExecutionNotifications).toHaveLength(1);
  expect(result).toMatchObject({
    ruleId: "access",
    level: "error",
    locations: [
      { physicalLocation: { artifactLocation: { uri: "a%20b.c" }, region: { startLine: 4 } } },
    ],
    relatedLocations: [{ message: { text: "allocated here" } }],
    codeFlows: [
      {
        threadFlows: [{ locations: [{ location: { message: { text: "i = 4;: i = 4" } } }] }],
      },
    ],
  });
});
