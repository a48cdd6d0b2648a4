/**
 * Random programs with linked records: no configuration says TRUE where another one says FALSE, where
 * AddressSanitizer sees an error (gcc), or where LeakSanitizer sees a block that is lost. What it does not see
 * proves nothing: old copies on the stack hide lost blocks.
 * `AGON_SEED=7 AGON_PROGRAMS=500` looks longer and elsewhere.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseProperty } from "../../src/properties/index.ts";
import { loadProgram, Verdicts } from "../regression/verdicts.ts";
import { collectGarbage } from "../support/collect-garbage.ts";
import { randomHeapProgram } from "./random-heap-program.ts";

const SEED = Number(process.env.AGON_SEED ?? "1");
const PROGRAMS = Number(process.env.AGON_PROGRAMS ?? "12");
const CONFIGURATIONS = ["default", "bmc", "symbolic-execution", "induction"] as const;
const SECONDS = 1;
const SAFETY = parseProperty(
  ["G valid-free", "G valid-deref", "G valid-memtrack"]
    .map((formula) => `CHECK( init(main()), LTL(${formula}) )`)
    .join("\n"),
  "p.prp",
);

const folder = mkdtempSync(join(tmpdir(), "agon-heap-"));
const hasSanitizer = sanitized("int main(void) { return 0; }") === "";
let verdicts: Verdicts;
beforeAll(async () => {
  verdicts = await Verdicts.create();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the sanitizers say first; "" when they see nothing; undefined when the program cannot be built. */
function sanitized(text: string): string | undefined {
  const [source, binary] = [join(folder, "p.c"), join(folder, "p")];
  writeFileSync(source, text);
  const flags = ["-w", "-O0", "-fsanitize=address", "-o", binary, source];
  if (spawnSync("gcc", flags).status !== 0) return undefined;
  const { stderr, status, signal } = spawnSync(binary, {
    encoding: "utf8",
    timeout: 20_000,
    env: { ASAN_OPTIONS: "detect_leaks=1" },
  });
  const isFine = signal === null && (status === 0 || stderr === "");
  return isFine ? "" : (/ERROR: (.*)/.exec(stderr)?.[1] ?? `signal ${signal}, code ${status}`);
}

test.skipIf(!hasSanitizer)(
  `${PROGRAMS} random programs with linked records (seed ${SEED})`,
  { timeout: 60_000 + PROGRAMS * 20_000 },
  async () => {
    const contradictions: string[] = [];
    let decided = 0;
    const texts = Array.from({ length: PROGRAMS }, (_, number) =>
      randomHeapProgram(SEED * 100_003 + number),
    );
    // Before anything is verified: processes of much memory cannot start others.
    const errors = texts.map(sanitized);
    for (const [number, text] of texts.entries()) {
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
      const error = errors[number] ?? "gcc fails";
      collectGarbage();
      const isContradicted = said.has("true") && (said.size > 1 || error !== "");
      // What is lost is lost before an error elsewhere: the order decides, which sanitizers do not tell.
      const isUnseen = [...said].some((one) => /deref|free/.test(one)) && error === "";
      if (isContradicted || isUnseen) {
        contradictions.push(`${number}: ${JSON.stringify([...answers])}, ${error}\n${text}`);
      }
    }
    expect(contradictions).toEqual([]);
    expect(decided).toBeGreaterThan(PROGRAMS / 2);
  },
);
