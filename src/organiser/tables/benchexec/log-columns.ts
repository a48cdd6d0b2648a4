import { defined } from "../../../ground/util/defined.ts";
import { type Cells, CellsBuilder, cellText, logPrefix } from "../../results/index.ts";
import type { ColumnDefinition } from "./column.ts";
import type { RunSetFile, RunSetSurroundings } from "./run-set-file.ts";

/** The path of the log of each run. */
function logPaths({ file, content }: RunSetFile, around: RunSetSurroundings): Cells {
  const name = content.attributes.get("name");
  const block = content.attributes.get("block");
  const prefix = logPrefix(file, {
    ...defined({ name, block }),
  });
  const written = content.runAttributes.get("logfile");
  const names = content.runAttributes.get("name");
  const builder = new CellsBuilder();
  for (let run = 0; run < content.runCount; run++) {
    const log = written && cellText(written, run);
    if (log !== undefined) builder.appendText(run, around.resolve(log, file));
    else {
      const task = cellText(names as Cells, run) as string;
      builder.appendText(run, `${prefix}${task.slice(task.lastIndexOf("/") + 1)}.log`);
    }
  }
  return builder.build(content.runCount);
}

/** Columns whose values are in the logs: each log is read once. */
export class LogColumns {
  readonly #cells = new Map<number, Cells>();

  constructor(
    definitions: readonly ColumnDefinition[],
    file: RunSetFile,
    around: RunSetSurroundings,
    isWanted: (run: number) => boolean,
  ) {
    const wanted = [...definitions.entries()].filter(
      ([, { title, pattern, href }]) =>
        pattern !== undefined && !href && title.toLowerCase() !== "status",
    );
    if (wanted.length === 0) return;
    const { content } = file;
    const logs = logPaths(file, around);
    const patterns = wanted.map(([, { pattern }]) => pattern as string);
    const builders = wanted.map(() => new CellsBuilder());
    const toolModule = content.attributes.get("toolmodule");
    for (let run = 0; run < content.runCount; run++) {
      if (!isWanted(run)) continue;
      const values = around.logValues(toolModule, cellText(logs, run) as string, patterns);
      values.forEach((value, index) => {
        if (value !== undefined) builders[index]?.appendText(run, value);
      });
    }
    wanted.forEach(([column], index) => {
      this.#cells.set(column, (builders[index] as CellsBuilder).build(content.runCount));
    });
  }

  cells(column: number): Cells | undefined {
    return this.#cells.get(column);
  }
}
