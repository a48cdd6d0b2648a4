/**
 * Random programs of all kinds of C (test/fuzz/random-task.ts), and equivalent programs: no
 * configuration of the verifier may contradict all their executions compiled by gcc, in two layouts
 * of memory and with sanitizers.
 *
 *     npx tsx bench/differential/wrong-answers.ts --model LP64 --count 5000 --seed 1
 *
 * Exit code 1 when an answer is wrong. `--show SEED` prints the program of a seed.
 */
import { parseArgs } from "node:util";
import { CONFIGURATIONS } from "../../src/contestant/plan/configurations.ts";
import { randomTask } from "../../test/fuzz/random-task.ts";
import { searchWrongAnswers } from "../../test/fuzz/wrong-answers.ts";

const { values } = parseArgs({
  options: {
    model: { type: "string", default: "LP64" },
    count: { type: "string", default: "5000" },
    seed: { type: "string", default: "1" },
    /** CPU seconds per answer. */
    limit: { type: "string", default: "0.1" },
    /** Number of configurations per program, in turn. */
    asked: { type: "string", default: "2" },
    configurations: { type: "string", default: CONFIGURATIONS.map(({ name }) => name).join() },
    /** No new batch starts after this number of seconds. */
    seconds: { type: "string", default: "Infinity" },
    show: { type: "string" },
  },
});
const dataModel = values.model === "ILP32" ? "ILP32" : "LP64";
if (values.show !== undefined) {
  console.log(randomTask(Number(values.show), dataModel).text);
  process.exit(0);
}
console.log(`${values.count} programs, ${dataModel}, from seed ${values.seed}`);
let told = 0;
const { programs, pairs, tally, wrong, disputed } = await searchWrongAnswers({
  count: Number(values.count),
  seed: Number(values.seed),
  dataModel,
  configurations: values.configurations.split(","),
  asked: Number(values.asked),
  seconds: Number(values.limit),
  stopAfterSeconds: Number(values.seconds),
  onBatch: (soFar) => {
    for (const mistake of soFar.wrong.slice(told)) console.log(mistake);
    told = soFar.wrong.length;
    if (soFar.programs % 250 === 0) console.log(`${soFar.programs} done`);
  },
});
for (const [key, number] of [...tally].sort()) console.log(`${key}: ${number}`);
for (const dispute of disputed) console.log(`gcc computes without it: ${dispute}`);
console.log(
  `${programs} programs, ${pairs} pairs, ${wrong.length} wrong, ${disputed.length} disputed`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;
