/** The visible cells of a large table, and the others a few at a time. */
import { useEffect, useRef, useState } from "preact/hooks";

export interface Sight {
  /** The first one and the one after the last. */
  readonly rows: readonly [number, number];
  readonly columns: readonly [number, number];
}

/** Rows and columns that are partly visible, plus one on each side. */
export function sightOf(
  box: HTMLElement | null,
  size: { readonly firstColumn: number; readonly column: number; readonly row: number },
): Sight | undefined {
  if (box === null) return undefined;
  const { top, bottom } = box.getBoundingClientRect();
  const [above, below] = [Math.max(0, -top), Math.max(0, Math.min(bottom, innerHeight) - top)];
  const right = box.scrollLeft + box.clientWidth - size.firstColumn;
  return {
    rows: [
      Math.floor((box.scrollTop + above) / size.row) - 2,
      Math.ceil((box.scrollTop + below) / size.row) + 1,
    ],
    columns: [
      Math.floor(box.scrollLeft / size.column) - 1,
      Math.max(0, Math.ceil(right / size.column)) + 1,
    ],
  };
}

/** Number of rows that are updated together: some milliseconds of work. */
const ROWS_AT_A_TIME = 2;

/**
 * Number of rows that show everything of `value`. It grows after each frame, and restarts with
 * every other value, so that a new request does not wait for invisible rows.
 */
export function useRowsSoFar(value: unknown, total: number): number {
  const progress = useRef({ value, rows: 0 });
  if (progress.current.value !== value) progress.current = { value, rows: 0 };
  const { rows } = progress.current;
  const [, again] = useState(0);
  useEffect(() => {
    if (rows >= total) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        progress.current = { value, rows: rows + ROWS_AT_A_TIME };
        again((count) => count + 1);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value, rows, total]);
  return rows;
}
