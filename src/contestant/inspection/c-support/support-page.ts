/** Generates docs/c-support.md. */
import type { MachineModel } from "../../cfront/index.ts";
import { type Example, exampleFor } from "./support-examples.ts";
import {
  type RowKind,
  type SupportRow,
  type SupportSection,
  supportSections,
} from "./support-table.ts";

const HEAD = `# The supported part of GNU C

Made by \`npx tsx scripts/c-support-table.ts\` from the tables of the front end; a test compares. What C leaves
open, and what is assumed there, is in [c-semantics.md](c-semantics.md).

| word | means |
|---|---|
| exact | executions are those that C, gcc or POSIX describe |
| over-approximated | more executions than these: TRUE holds for all of them, FALSE is reported for real ones only |
| refused | no verdict depends on it; the place is reported |
| ignored | on purpose, for the reason that is given |

*Shown by* names the test that tries every name, or the program of the tests that uses most of them; names that no program of the
tests uses are counted.
`;

export interface SupportPage {
  readonly text: string;
  /** Rows that no program shows. */
  readonly unshown: readonly string[];
}

export function supportPage(machine: MachineModel, examples: readonly Example[]): SupportPage {
  const unshown: string[] = [];
  const sections = supportSections(machine).map((section) => {
    const rows = section.rows.map((row) => rowText(section, row, examples, unshown));
    const text = section.text === "" ? "" : `${section.text}\n\n`;
    return `\n## ${section.title}\n\n${text}| what | support | how, or why | shown by |\n|---|---|---|---|\n${rows.join("\n")}\n`;
  });
  return { text: HEAD + sections.join(""), unshown };
}

/** The test that tries every name of such rows separately. */
const TRIALS = "src/contestant/inspection/c-support/c-support.test.ts";

/** Names without effect, or that are rejected, are tried one by one. */
function shownByEachName(
  kind: RowKind,
  { names, support }: SupportRow,
): { readonly path: string; readonly names: readonly string[] } | undefined {
  const isTried =
    support === "refused" || (support === "ignored" && (kind === "attribute" || kind === "pragma"));
  return isTried ? { path: TRIALS, names } : undefined;
}

function rowText(
  { kind }: SupportSection,
  row: SupportRow,
  examples: readonly Example[],
  unshown: string[],
): string {
  const shown = shownByEachName(kind, row) ?? exampleFor(kind, row, examples);
  if (shown === undefined) unshown.push(`${row.names.join(" ")}: ${row.note}`);
  const missing = row.names.filter((name) => !examples.some(({ uses }) => uses[kind].has(name)));
  const rest =
    missing.length === 0 || row.names.length === 1 ? "" : `, but for ${missing.length} names`;
  const by = shown === undefined ? "" : `\`${shown.path}\`${rest}`;
  const names = row.names.map((name) => `\`${name}${name.endsWith("_nondet_") ? "*" : ""}\``);
  return `| ${names.join(" ")} | ${row.support} | ${row.note.replaceAll("|", "\\|")} | ${by} |`;
}
