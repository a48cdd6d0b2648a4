import type { Technique } from "./technique.ts";

/**
 * Returns the table of docs/techniques.md (Markdown): one row for every verdict that a technique
 * may return.
 */
export function tableOf(techniques: readonly Technique[]): string {
  const rows = techniques.flatMap(({ id, source, grounds }) => {
    const verdicts = [
      ["FALSE", grounds.false],
      ["TRUE", grounds.true],
    ] as const;
    return verdicts
      .filter(([, ground]) => ground !== undefined)
      .map(([verdict, ground], index) =>
        index === 0
          ? `| \`${id}\` | ${source} | ${verdict} | ${ground} |`
          : `| | | ${verdict} | ${ground} |`,
      );
  });
  return ["| technique | source | verdict | because |", "|---|---|---|---|", ...rows].join("\n");
}
