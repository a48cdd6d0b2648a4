/**
 * npx tsx bench/campaign/campaign.ts [--fill] [TASKS] [VERIFIERS] [VALIDATORS] [FOLDER]
 *
 * Plans, records and resumes a competition of the size of SV-COMP 2026 with a
 * driver that executes nothing. Each step is a process of its own, so that
 * memory and times are those of that step; one is killed half-way.
 *
 * With --fill the coordinator is killed after its first results, and fill.ts writes the others:
 * in minutes, and without files of witnesses.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const STEP = join(import.meta.dirname, "step.ts");
const FILL = join(import.meta.dirname, "fill.ts");

interface Size {
  readonly tasks: number;
  readonly verifiers: number;
  /**
   * With any validators, three of five runs answer `true` with a witness that each of them
   * validates.
   */
  readonly validators: number;
}

/**
 * Number of results that the coordinator records itself where others are filled in: it checks its
 * notes by their witnesses.
 */
const FIRST_RESULTS = 10_000;

async function main(allWords: readonly string[]): Promise<void> {
  const isFilled = allWords.includes("--fill");
  const words = allWords.filter((word) => word !== "--fill");
  const [tasks = "36402", verifiers = "61", validators = "0", given] = words;
  const folder = given ?? mkdtempSync(join(tmpdir(), "agon-campaign-"));
  const size = {
    tasks: Number(tasks),
    verifiers: Number(verifiers),
    validators: Number(validators),
  };
  const verifications = size.tasks * size.verifiers;
  const runs = verifications + Math.floor(verifications * 0.6) * size.validators;
  console.log(
    `${tasks} tasks × ${verifiers} verifiers = ${verifications} runs, with the validations of ${validators} validators some ${runs}, in ${folder}`,
  );
  writeCampaign(folder, size);
  const half = Math.floor(runs / 2);
  if (isFilled) {
    await step("plan, and record until killed", folder, { stopAt: FIRST_RESULTS, kill: true });
    fill(folder, half);
    await step("resume when half is done", folder, { stopAt: 0 });
    fill(folder, Number.POSITIVE_INFINITY);
  } else {
    await step("plan, and record until killed half-way", folder, { stopAt: half, kill: true });
    await step("resume, and record the rest", folder, { stopAt: Number.POSITIVE_INFINITY });
  }
  await step("resume when everything is done", folder, { stopAt: Number.POSITIVE_INFINITY });
  const spool = join(folder, "spool");
  if (size.validators > 0) {
    command("scores", ["score", spool]);
    command("pages", ["site", spool, "--no-details", "-o", join(folder, "site")]);
  }
  const larger = { ...size, verifiers: size.verifiers + 1 };
  writeFileSync(definitionOf(folder), definition(larger));
  await step("add a verifier: plan again, resume", folder, { stopAt: 0 });
  console.log(spawnSync("du", ["-sh", spool], { encoding: "utf8" }).stdout.trim());
  console.log(spawnSync("du", ["-s", "--inodes", spool], { encoding: "utf8" }).stdout.trim());
  if (given === undefined) rmSync(folder, { recursive: true, force: true });
}

async function step(
  title: string,
  folder: string,
  options: { readonly stopAt: number; readonly kill?: boolean },
): Promise<void> {
  const child = spawn(process.execPath, ["--import", "tsx", STEP, folder, String(options.stopAt)], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  console.log(`== ${title}`);
  if (options.kill === true) child.on("message", () => child.kill("SIGKILL"));
  await new Promise((resolve) => child.on("close", resolve));
}

function fill(folder: string, until: number): void {
  timed(`fill in results until there are ${until}`, [FILL, folder, String(until)]);
}

/** A command on the spool. */
function command(title: string, words: readonly string[]): void {
  timed(title, ["src/faces/cli/main.ts", ...words]);
}

/** Runs a process and prints the figures of `time`. */
function timed(title: string, words: readonly string[]): void {
  const figures = ["-f", "%e s, CPU %U s user, %S s system, peak %M KiB"];
  const process_ = [process.execPath, "--import", "tsx", ...words];
  const { status, stderr } = spawnSync("/usr/bin/time", [...figures, ...process_], {
    encoding: "utf8",
    stdio: ["ignore", "ignore", "pipe"],
  });
  console.log(`== ${title}\n${stderr.trim()}${status === 0 ? "" : `\nexit code ${status}`}`);
}

const definitionOf = (folder: string): string => join(folder, "competition.yml");

function writeCampaign(folder: string, size: Size): void {
  mkdirSync(join(folder, "tasks"), { recursive: true });
  mkdirSync(join(folder, "tool"), { recursive: true });
  writeFileSync(join(folder, "tool", "agon"), "#!/bin/sh\necho UNKNOWN\n", { mode: 0o755 });
  writeFileSync(
    join(folder, "unreach-call.prp"),
    "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
  );
  writeFileSync(join(folder, "all.set"), "tasks/*/*.yml\n");
  for (let task = 0; task < size.tasks; task++) {
    const place = join(folder, "tasks", `group-${String(task % 100).padStart(2, "0")}`);
    if (task < 100) mkdirSync(place, { recursive: true });
    const name = `task-${String(task).padStart(5, "0")}`;
    writeFileSync(join(place, `${name}.c`), `int main(void) { return ${task}; }\n`);
    writeFileSync(
      join(place, `${name}.yml`),
      `format_version: '2.0'

# as definitions of sv-benchmarks are laid out
input_files: '${name}.c'

properties:
  - property_file: ../../unreach-call.prp
    expected_verdict: true

options:
  language: C
  data_model: ILP32
`,
    );
  }
  writeFileSync(definitionOf(folder), definition(size));
}

function definition({ verifiers, validators }: Size): string {
  const limits = "{ cpuTime: 900 s, memory: 15 GB, cores: 4 }";
  const participants = Array.from(
    { length: verifiers },
    (_, number) =>
      `  - { id: verifier-${number}, tool: agon-verifier, directory: tool, options: [--configuration, c${number}] }\n`,
  );
  const checkers = Array.from(
    { length: validators },
    (_, number) =>
      `  - { id: validator-${number}, tool: agon-validator, directory: tool, options: [--configuration, c${number}], kinds: [correctness] }\n`,
  );
  return `name: Campaign
edition: 2026
limits:
  verification: ${limits}
  violationValidation: ${limits}
  correctnessValidation: ${limits}
categories:
  - { name: Main, property: unreach-call, sets: [all.set] }
participants:
${participants.join("")}${checkers.length === 0 ? "" : `validators:\n${checkers.join("")}`}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) void main(process.argv.slice(2));
