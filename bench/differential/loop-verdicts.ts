/**
 * Random programs with loops and arithmetic, for reachability and for signed
 * overflow: no configuration of the verifier may contradict what trying out all
 * executions shows, nor, with gcc, what compiled programs do.
 *
 *     npx tsx bench/differential/loop-verdicts.ts --count 300 --seed 1
 *
 * Every program is asked of the first configuration and of one of the others in
 * turn, for one of the properties; with `--all`, of all for both.
 *
 * Exit code 1 when an answer is wrong.
 */
import { parseArgs } from "node:util";
import { CONFIGURATIONS } from "../../src/verifier/configurations.ts";
import { loopDisagreements } from "../../test/fuzz/loop-disagreements.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    seconds: { type: "string", default: "0.2" },
    /** Stops after so many seconds. */
    "stop-after": { type: "string", default: "Infinity" },
    /** Every program with every configuration and both properties. */
    all: { type: "boolean", default: false },
    configurations: {
      type: "string",
      default: CONFIGURATIONS.map(({ name }) => name)
        .filter((name) => name !== "falsifier")
        .join(),
    },
  },
});
const names = values.configurations.split(",");
console.log(`from seed ${values.seed}, ${values.seconds} s each: ${names.join(", ")}`);
const { programs, tally, wrong } = await loopDisagreements({
  count: Number(values.count),
  seed: Number(values.seed),
  seconds: Number(values.seconds),
  stopAfterSeconds: Number(values["stop-after"]),
  configurations: names,
  isThorough: values.all,
});
for (const [key, number] of [...tally].sort()) console.log(`${key}: ${number}`);
for (const mistake of wrong) console.log(mistake);
const { user, system } = process.cpuUsage();
console.log(`${programs} programs, ${wrong.length} wrong, ${Math.round((user + system) / 1e6)} s`);
process.exitCode = wrong.length === 0 ? 0 : 1;
