import type { Technique } from "./technique.ts";

/** The table of docs/techniques.md (Markdown): a row for every verdict that a technique may say. */
export function tableOf(techniques: readonly Technique[]): string {
  const rows = techniques.flatMap(({ id, source, grounds }) => {
    const said = [
      ["FALSE", grounds.false],
      ["TRUE", grounds.true],
    ] as const;
    return said
      .filter(([, ground]) => ground !== undefined)
      .map(([verdict, ground], index) =>
        index === 0
          ? `| \`${id}\` | ${source} | ${verdict} | ${ground} |`
          : `| | | ${verdict} | ${ground} |`,
      );
  });
  return ["| technique | source | says | on the ground that |", "|---|---|---|---|", ...rows].join(
    "\n",
  );
}
