/**
 * npx tsx bench/soak/soak.ts [local|slurm] [RUNS] [KILLS] [SEED] [DISTURBANCES]
 *
 * Kills the coordinator of a competition of short runs at random moments,
 * stops it, and kills and stops the processes that measure its runs, on
 * this machine or on a private Slurm cluster one of whose nodes is killed too.
 */
import { missingSlurmPrograms, PrivateSlurm } from "../../test/support/private-slurm.ts";
import { soak } from "../../test/support/soak.ts";

async function main([
  where = "local",
  runs = "2000",
  kills = "20",
  seed,
  disturbances = "20",
]: readonly string[]): Promise<void> {
  const missing = where === "slurm" ? missingSlurmPrograms() : [];
  if (missing.length > 0) throw new Error(`missing: ${missing.join(", ")} (slurm-wlm, munge)`);
  const slurm = where === "slurm" ? await PrivateSlurm.start() : undefined;
  const chosen = seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(seed);
  console.log(`seed ${chosen}`);
  try {
    const report = await soak({
      runs: Number(runs),
      kills: Number(kills),
      seed: chosen,
      disturbances: where === "local" ? Number(disturbances) : 0,
      ...(slurm === undefined ? {} : { slurm }),
      log: (text) => console.log(text),
    });
    console.log(JSON.stringify(report, undefined, 1));
    process.exitCode = report.faults.length === 0 ? 0 : 1;
  } finally {
    await slurm?.stop();
  }
}

void main(process.argv.slice(2));
