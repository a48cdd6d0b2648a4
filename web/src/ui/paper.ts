/** Content that is wider than paper is printed in parts, because paper does not scroll. */
import { signal } from "@preact/signals";

/** Number of columns of verifiers that are readable on A4, upright. */
const COLUMNS = 8;

const isPrinted = signal(false);
addEventListener("beforeprint", () => {
  isPrinted.value = true;
});
addEventListener("afterprint", () => {
  isPrinted.value = false;
});

/** All columns of a table on a screen; on paper as many as fit, so that there are several tables. */
export function partsOf<T>(columns: readonly T[]): readonly (readonly T[])[] {
  if (!isPrinted.value || columns.length <= COLUMNS) return [columns];
  return Array.from({ length: Math.ceil(columns.length / COLUMNS) }, (_, part) =>
    columns.slice(part * COLUMNS, (part + 1) * COLUMNS),
  );
}
