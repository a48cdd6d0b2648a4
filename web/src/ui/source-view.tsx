/**
 * A program with line numbers, coloured tokens, and notes at their lines. Text is never
 * interpreted. Blocks of invisible lines are plain text of the same height, so that programs of any
 * length scroll and can be searched at once.
 */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { colourLine, type Piece } from "./c-tokens.ts";

export interface LineNote {
  readonly line: number;
  readonly kind: "waypoint" | "target" | "invariant" | "current";
  readonly content: ComponentChildren;
}

/** Lines of a block. */
const BLOCK = 60;

export function SourceView({
  name,
  text,
  notes,
  currentLine,
}: {
  name: string;
  text: string;
  notes: readonly LineNote[];
  /** Line that is kept visible. */
  currentLine?: number | undefined;
}): VNode {
  const box = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => linesOf(text), [text]);
  const blocks = Math.ceil(lines.length / BLOCK);
  const wanted = currentLine === undefined ? 0 : blockOf(currentLine);
  const near = useBlocksInSight(box, blocks);
  const byBlock = useMemo(() => {
    const map = new Map<number, LineNote[]>();
    for (const note of notes) {
      const block = blockOf(note.line);
      map.set(block, [...(map.get(block) ?? []), note]);
    }
    return map;
  }, [notes]);
  useEffect(() => {
    if (currentLine === undefined) return;
    const line = box.current?.querySelector<HTMLElement>(`[data-line="${currentLine}"]`);
    if (line !== null && line !== undefined && box.current !== null) {
      const top = line.offsetTop - box.current.clientHeight / 2;
      const isFar = Math.abs(top - box.current.scrollTop) > FAR;
      const isStill = isFar || matchMedia("(prefers-reduced-motion: reduce)").matches;
      box.current.scrollTo({ top, behavior: isStill ? "auto" : "smooth" });
    }
  }, [currentLine]);
  return (
    <section class="source" ref={box} aria-label={`Program ${name}`} tabIndex={0}>
      <div class="source-name">{name}</div>
      <div class="source-lines">
        {Array.from({ length: blocks }, (_, block) => {
          const own = lines.slice(block * BLOCK, (block + 1) * BLOCK);
          return (
            <div key={block} data-block={block}>
              {near.has(block) || block === wanted ? (
                <Block
                  first={block * BLOCK + 1}
                  lines={own}
                  notes={byBlock.get(block)}
                  currentLine={currentLine}
                />
              ) : (
                <pre class="far" style={{ height: `${own.length * LINE_HEIGHT}px` }}>
                  {own.map(({ line }) => line).join("\n")}
                </pre>
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
}

/** In pixels, as in the style sheet. */
const LINE_HEIGHT = 21;

/** Pixels beyond which the view jumps instead of scrolling. */
const FAR = 4000;

function blockOf(line: number): number {
  return Math.floor((line - 1) / BLOCK);
}

/** The blocks on the screen or next to it; all of them on paper. */
function useBlocksInSight(
  box: { readonly current: HTMLElement | null },
  blocks: number,
): ReadonlySet<number> {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set([0]));
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      (entries) =>
        setNear((before) => {
          const next = new Set(before);
          for (const { target, isIntersecting } of entries) {
            const block = Number((target as HTMLElement).dataset.block);
            if (isIntersecting) next.add(block);
            else next.delete(block);
          }
          return next;
        }),
      { root: element, rootMargin: "1200px 0px" },
    );
    for (const block of element.querySelectorAll("[data-block]")) observer.observe(block);
    const all = (): void => {
      observer.disconnect();
      setNear(new Set(Array.from({ length: blocks }, (_, block) => block)));
    };
    addEventListener("beforeprint", all);
    return () => {
      removeEventListener("beforeprint", all);
      observer.disconnect();
    };
  }, [blocks]);
  return near;
}

interface Line {
  readonly line: string;
  /** Whether a comment continues from the line before. */
  readonly inComment: boolean;
}

function Block({
  first,
  lines,
  notes = [],
  currentLine,
}: {
  first: number;
  lines: readonly Line[];
  notes?: readonly LineNote[] | undefined;
  currentLine: number | undefined;
}): VNode {
  const pieces = useMemo(
    () => lines.map(({ line, inComment }) => colourLine(line, inComment).pieces),
    [lines[0], lines.length],
  );
  return (
    <>
      {pieces.map((own, index) => (
        <LineOf
          key={index}
          number={first + index}
          pieces={own}
          notes={notes.filter(({ line }) => line === first + index)}
          isCurrent={first + index === currentLine}
        />
      ))}
    </>
  );
}

function LineOf({
  number,
  pieces,
  notes,
  isCurrent,
}: {
  number: number;
  pieces: readonly Piece[];
  notes: readonly LineNote[];
  isCurrent: boolean;
}): VNode {
  const marked = notes.length > 0 ? ` has-${notes[0]?.kind}` : "";
  return (
    <div>
      {notes.filter(({ kind }) => kind === "invariant").map(noteOf)}
      <div data-line={number} class={`line${marked}${isCurrent ? " current" : ""}`}>
        <span class="line-number">{number}</span>
        <code>
          {pieces.map(({ kind, text: piece }, at) =>
            kind === "plain" ? (
              piece
            ) : (
              <span key={at} class={`t-${kind}`}>
                {piece}
              </span>
            ),
          )}
        </code>
      </div>
      {notes.filter(({ kind }) => kind !== "invariant").map(noteOf)}
    </div>
  );
}

function noteOf({ kind, content }: LineNote, index: number): VNode {
  return (
    <div key={index} class={`line-note ${kind}`}>
      {content}
    </div>
  );
}

/** Splits into lines; comments may span lines. */
function linesOf(text: string): readonly Line[] {
  let inComment = false;
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => {
      const from = inComment;
      // Most lines neither start nor end a comment and need not be read.
      if (inComment ? line.includes("*/") : line.includes("/*")) {
        inComment = colourLine(line, inComment).endsInComment;
      }
      return { line, inComment: from };
    });
}
