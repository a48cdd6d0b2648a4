/**
 * npx tsx bench/soak/soak.ts [local|slurm] [--runs 2000] [--kills 20] [--disturbances 20] [--fulls 2] [--seed N]
 *
 * Kills the coordinator of a competition of short runs at random moments,
 * stops and kills its members, fills its disk, and lets tools write witnesses
 * of 100 MB, on this machine or on a private Slurm cluster one of whose nodes
 * is killed too.
 */
import { parseArgs } from "node:util";
import { missingSlurmPrograms, PrivateSlurm } from "../../test/support/private-slurm.ts";
import { SmallDisk } from "../../test/support/small-disk.ts";
import { soak } from "../../test/support/soak.ts";

/** Each witness of 100 MB is stored twice: in the spool, and for its pages. */
const BYTES_PER_RUN = 12_000_000;
const MIN_BYTES = 3_000_000_000;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: "string", default: "2000" },
      kills: { type: "string", default: "20" },
      disturbances: { type: "string", default: "20" },
      fulls: { type: "string", default: "2" },
      seed: { type: "string", default: String(Math.floor(Math.random() * 2 ** 32)) },
    },
  });
  const where = positionals[0] ?? "local";
  const missing = where === "slurm" ? missingSlurmPrograms() : [];
  if (missing.length > 0) throw new Error(`missing: ${missing.join(", ")} (slurm-wlm, munge)`);
  const [runs, kills, disturbances, fulls, seed] = [
    values.runs,
    values.kills,
    values.disturbances,
    values.fulls,
    values.seed,
  ].map(Number) as [number, number, number, number, number];
  console.log(`seed ${seed}`);
  const disk = new SmallDisk(MIN_BYTES + runs * BYTES_PER_RUN);
  let isWhole = false;
  const slurm = where === "slurm" ? await PrivateSlurm.start() : undefined;
  try {
    const report = await soak({
      runs,
      kills,
      seed,
      disturbances,
      hasLargeWitnesses: true,
      disk: { folder: disk.folder, fulls },
      ...(slurm === undefined ? {} : { slurm }),
      log: (text) => console.log(text),
    });
    console.log(JSON.stringify(report, undefined, 1));
    isWhole = report.faults.length === 0;
  } finally {
    await slurm?.stop();
    // A disk with faults is kept for inspection.
    if (isWhole) disk.remove();
    else console.log(`left as it is: ${disk.folder}`);
  }
  process.exitCode = isWhole ? 0 : 1;
}

void main();
