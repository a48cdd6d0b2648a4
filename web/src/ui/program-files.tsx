/** The files of a program: a single one is shown directly, several as a list whose entries open. */
import type { VNode } from "preact";
import { plural } from "./basics.tsx";
import { type LineNote, SourceView } from "./source-view.tsx";

export function ProgramFiles({
  programs,
  notesOf = () => [],
}: {
  programs: readonly { readonly path: string; readonly text: string }[];
  /** Files with notes are open. */
  notesOf?: (index: number) => readonly LineNote[];
}): VNode {
  const [only, ...more] = programs;
  if (only !== undefined && more.length === 0) {
    return <SourceView name={only.path} text={only.text} notes={notesOf(0)} />;
  }
  return (
    <>
      <p class="note">{plural(programs.length, "file")}</p>
      {programs.map(({ path, text }, index) => {
        const notes = notesOf(index);
        const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
        return (
          <details key={path} class="program-file" open={notes.length > 0}>
            <summary>
              <code>{path}</code> <span class="note">{plural(lines, "line")}</span>
            </summary>
            <SourceView name={path} text={text} notes={notes} />
          </details>
        );
      })}
    </>
  );
}
