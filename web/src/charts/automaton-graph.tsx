/** The control-flow automaton of a function, top-down, with the edge of the current step marked. */
import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type {
  AutomatonBlock,
  AutomatonStatement,
  FunctionAutomaton,
} from "../../../src/ground/model/index.ts";
import {
  type AutomatonPlace,
  layoutGraph,
  neighbourhood,
  type Point,
} from "../../../src/organiser/explorer/index.ts";

/** Larger automata are shown in part. */
const MAX_BLOCKS = 120;
const LINE = 17;
const PADDING = 8;
/** Width of a character of the monospaced font at 12 px. */
const CHARACTER = 7.3;
const ZOOMS = [0.5, 0.65, 0.8, 1, 1.25, 1.5];

export function AutomatonGraph({
  place,
  passed,
}: {
  place: AutomatonPlace;
  /** Earlier steps in the same function. */
  passed: readonly AutomatonPlace[];
}): VNode {
  const { automaton } = place;
  const box = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(3);
  const around = place.block ?? automaton.arcs[place.arc ?? -1]?.from ?? 0;
  const isLarge = automaton.blocks.length > MAX_BLOCKS;
  const graph = useMemo(
    () => drawn(automaton, neighbourhood(automaton, around, MAX_BLOCKS)),
    [automaton, isLarge ? around : 0],
  );
  useEffect(() => {
    const marked = box.current?.querySelector(".now");
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    if (marked === null || marked === undefined || box.current === null) return;
    // Scrolls only this box, never the page.
    const [inner, outer] = [marked.getBoundingClientRect(), box.current.getBoundingClientRect()];
    box.current.scrollBy({
      left: inner.left + inner.width / 2 - outer.left - outer.width / 2,
      top: inner.top + inner.height / 2 - outer.top - outer.height / 2,
      behavior,
    });
  });
  const scale = ZOOMS[zoom] as number;
  const stepsAt = (block: number, statement: number): boolean =>
    passed.some((each) => each.block === block && each.statement === statement);
  return (
    <>
      <div class="automaton-bar">
        <span class="note">
          {automaton.name}, {automaton.blocks.length} blocks
          {isLarge && `, the nearest ${graph.shown.length} shown`}
        </span>
        <button
          type="button"
          class="quiet"
          aria-label="Smaller"
          disabled={zoom === 0}
          onClick={() => setZoom(zoom - 1)}
        >
          −
        </button>
        <button
          type="button"
          class="quiet"
          aria-label="Larger"
          disabled={zoom === ZOOMS.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          +
        </button>
      </div>
      <div
        class="automaton"
        ref={box}
        role="region"
        aria-label={`Automaton of ${automaton.name}`}
        tabIndex={0}
      >
        <svg
          role="img"
          aria-label={summary(place)}
          width={(graph.width + 2 * PADDING) * scale}
          height={(graph.height + 2 * PADDING) * scale}
          viewBox={`${-PADDING} ${-PADDING} ${graph.width + 2 * PADDING} ${graph.height + 2 * PADDING}`}
        >
          <defs>
            {["", "now"].map((kind) => (
              <marker
                key={kind}
                id={`arrow${kind}`}
                class={`arrow ${kind}`}
                viewBox="0 0 8 8"
                refX="7"
                refY="4"
                markerWidth="8"
                markerHeight="8"
                markerUnits="userSpaceOnUse"
                orient="auto-start-reverse"
              >
                <path d="M0 0.5 7.5 4 0 7.5z" />
              </marker>
            ))}
          </defs>
          {graph.arcs.map(({ index, route, text }) => {
            const isNow = place.arc === index;
            const isPassed = passed.some((each) => each.arc === index);
            return (
              <g key={index} class={isNow ? "arc now" : isPassed ? "arc passed" : "arc"}>
                <path d={pathOf(route)} marker-end={`url(#arrow${isNow ? "now" : ""})`} />
                {text !== undefined && <ArcText text={text} route={route} />}
              </g>
            );
          })}
          {graph.shown.map(({ index, block, lines, x, y, width, height }) => (
            <g key={index} class={`block ${block.kind ?? ""}`} transform={`translate(${x} ${y})`}>
              <rect
                width={width}
                height={height}
                rx="5"
                class={place.block === index ? "here" : ""}
              />
              {lines.map(({ text, line }, at) => {
                const isNow = place.block === index && place.statement === at;
                const isDecision = block.decision !== undefined && at === lines.length - 1;
                return (
                  <g
                    key={at}
                    class={isNow ? "now" : stepsAt(index, at) ? "passed" : ""}
                    transform={`translate(0 ${PADDING / 2 + at * LINE})`}
                  >
                    <rect x="2" width={width - 4} height={LINE} rx="3" />
                    <text x={PADDING} y={LINE - 5}>
                      {line !== undefined && <tspan class="line-number">{line} </tspan>}
                      {isDecision ? <tspan class="decision">{text} ?</tspan> : text}
                    </text>
                  </g>
                );
              })}
            </g>
          ))}
        </svg>
      </div>
    </>
  );
}

function ArcText({ text, route }: { text: string; route: readonly Point[] }): VNode {
  const [start = { x: 0, y: 0 }, next = start] = route;
  const share = 0.5;
  const x = start.x + (next.x - start.x) * share;
  const y = start.y + (next.y - start.y) * share;
  return (
    <text x={x} y={y} text-anchor="middle">
      {text}
    </text>
  );
}

/** Description of the marked edge for screen readers. */
function summary({ automaton, block, statement, arc }: AutomatonPlace): string {
  const marked =
    arc !== undefined
      ? automaton.blocks[automaton.arcs[arc]?.from ?? -1]?.decision
      : rowsOf(automaton.blocks[block ?? -1])[statement ?? -1];
  const outcome = arc === undefined ? "" : `, ${automaton.arcs[arc]?.outcome}`;
  const at =
    marked === undefined ? "nothing marked" : `line ${marked.line}: ${marked.text}${outcome}`;
  return `Control-flow automaton of ${automaton.name}; ${at}`;
}

/** Statements, then the decision. */
function rowsOf(block: AutomatonBlock | undefined): readonly AutomatonStatement[] {
  if (block === undefined) return [];
  const { statements, decision } = block;
  return decision === undefined ? statements : [...statements, decision];
}

interface ShownBlock {
  readonly index: number;
  readonly block: AutomatonBlock;
  readonly lines: readonly { readonly text: string; readonly line?: number }[];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function drawn(
  automaton: FunctionAutomaton,
  shown: ReadonlySet<number>,
): {
  readonly width: number;
  readonly height: number;
  readonly shown: readonly ShownBlock[];
  readonly arcs: readonly {
    readonly index: number;
    readonly route: readonly Point[];
    readonly text?: string;
  }[];
} {
  const kept = [...shown].sort((a, b) => a - b);
  const position = new Map(kept.map((block, index) => [block, index]));
  const boxes = kept.map((index) => {
    const block = automaton.blocks[index] as AutomatonBlock;
    const rows = rowsOf(block);
    const lines = rows.length > 0 ? rows : [{ text: block.kind ?? "·" }];
    const longest =
      2 +
      Math.max(
        ...lines.map(
          ({ text, ...rest }) => text.length + ("line" in rest ? `${rest.line} `.length : 0),
        ),
      );
    return {
      index,
      block,
      lines,
      width: Math.max(30, longest * CHARACTER + 2 * PADDING),
      height: lines.length * LINE + PADDING,
    };
  });
  const arcs = automaton.arcs.flatMap(({ from, to, outcome }, index) => {
    const [a, b] = [position.get(from), position.get(to)];
    if (a === undefined || b === undefined) return [];
    return [{ index, from: a, to: b, ...(outcome === undefined ? {} : { text: outcome }) }];
  });
  const layout = layoutGraph(boxes, arcs);
  return {
    width: layout.width,
    height: layout.height,
    shown: boxes.map((box, index) => ({ ...box, ...(layout.nodes[index] as Point) })),
    arcs: arcs.map(({ index, text }, at) => ({
      index,
      route: layout.routes[at] as readonly Point[],
      ...(text === undefined ? {} : { text }),
    })),
  };
}

function pathOf(route: readonly Point[]): string {
  return route.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("");
}
