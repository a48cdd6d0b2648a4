/** Common controls above plots: axis, zoom, table and exports, with their keys. */
import type { VNode } from "preact";
import { PAPER_SIZES } from "../../../src/organiser/plots/index.ts";
import { change, route } from "../state.ts";
import { type Export, ExportMenu } from "./export-menu.tsx";
import { Select } from "./select.tsx";
import { useKeys } from "./use-keys.ts";

/** Whether the address asks for a linear axis. */
export function isLinearAxis(): boolean {
  return route.value.query.scale === "lin";
}

/** Whether the address asks for the numbers below the plot. */
export function hasTable(): boolean {
  return route.value.query.tab === "1";
}

export function FigureBar({
  isWhole,
  onWhole,
  onZoom,
  exports,
  hasExportKey = true,
}: {
  /** Whether the whole range is shown. */
  isWhole: boolean;
  onWhole: () => void;
  /** @param ratio Size of the new part relative to the current one; below 1 zooms in. */
  onZoom: (ratio: number) => void;
  exports: readonly Export[];
  hasExportKey?: boolean;
}): VNode {
  const toggleTable = (): void => change({ tab: hasTable() ? "" : "1" });
  useKeys({ "+": () => onZoom(0.7), "-": () => onZoom(1.4), "0": onWhole, T: toggleTable });
  return (
    <div class="figure-bar">
      <button type="button" onClick={() => change({ scale: isLinearAxis() ? "" : "lin" })}>
        {isLinearAxis() ? "Logarithmic" : "Linear"}
      </button>
      <button type="button" disabled={isWhole} onClick={onWhole}>
        Whole plot <kbd>0</kbd>
      </button>
      <button type="button" aria-pressed={hasTable()} onClick={toggleTable}>
        As table <kbd>T</kbd>
      </button>
      <ExportMenu exports={exports} hasKey={hasExportKey}>
        <p>
          <Select
            label="Drawn for"
            value={route.value.query.size ?? ""}
            options={[
              ["", "the screen"],
              ...Object.entries(PAPER_SIZES).map(([key, { name }]) => [key, name] as const),
            ]}
            onChange={(size) => change({ size })}
          />
        </p>
      </ExportMenu>
    </div>
  );
}

export function MeasureSelect(): VNode {
  return (
    <Select
      label="Measure"
      value={route.value.query.m ?? "cpu"}
      options={[
        ["cpu", "CPU time"],
        ["wall", "wall time"],
        ["mem", "memory"],
        ["energy", "energy"],
      ]}
      onChange={(m) => change({ m: m === "cpu" ? "" : m })}
    />
  );
}
