/** The witnesses that a run of a verifier left in its spool. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface SpooledWitness {
  /** Identifier of the task. */
  readonly name: string;
  readonly program: string;
  readonly property: string;
  readonly dataModel: string;
  readonly witness: string;
}

interface SpooledTask {
  readonly id: string;
  readonly propertyFile: string;
  readonly inputFiles: readonly string[];
  readonly dataModel: string;
}

interface SpooledResult {
  readonly phase: string;
  readonly task: string;
  readonly status: string;
  readonly witness?: { readonly path: string };
}

/** Witnesses of the verification runs that have ended; `kind`: of these only. */
export function spooledWitnesses(
  spool: string,
  corpus: string,
  kind: string | undefined,
): SpooledWitness[] {
  const tasks = new Map(
    readFileSync(join(spool, "tasks.ndjson"), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as SpooledTask)
      .map((task) => [task.id, task]),
  );
  return readdirSync(join(spool, "results")).flatMap((file) => {
    const result = JSON.parse(readFileSync(join(spool, "results", file), "utf8")) as SpooledResult;
    const { phase, status, witness } = result;
    const task = tasks.get(result.task);
    if (phase !== "verification" || witness === undefined || task === undefined) return [];
    const itsKind = status.startsWith("false") ? "violation" : "correctness";
    if (kind !== undefined && kind !== itsKind) return [];
    return [
      {
        name: task.id,
        program: join(corpus, task.inputFiles[0] ?? ""),
        property: join(corpus, task.propertyFile),
        dataModel: task.dataModel,
        witness: join(spool, witness.path),
      },
    ];
  });
}
