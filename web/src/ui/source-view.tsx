/** A program with line numbers, tokens in colour, and notes at their lines. Text stays text. */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { colourLine, type Piece } from "./c-tokens.ts";

export interface LineNote {
  readonly line: number;
  readonly kind: "waypoint" | "target" | "invariant" | "current";
  readonly content: ComponentChildren;
}

export function SourceView({
  name,
  text,
  notes,
  currentLine,
}: {
  name: string;
  text: string;
  notes: readonly LineNote[];
  /** Is kept in sight. */
  currentLine?: number | undefined;
}): VNode {
  const box = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => colouredLines(text), [text]);
  const byLine = useMemo(() => {
    const map = new Map<number, LineNote[]>();
    for (const note of notes) map.set(note.line, [...(map.get(note.line) ?? []), note]);
    return map;
  }, [notes]);
  useEffect(() => {
    if (currentLine === undefined) return;
    const line = box.current?.querySelector<HTMLElement>(`[data-line="${currentLine}"]`);
    if (line !== null && line !== undefined && box.current !== null) {
      const top = line.offsetTop - box.current.clientHeight / 2;
      const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
      box.current.scrollTo({ top, behavior });
    }
  }, [currentLine]);
  return (
    <section class="source" ref={box} aria-label={`Program ${name}`} tabIndex={0}>
      <div class="source-name">{name}</div>
      <div class="source-lines">
        {lines.map((pieces, index) => {
          const number = index + 1;
          const own = byLine.get(number) ?? [];
          const marked = own.length > 0 ? ` has-${own[0]?.kind}` : "";
          return (
            <div key={index}>
              {own.filter(({ kind }) => kind === "invariant").map(noteOf)}
              <div
                data-line={number}
                class={`line${marked}${number === currentLine ? " current" : ""}`}
              >
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
              {own.filter(({ kind }) => kind !== "invariant").map(noteOf)}
            </div>
          );
        })}
      </div>
    </section>
  );
}

function noteOf({ kind, content }: LineNote, index: number): VNode {
  return (
    <div key={index} class={`line-note ${kind}`}>
      {content}
    </div>
  );
}

/** Comments may reach over lines. */
function colouredLines(text: string): readonly (readonly Piece[])[] {
  let inComment = false;
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => {
      const { pieces, endsInComment } = colourLine(line, inComment);
      inComment = endsInComment;
      return pieces;
    });
}
