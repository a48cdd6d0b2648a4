/** The output of `agon verify --json`; `schema/verification.schema.json` describes it. */

import { defined } from "../../ground/util/defined.ts";
import type { Invariant } from "../../ground/witness/index.ts";
import type { LoopRanking, MemoryFacts } from "../story/index.ts";
import { type LassoStory, lassoStory } from "./lasso-story.ts";
import type { VerificationJob } from "./verification-job.ts";
import type { VerificationReport } from "./verification-report.ts";

export interface VerificationDocument {
  readonly version: 1;
  readonly verdict: "true" | "false" | "unknown";
  /** The violated property. */
  readonly subproperty?: string;
  /** Why the property holds, or why the answer is unknown. */
  readonly reason?: string;
  readonly task: {
    readonly program: string;
    readonly property: string;
    readonly dataModel: string;
  };
  readonly configuration: string;
  readonly seed: number;
  readonly timeLimitSeconds: number;
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly strategy?: VerificationReport["strategy"];
  readonly techniques: VerificationReport["techniques"];
  /** The proved invariants that can be expressed in C. */
  readonly invariants?: readonly FoundInvariant[];
  /** The shapes of memory at the loops; for proofs by shape analysis. */
  readonly shapes?: Extract<VerificationReport, { verdict: "true" }>["shapes"];
  /** Why loops end; with the verdict true on termination. */
  readonly measures?: readonly LoopRanking[];
  /** For a non-terminating execution. */
  readonly lasso?: LassoStory;
  readonly counterexample?: Extract<VerificationReport, { verdict: "false" }>["trace"];
  /**
   * For a violation that concerns memory: what it is, where the memory was allocated and freed, and
   * where it was lost.
   */
  readonly memory?: MemoryFacts & { readonly sentence: string };
  /** The file to which the witness was written. */
  readonly witness?: string;
}

export interface FoundInvariant {
  readonly type: Invariant["type"];
  readonly line: number;
  readonly column?: number;
  readonly function?: string;
  readonly expression: string;
}

/** The resources and output files of a run. */
export interface VerificationFacts {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly witness: string | undefined;
}

export function verificationDocument(
  job: VerificationJob,
  report: VerificationReport,
  { cpuSeconds, wallSeconds, witness }: VerificationFacts,
): VerificationDocument {
  const { verdict, techniques, strategy } = report;
  return {
    version: 1,
    verdict,
    ...(report.verdict === "false"
      ? { subproperty: report.subproperty }
      : { reason: report.reason }),
    task: { program: job.programFile, property: job.propertyFile, dataModel: job.dataModel },
    configuration: job.configuration,
    seed: job.seed,
    timeLimitSeconds: job.timeLimitSeconds,
    cpuSeconds,
    wallSeconds,
    ...defined({ strategy }),
    techniques,
    ...(report.verdict === "true" ? { invariants: invariantsOf(report) } : {}),
    ...(report.verdict === "true"
      ? defined({ shapes: report.shapes, measures: report.measures })
      : {}),
    ...(report.verdict === "false" && report.trace !== undefined
      ? { counterexample: report.trace }
      : {}),
    ...(report.verdict === "false" ? defined({ lasso: lassoStory(report.witness) }) : {}),
    ...defined({ memory: memoryOf(report) }),
    ...defined({ witness }),
  };
}

function memoryOf(report: VerificationReport): VerificationDocument["memory"] {
  if (report.verdict !== "false" || report.explanation?.memory === undefined) return undefined;
  const { sentence, memory } = report.explanation;
  return { sentence, ...memory };
}

/** The invariants of a proof with their places. */
export function invariantsOf(
  report: Extract<VerificationReport, { verdict: "true" }>,
): readonly FoundInvariant[] {
  if (report.witness.kind !== "correctness") return [];
  return report.witness.invariants.map(({ type, expression, location }) => {
    const { line, column, function: name } = location;
    return {
      type,
      line,
      ...defined({ column, function: name }),
      expression,
    };
  });
}
