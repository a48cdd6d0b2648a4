/**
 * A table of any number of rows of which only the visible ones exist. Keys move one active cell;
 * screen readers get it by `aria-activedescendant`.
 */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { SortKey } from "../../../src/organiser/explorer/index.ts";
import { copyText } from "./save.ts";
import { useKeys } from "./use-keys.ts";

export interface GridColumn {
  readonly id: string;
  readonly title: string;
  /** Title of a group of columns, above their titles. */
  readonly group?: string;
  readonly unit?: string;
  readonly align: "left" | "right";
  /** Share of the width, and the least number of pixels. */
  readonly width: readonly [share: number, pixels: number];
  readonly isSortable: boolean;
}

export interface GridProps {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly rowCount: number;
  readonly sort: readonly SortKey[];
  readonly rowHeight?: number;
  /** Number of columns at the left that stay when the table is scrolled sideways. */
  readonly pinned?: number;
  /**
   * One of several tables on a page has the keys of the page; the others have theirs when they have
   * the focus.
   */
  readonly isSecondary?: boolean;
  /** As a style; default: the rest of the page. */
  readonly height?: string;
  /** Changes with the rows: the table scrolls back to the top. */
  readonly version: string;
  cell(row: number, column: GridColumn): ComponentChildren;
  /** Target of a cell: a real link, for new tabs and for the browser's own menu. */
  link?(row: number, column: GridColumn): string | undefined;
  onSort(column: string, isAdditional: boolean): void;
  onOpen(row: number, column: GridColumn): void;
  /** `f`, `F`, `x` on the active cell. */
  onKey(key: "f" | "F" | "x", row: number, column: GridColumn): void;
}

/** Browsers fail at heights of some tens of millions of pixels. */
const MAX_HEIGHT = 8_000_000;
const OVERSCAN = 8;

export function Grid(props: GridProps): VNode {
  const { columns, rowCount, rowHeight = 38, version, pinned = 0, isSecondary = false } = props;
  const cellId = (row: number, index: number): string =>
    `${isSecondary ? `${props.label.replace(/\W+/g, "-")}-` : ""}cell-${row}-${index}`;
  const box = useRef<HTMLDivElement>(null);
  const [scroll, setScroll] = useState(0);
  const [height, setHeight] = useState(600);
  const [active, setActive] = useState<readonly [row: number, column: number]>([0, 0]);
  const total = rowCount * rowHeight;
  const shown = Math.min(total, MAX_HEIGHT);
  // Beyond the limit one pixel of the scroll bar represents more than one of the table.
  const ratio = total <= shown ? 1 : (total - height) / (shown - height);
  const offset = scroll * ratio;
  const first = Math.max(0, Math.floor(offset / rowHeight) - OVERSCAN);
  const last = Math.min(rowCount, Math.ceil((offset + height) / rowHeight) + OVERSCAN);
  const top = scroll + first * rowHeight - offset;

  useLayoutEffect(() => {
    box.current?.scrollTo({ top: 0 });
    setScroll(0);
    setActive(([, column]) => [0, column]);
  }, [version]);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const move = (rows: number, cells: number): void => {
    const row = clamp(active[0] + rows, rowCount);
    const next = clamp(active[1] + cells, columns.length);
    setActive([row, next]);
    const element = box.current;
    if (element === null) return;
    // Where columns scroll, they have their least width.
    const left = leftOf(columns, next);
    const right = leftOf(columns, next + 1);
    if (next >= pinned && left < element.scrollLeft + leftOf(columns, pinned)) {
      element.scrollLeft = left - leftOf(columns, pinned);
    } else if (right > element.scrollLeft + element.clientWidth) {
      element.scrollLeft = right - element.clientWidth;
    }
    const room = element.clientHeight - HEADER;
    const now = element.scrollTop * ratio;
    if (row * rowHeight < now) element.scrollTop = (row * rowHeight) / ratio;
    else if ((row + 1) * rowHeight > now + room)
      element.scrollTop = ((row + 1) * rowHeight - room) / ratio;
  };
  const page = Math.max(1, Math.floor(height / rowHeight) - 2);
  const column = columns[active[1]];
  const act = (action: (row: number, column: GridColumn) => void): void => {
    if (rowCount > 0 && column !== undefined) action(active[0], column);
  };
  const moveByKey = (rows: number, cells: number): void => {
    box.current?.focus({ preventScroll: true });
    move(rows, cells);
  };
  const keys: Parameters<typeof useKeys>[0] = {
    j: () => moveByKey(1, 0),
    k: () => moveByKey(-1, 0),
    h: () => moveByKey(0, -1),
    l: () => moveByKey(0, 1),
    Enter: (event) => {
      const target = event.target as HTMLElement;
      // Buttons and links keep their usual behaviour.
      if (/^(BUTTON|A|SUMMARY)$/.test(target.tagName)) target.click();
      else act(props.onOpen);
    },
    f: () => act((row, cell) => props.onKey("f", row, cell)),
    F: () => act((row, cell) => props.onKey("F", row, cell)),
    x: () => act((row, cell) => props.onKey("x", row, cell)),
  };
  useKeys(isSecondary ? {} : keys);
  const onKeyDown = (event: KeyboardEvent): void => {
    const isCopy = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "c";
    // The browser copies text that was selected with the mouse.
    if (isCopy && getSelection()?.isCollapsed !== false) {
      event.preventDefault();
      const [row, cell] = active;
      const cells = event.shiftKey ? columns.map((_, index) => index) : [cell];
      const texts = cells.map(
        (each) => document.getElementById(cellId(row, each))?.textContent?.trim() ?? "",
      );
      void copyText(texts.join("\t"), event.shiftKey ? "Row" : "Cell");
      return;
    }
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      PageDown: [page, 0],
      PageUp: [-page, 0],
      Home: [-rowCount, 0],
      End: [rowCount, 0],
    };
    if (isSecondary && event.key === "Enter" && event.target === event.currentTarget) {
      act(props.onOpen);
    }
    const step = moves[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(...step);
  };
  const template = columns
    .map(({ width: [share, pixels] }) => `minmax(${pixels}px, ${share}fr)`)
    .join(" ");
  const minimum = leftOf(columns, columns.length);
  const isGrouped = columns.some(({ group }) => group !== undefined);
  const place = (index: number): { class: string; style?: { left: string } } =>
    index < pinned
      ? { class: " pinned", style: { left: `${leftOf(columns, index)}px` } }
      : { class: "" };
  const rows: VNode[] = [];
  for (let row = first; row < last; row++) {
    rows.push(
      <div
        key={row}
        role="row"
        aria-rowindex={row + 2}
        class={row === active[0] ? "grid-row active" : "grid-row"}
        style={{ gridTemplateColumns: template, height: `${rowHeight}px` }}
      >
        {columns.map((each, index) => (
          <div
            key={each.id}
            id={cellId(row, index)}
            role="gridcell"
            aria-colindex={index + 1}
            {...place(index)}
            class={`grid-cell ${each.align}${row === active[0] && index === active[1] ? " active" : ""}${place(index).class}`}
            onClick={(event) => {
              setActive([row, index]);
              const link = (event.target as Element).closest("a");
              if (link !== null && link.parentElement !== event.currentTarget) return;
              // The browser opens new tabs.
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              props.onOpen(row, each);
            }}
          >
            <CellLink href={props.link?.(row, each)}>{props.cell(row, each)}</CellLink>
          </div>
        ))}
      </div>,
    );
  }
  return (
    <>
      {last - first < rowCount && (
        <p class="print-only note">
          Rows {first + 1} to {last} of {rowCount}: those on the screen. Exports have all of them.
        </p>
      )}
      <div
        ref={box}
        class="grid"
        role="grid"
        tabIndex={0}
        {...(props.height === undefined ? {} : { style: { height: props.height } })}
        aria-label={props.label}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length}
        {...(rowCount > 0 ? { "aria-activedescendant": cellId(active[0], active[1]) } : {})}
        onScroll={(event) => setScroll(event.currentTarget.scrollTop)}
        onKeyDown={onKeyDown}
      >
        <div
          class={isGrouped ? "grid-head grouped" : "grid-head"}
          role="row"
          aria-rowindex={1}
          style={{ gridTemplateColumns: template, minWidth: `${minimum}px` }}
        >
          {columns.map((each, index) => {
            const key = props.sort.find(({ column: name }) => name === each.id);
            const direction =
              key === undefined ? "none" : key.descending ? "descending" : "ascending";
            return (
              <div
                key={each.id}
                role="columnheader"
                aria-sort={direction}
                {...place(index)}
                class={`${each.align}${place(index).class}`}
              >
                {each.group !== undefined && <span class="group one-line">{each.group}</span>}
                {each.isSortable ? (
                  <button
                    type="button"
                    class="quiet"
                    title="Sort; with Shift as a further key"
                    onClick={(event) => props.onSort(each.id, event.shiftKey)}
                  >
                    {each.title}
                    {each.unit !== undefined && <span class="unit"> {each.unit}</span>}
                    {key !== undefined && (
                      <span class="arrow" aria-hidden="true">
                        {key.descending ? " ↓" : " ↑"}
                      </span>
                    )}
                  </button>
                ) : (
                  <span class="plain-head">
                    {each.title}
                    {each.unit !== undefined && <span class="unit"> {each.unit}</span>}
                  </span>
                )}
              </div>
            );
          })}
        </div>
        <div
          role="presentation"
          class="grid-body"
          style={{ height: `${shown}px`, minWidth: `${minimum}px` }}
        >
          <div role="presentation" style={{ transform: `translateY(${top}px)` }}>
            {rows}
          </div>
        </div>
      </div>
    </>
  );
}

/** Not a stop of the tab key: keys move the active cell. */
function CellLink({
  href,
  children,
}: {
  href: string | undefined;
  children: ComponentChildren;
}): VNode {
  if (href === undefined) return <>{children}</>;
  return (
    <a href={href} tabIndex={-1}>
      {children}
    </a>
  );
}

/** Cycles through up, down and unsorted; with Shift beside the other keys. */
export function nextSort(
  keys: readonly SortKey[],
  column: string,
  isAdditional: boolean,
): readonly SortKey[] {
  const known = keys.find((key) => key.column === column);
  const others = isAdditional ? keys.filter((key) => key.column !== column) : [];
  if (known === undefined) return [...others, { column, descending: false }];
  return known.descending ? others : [...others, { column, descending: true }];
}

const HEADER = 40;

/** Position of a column when all have their least width. */
function leftOf(columns: readonly GridColumn[], index: number): number {
  return columns.slice(0, index).reduce((sum, { width }) => sum + width[1], 0);
}

function clamp(index: number, length: number): number {
  return Math.max(0, Math.min(length - 1, index));
}
