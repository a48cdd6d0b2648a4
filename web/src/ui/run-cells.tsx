/** The cells of a run in tables: status, points, CPU time, memory. */
import type { VNode } from "preact";
import {
  type Cell,
  type PartRun,
  resultOf,
  statusOf,
} from "../../../src/organiser/explorer/index.ts";
import { formatMemory, secondsForPeople } from "../../../src/organiser/tables/index.ts";
import { Chip } from "./basics.tsx";

export function RunHeads(): VNode {
  return (
    <>
      <th scope="col">Status</th>
      {["Points", "CPU", "Memory"].map((title) => (
        <th key={title} scope="col" class="right">
          {title}
        </th>
      ))}
    </>
  );
}

export function RunCells({ cell, run }: { cell: Cell; run: PartRun | undefined }): VNode {
  return (
    <>
      <td>
        <Chip result={resultOf(cell)} text={statusOf(cell)} />
      </td>
      <td class="right">{run?.points}</td>
      <td class="right">{secondsForPeople(run?.cpuTimeSeconds)}</td>
      <td class="right">{formatMemory(run?.memoryBytes)}</td>
    </>
  );
}
