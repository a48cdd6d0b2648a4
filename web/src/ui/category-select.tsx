import type { VNode } from "preact";
import { inTreeOrder } from "../../../src/organiser/scoring/index.ts";
import { basesOf } from "../data/loaded-runs.ts";
import { change, type Manifest, manifest, standings } from "../state.ts";
import { Select } from "./select.tsx";

/** All categories with runs, indented as a tree. */
export function CategorySelect({ value, all = false }: { value: string; all?: boolean }): VNode {
  const current = manifest.value as Manifest;
  const options = inTreeOrder(standings.value)
    .filter(({ standing }) => basesOf(current, standing.category.name).length > 0)
    .map(
      ({ standing, level }) =>
        [standing.category.name, `${"\u2003".repeat(level)}${standing.category.name}`] as const,
    );
  return (
    <Select
      label="Category"
      value={value}
      options={all ? [["", "all"], ...options] : options}
      onChange={(c) => change({ c })}
    />
  );
}
