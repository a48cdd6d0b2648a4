/**
 * A new kind of edge, expression, operator or intrinsic must not slip through: a switch over kinds
 * names all of them, or ends with `unreachableKind`. Without a default the compiler finds missing
 * cases where a value is returned.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const FOLDERS = [
  "abstract-interpretation",
  "analysis-core",
  "cfa",
  "concurrency",
  "environment",
  "induction",
  "interpreter",
  "plan",
  "pointers",
  "semantics",
  "story",
  "symbolic",
  "transition-systems",
  "validator",
  "witness-out",
];

/** A label of one of these makes a switch one over kinds. */
const KINDS = new Set([
  ...["skip", "assume", "assign", "copy", "clear", "declare", "end-scope"],
  ...["load", "unary", "binary", "compare", "cast", "conditional"],
  ...["add", "sub", "mul", "div", "rem", "shl", "shr", "xor"],
  ...["nondet", "nondet-memory", "no-effect", "malloc", "calloc", "realloc", "free", "alloca"],
  ...["longjmp", "setjmp", "fesetround", "disjoint", "atomic-begin", "end-alloca"],
]);

/** Switches over the syntax tree or the solver's terms, whose kinds share some names with these. */
const OTHER_KINDS =
  /^(cfa\/(audit|lowering)\/|cfa\/queries\/source-places|symbolic\/memory\/offsets|induction\/invariants\/arrays\/divided-term)/;
/**
 * Soundness does not depend on them: a missing kind is not guessed, has no name in messages, or
 * counts for no strategy.
 */
const HARMLESS =
  /^(transition-systems\/horn\/term-encoder|induction\/invariants\/(arrays\/array-predicates|contracts\/contract-hints)|story\/(access-story|memory-name|violating-source)|plan\/program-features)\.ts$/;

interface Switch {
  readonly line: number;
  readonly labels: readonly string[];
  /** The statement after `default:`; undefined when there is none. */
  readonly otherwise: string | undefined;
}

/** The switches of a file whose labels are strings. */
function switchesOf(text: string): Switch[] {
  const found: Switch[] = [];
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    const indent = /^( *)(?:.*\s)?switch \(.*\{$/.exec(line)?.[1];
    if (indent === undefined) continue;
    const end = lines.findIndex((other, i) => i > index && other.startsWith(`${indent}}`));
    const body = lines.slice(index + 1, end);
    const inner = `${indent}  `;
    const labels = body.flatMap((other) => {
      const label = /^( *)case "([^"]+)":/.exec(other);
      return label?.[1] === inner && label[2] !== undefined ? [label[2]] : [];
    });
    const at = body.findIndex((other) => other.startsWith(`${inner}default:`));
    found.push({
      line: index + 1,
      labels,
      otherwise: at < 0 ? undefined : body.slice(at, at + 2).join(" "),
    });
  }
  return found;
}

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => join(folder, name)),
);

it("switches over kinds end with no silent default", () => {
  let seen = 0;
  const silent: string[] = [];
  for (const file of files) {
    if (OTHER_KINDS.test(file) || HARMLESS.test(file)) continue;
    for (const { line, labels, otherwise } of switchesOf(readFileSync(join(ROOT, file), "utf8"))) {
      if (!labels.some((label) => KINDS.has(label))) continue;
      seen++;
      if (otherwise === undefined || /unreachableKind\(|throw /.test(otherwise)) continue;
      silent.push(`src/contestant/${file}:${line} (${labels.join(", ")})`);
    }
  }
  expect(seen).toBeGreaterThan(40);
  expect(silent).toEqual([]);
});
