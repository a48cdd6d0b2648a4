/**
 * Changes to the text of a random task that preserve its meaning: answers about the two must not
 * contradict each other. They depend on the form of random tasks: statements begin and end with
 * their lines, and blocks are braces on lines of their own.
 */
import { MACHINE_MODELS } from "../../src/contestant/cfront/index.ts";
import { obfuscatePrograms } from "../../src/contestant/obfuscation/index.ts";
import type { RandomTask } from "./random-task.ts";

type Random = (limit: number) => number;

export const CHANGES = ["renamed", "outlined", "negated", "dead code", "reordered"] as const;
export type Change = (typeof CHANGES)[number];

/** Undefined where the task has no place for the change. */
export function equivalentTask(
  task: RandomTask,
  change: Change,
  random: Random,
): RandomTask | undefined {
  const lines = task.text.split("\n");
  const changed = change === "renamed" ? renamed(task, random) : CHANGE[change](lines, random);
  return changed === undefined ? undefined : { ...task, text: changed.join("\n") };
}

const CHANGE: Readonly<
  Record<Exclude<Change, "renamed">, (lines: string[], random: Random) => string[] | undefined>
> = {
  outlined,
  negated,
  "dead code": deadCode,
  reordered,
};

function renamed({ text, dataModel }: RandomTask, random: Random): string[] {
  const { texts } = obfuscatePrograms([{ name: "task.c", text }], {
    machine: MACHINE_MODELS[dataModel],
    seed: random(2 ** 31),
    keep: ["reach_error"],
    fileNames: ["task.c"],
  });
  return [texts[0] as string];
}

const CONDITION = /^if \((.*)\)$/;

/** All conditions, inputs and errors go through functions, whose inlining gives the task again. */
function outlined(lines: string[]): string[] {
  const at = lines.findIndex((line) => !line.startsWith("extern "));
  const functions = [
    "static int outlined_test(int condition) { return condition; }",
    "static int outlined_input(void) { return __VERIFIER_nondet_int(); }",
    "static void outlined_error(void) { reach_error(); }",
  ];
  const body = lines
    .slice(at)
    .map((line) =>
      line
        .replace(CONDITION, "if (outlined_test(($1) != 0))")
        .replace("__VERIFIER_nondet_int()", "outlined_input()")
        .replace("reach_error();", "outlined_error();"),
    );
  return [...lines.slice(0, at), ...functions, ...body];
}

/** `if (c) { A } else { B }` becomes `if (!(c)) { B } else { A }`, everywhere. */
function negated(lines: string[]): string[] | undefined {
  let count = 0;
  const write = (from: number, to: number): string[] => {
    const out: string[] = [];
    for (let at = from; at < to; at++) {
      const line = lines[at] as string;
      const condition = CONDITION.exec(line)?.[1];
      const end = condition === undefined ? undefined : endOfBlock(lines, at + 1);
      if (end === undefined) {
        out.push(line);
        continue;
      }
      const hasElse = lines[end + 1] === "else";
      const last = hasElse ? endOfBlock(lines, end + 2) : end;
      if (last === undefined) {
        out.push(line);
        continue;
      }
      count++;
      out.push(`if (!(${condition}))`, "{", ...(hasElse ? write(end + 3, last) : []), "}");
      out.push("else", "{", ...write(at + 2, end), "}");
      at = last;
    }
    return out;
  };
  const changed = write(0, lines.length);
  return count === 0 ? undefined : changed;
}

/** Index of the brace that closes the one that is alone on line `at`. */
function endOfBlock(lines: readonly string[], at: number): number | undefined {
  if (lines[at] !== "{") return undefined;
  let depth = 0;
  for (let i = at; i < lines.length; i++) {
    for (const brace of (lines[i] as string).match(/[{}]/g) ?? []) depth += brace === "{" ? 1 : -1;
    if (depth === 0) return lines[i] === "}" ? i : undefined;
  }
  return undefined;
}

const DEAD = [
  "if (0) { reach_error(); }",
  "if (gt[1] != gt[1]) { reach_error(); }",
  "while (0) { gt[0] = gt[0] / 0; }",
  "if (sizeof(int) == 1) { gs.a = *(int *)0; abort(); }",
  "{ int dead = 5; dead = gt[2] & dead; (void)dead; }",
  "switch (gu.b[0]) { case 256: reach_error(); default: ; }",
  "for (; 0;) { exit(gt[7]); }",
];

/** Some statements that do nothing before assignments in `main`. */
function deadCode(lines: string[], random: Random): string[] {
  const main = lines.indexOf("int main(void)");
  return lines.flatMap((line, at) => {
    const isPlace = at > main + 1 && /^g[stau][^={]*=[^=].*;$/.test(line);
    return isPlace ? [DEAD[random(DEAD.length)] as string, line] : [line];
  });
}

/** `v1 = v2 + 3;`: one variable from others, without calls and memory. */
const SIMPLE = /^(v\d+) [-+*&|^]?= ([^[\].>"?&]*);$/;

/** Swaps neighbours where neither reads what the other writes, and likewise definitions. */
function reordered(lines: string[]): string[] | undefined {
  const out = [...lines];
  let count = 0;
  for (let at = 0; at + 1 < out.length; at++) {
    const [a, b] = [out[at] as string, out[at + 1] as string];
    if (!areIndependent(a, b)) continue;
    out[at] = b;
    out[at + 1] = a;
    count++;
    at++;
  }
  return count === 0 ? undefined : out;
}

/** A definition in static storage, with constants. */
const DEFINITION =
  /^(?:static )?(?:unsigned |signed )?(?:_Bool|char|short|int|long)[\w ]* v\d+ = [-\w]+;$/;

function areIndependent(a: string, b: string): boolean {
  if (DEFINITION.test(a) && DEFINITION.test(b)) return true;
  const [first, second] = [SIMPLE.exec(a), SIMPLE.exec(b)];
  if (first === null || second === null) return false;
  const [, x = "", read = ""] = first;
  const [, y = "", alsoRead = ""] = second;
  const uses = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);
  // Calls read and write everything; a pointer may read the written variable.
  if (/\w\(|\*\w|\*\(/.test(read) || /\w\(|\*\w|\*\(/.test(alsoRead)) return false;
  return x !== y && !uses(read, y) && !uses(alsoRead, x);
}
