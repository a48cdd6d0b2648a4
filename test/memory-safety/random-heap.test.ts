/**
 * Random programs with linked records (every other one) and with structures in which mistakes were
 * planted: no configuration answers TRUE where another one answers FALSE, or where AddressSanitizer
 * (gcc), LeakSanitizer or Valgrind sees an error; and for a reported invalid access or free, one of
 * them sees an error, Valgrind perhaps only that the pointer was never written. Their silence
 * proves no absence of leaks: old copies on the stack hide lost blocks.
 * `AGON_SEED=7 AGON_PROGRAMS=500` searches longer and other programs; `AGON_SECONDS` of CPU time
 * are for each answer.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseProperty } from "../../src/ground/properties/index.ts";
import { loadProgram, Verdicts } from "../regression/verdicts.ts";
import { collectGarbage } from "../support/collect-garbage.ts";
import { randomHeapProgram } from "./random-heap-program.ts";
import { randomStructureProgram } from "./random-structure-program.ts";

const SEED = Number(process.env.AGON_SEED ?? "1");
const PROGRAMS = Number(process.env.AGON_PROGRAMS ?? "12");
const CONFIGURATIONS = ["default", "bmc", "symbolic-execution", "induction", "shape"] as const;
const SECONDS = Number(process.env.AGON_SECONDS ?? "0.7");
const SAFETY = parseProperty(
  ["G valid-free", "G valid-deref", "G valid-memtrack"]
    .map((formula) => `CHECK( init(main()), LTL(${formula}) )`)
    .join("\n"),
  "p.prp",
);

const folder = mkdtempSync(join(tmpdir(), "agon-heap-"));
const [source, binary] = [join(folder, "p.c"), join(folder, "p")];
const hasSanitizer = sanitized("int main(void) { return 0; }") === "";
const hasValgrind = spawnSync("valgrind", ["--version"]).status === 0;
let verdicts: Verdicts;
beforeAll(async () => {
  verdicts = await Verdicts.create();
});
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Neighbouring seeds give sequences that resemble each other: the finaliser of MurmurHash3
 * separates them.
 */
function mixed(number: number): number {
  let hash = number;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

function isBuilt(text: string, ...flags: readonly string[]): boolean {
  writeFileSync(source, text);
  return spawnSync("gcc", ["-w", "-O0", ...flags, "-o", binary, source]).status === 0;
}

/**
 * The first error of the sanitizers; "" when they see none; undefined when the program does not
 * end.
 */
function sanitized(text: string): string | undefined {
  if (!isBuilt(text, "-fsanitize=address")) return "cannot be built";
  const { stderr, status, signal } = spawnSync(binary, {
    encoding: "utf8",
    timeout: 5000,
    env: { ASAN_OPTIONS: "detect_leaks=1" },
  });
  if (signal === "SIGTERM") return undefined;
  const isFine = signal === null && (status === 0 || stderr === "");
  return isFine ? "" : (/ERROR: (.*)/.exec(stderr)?.[1] ?? `signal ${signal}, code ${status}`);
}

/**
 * The errors that Valgrind sees; "" when there are none: reading indeterminate values is not a
 * violation.
 */
function checkedByValgrind(text: string): string {
  if (!isBuilt(text, "-g")) return "";
  const leaks = ["--leak-check=full", "--show-leak-kinds=definite"];
  // An invalid program may run forever.
  const others = ["--undef-value-errors=no", "--exit-on-first-error=yes", "--error-exitcode=99"];
  const { stderr } = spawnSync("valgrind", [...leaks, ...others, binary], {
    encoding: "utf8",
    timeout: 30_000,
  });
  const kinds = /Invalid (?:read|write|free)|definitely lost in loss record|Process terminating/g;
  return [...new Set(stderr.match(kinds) ?? [])].join(", ");
}

/**
 * Whether a pointer that was never written is freed or dereferenced. It may happen to be null or to
 * lead to a live block, so that nothing is invalid in the observed execution. Indeterminate values
 * elsewhere are not a violation.
 */
function usesIndeterminatePointer(text: string): boolean {
  if (!hasValgrind || !isBuilt(text, "-g")) return false;
  const { stderr } = spawnSync("valgrind", ["--leak-check=no", binary], {
    encoding: "utf8",
    timeout: 30_000,
  });
  const isFreed =
    /Conditional jump or move depends on uninitialised value\(s\)\n==\d+== +at 0x\w+: (?:free|realloc) /;
  return isFreed.test(stderr) || /Use of uninitialised value of size 8\n/.test(stderr);
}

test.skipIf(!hasSanitizer)(
  `${PROGRAMS} random programs with blocks (seed ${SEED})`,
  { timeout: 60_000 + PROGRAMS * 20_000 },
  async () => {
    const contradictions: string[] = [];
    let decided = 0;
    const texts = Array.from({ length: PROGRAMS }, (_, number) => {
      const create = number % 2 === 0 ? randomStructureProgram : randomHeapProgram;
      return create(mixed(SEED * 100_003 + number));
    });
    // Before anything is verified: processes with much memory cannot start others.
    const errors = texts.map((text) => {
      const bySanitizers = sanitized(text);
      expect(bySanitizers, text).not.toBe("cannot be built");
      if (bySanitizers === undefined) return undefined;
      return [bySanitizers, hasValgrind ? checkedByValgrind(text) : ""].filter(Boolean).join(" | ");
    });
    for (const [number, text] of texts.entries()) {
      const error = errors[number];
      if (error === undefined) continue;
      const loaded = loadProgram("p.c", text, "LP64");
      const answers = new Map<string, string>();
      for (const configuration of CONFIGURATIONS) {
        const result = await verdicts.verify(loaded, configuration, SECONDS, SAFETY);
        answers.set(
          configuration,
          result.verdict === "false" ? result.subproperty : result.verdict,
        );
      }
      const said = new Set(answers.values());
      said.delete("unknown");
      if (said.size > 0) decided++;
      collectGarbage();
      // There are no inputs: one execution, and one first violation.
      const isContradicted = said.size > 1 || (said.has("true") && error !== "");
      // A block may be lost before an error elsewhere: the order decides, which sanitizers do not
      // report.
      const isUnseen =
        [...said].some((one) => /deref|free/.test(one)) &&
        error === "" &&
        !usesIndeterminatePointer(text);
      if (isContradicted || isUnseen) {
        contradictions.push(`${number}: ${JSON.stringify([...answers])}, ${error}\n${text}`);
      }
    }
    expect(contradictions).toEqual([]);
    expect(decided).toBeGreaterThan(PROGRAMS / 2);
  },
);
