/**
 * Random programs executed by the interpreter and compiled by gcc: same checksum, or the seed is
 * reported.
 *
 *     npx tsx bench/differential/random-programs.ts --bits 64 --count 20000 --seed 1 [--plain]
 *     [--seconds 280]
 *
 * With `--plain` without the C library and GNU's extensions; with `--seconds` no new batch starts
 * after that time. Exit code 1 when a program differs, or when the interpreter does not support it.
 */
import { parseArgs } from "node:util";
import { gccChecksums } from "../../test/support/gcc-checksums.ts";
import { randomProgram } from "../../test/support/random-c-program.ts";
import { describeOutcome, runC } from "../../test/support/run-c.ts";

/** Programs in one call of gcc. */
const BATCH = 50;

const { values } = parseArgs({
  options: {
    bits: { type: "string", default: "64" },
    count: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    plain: { type: "boolean", default: false },
    seconds: { type: "string", default: "Infinity" },
  },
});
const bits = values.bits === "32" ? 32 : 64;
const count = Number(values.count);
const firstSeed = Number(values.seed);
const isExtended = !values.plain;
console.log(`${count} programs for ${bits} bits from seed ${firstSeed}, extended: ${isExtended}`);

const end = performance.now() + Number(values.seconds) * 1000;
let different = 0;
let done = 0;
for (; done < count && performance.now() < end; done += BATCH) {
  const programs = Array.from({ length: Math.min(BATCH, count - done) }, (_, i) => {
    const seed = firstSeed + done + i;
    const name = `p${seed}_`;
    return { seed, name, text: randomProgram({ seed, prefix: name, bits, isExtended }) };
  });
  const expected = gccChecksums(programs, bits);
  for (const [i, { seed, name, text }] of programs.entries()) {
    const main = `int main(void) { return ${name}run() != ${expected[i]}ULL; }`;
    // Every fourth with an observer: then all objects are in memory.
    const observer = i % 4 === 0 ? { observer: {} } : {};
    const model = bits === 32 ? "ILP32" : "LP64";
    let outcome: string;
    try {
      outcome = describeOutcome(runC(`${text}\n${main}\n`, { model, maxSteps: 1e9, ...observer }));
    } catch (error) {
      outcome = String(error).split("\n")[0] ?? "";
    }
    if (outcome === "exit 0") continue;
    different++;
    console.log(`seed ${seed}: ${outcome}`);
  }
  if ((done / BATCH) % 2 === 1) console.log(`${done + BATCH} done, ${different} differ`);
}
console.log(`${Math.min(done, count)} programs, ${different} differ`);
process.exitCode = different === 0 ? 0 : 1;
