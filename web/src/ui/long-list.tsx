/**
 * A table of texts of any length, of which only the visible part exists; on phones its first and
 * last columns.
 */
import type { ComponentChildren, VNode } from "preact";
import { openLink } from "../state.ts";
import { Grid, type GridColumn } from "./grid.tsx";

export interface LongListColumn<Row> {
  readonly title: string;
  readonly width: readonly [share: number, pixels: number];
  readonly isOnPhones: boolean;
  content(row: Row): ComponentChildren;
}

const ROW_HEIGHT = 54;
const HEAD_HEIGHT = 42;

export function LongList<Row>({
  label,
  columns,
  rows,
  link,
}: {
  label: string;
  columns: readonly LongListColumn<NoInfer<Row>>[];
  rows: readonly Row[];
  link: (row: NoInfer<Row>) => string;
}): VNode {
  const isNarrow = matchMedia("(max-width: 700px)").matches;
  const shown = columns.filter(({ isOnPhones }) => !isNarrow || isOnPhones);
  return (
    <Grid
      label={label}
      columns={shown.map(
        ({ title, width: [share, pixels] }): GridColumn => ({
          id: title,
          title,
          align: "left",
          isSortable: false,
          width: [share, isNarrow ? Math.min(pixels, 150) : pixels],
        }),
      )}
      rowCount={rows.length}
      rowHeight={ROW_HEIGHT}
      height={`min(62vh, ${rows.length * ROW_HEIGHT + HEAD_HEIGHT}px)`}
      isSecondary
      sort={[]}
      version={label}
      cell={(row, { id }) =>
        shown.find(({ title }) => title === id)?.content(rows[row] as Row) ?? ""
      }
      link={(row, { id }) => (id === columns[0]?.title ? link(rows[row] as Row) : undefined)}
      onSort={() => undefined}
      onOpen={(row) => openLink(link(rows[row] as Row))}
      onKey={() => undefined}
    />
  );
}

/** The name of a task above its folder, in two lines at most. */
export function TwoLines({ first, second }: { first: string; second: string }): VNode {
  return (
    <span class="two-lines" title={`${first} ${second}`}>
      <span class="one-line">{first}</span>
      <span class="one-line soft">{second}</span>
    </span>
  );
}
