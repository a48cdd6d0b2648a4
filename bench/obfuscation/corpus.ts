/**
 * Whether obfuscation keeps the machine code: every C program of a folder is
 * compiled by gcc before and after, and the code sections are compared.
 *
 *     npx tsx bench/obfuscation/corpus.ts FOLDER
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { MACHINE_MODELS } from "../../src/contestant/cfront/index.ts";
import { obfuscatePrograms } from "../../src/contestant/obfuscation/index.ts";

const [folder = "../shared/corpus/c"] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), "agon-obfuscation-"));

/** Code and read-only data without names; undefined when gcc refuses the program. */
function codeOf(text: string, name: string, size: string): Buffer | undefined {
  const source = join(scratch, name);
  writeFileSync(source, text, "latin1");
  const object = join(scratch, "program.o");
  // Functions of the program call each other by name before linking: without inlining and sections
  // the code follows the order in the file, which is the same.
  const words = [size, "-std=gnu11", "-O1", "-w", "-c", name, "-o", object];
  if (spawnSync("gcc", words, { cwd: scratch }).status !== 0) return undefined;
  const { stdout } = spawnSync("objdump", ["-d", "-j", ".text", "--no-show-raw-insn", object], {
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  return Buffer.from(
    stdout
      .replace(/<[^>]*>/g, "")
      .split("\n")
      .slice(3)
      .join("\n"),
  );
}

const counts = { programs: 0, refused: 0, notCompiled: 0, same: 0, different: 0, names: 0 };
let cpu = 0;
for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.[ci]$/.test(name))
  .sort()) {
  const text = readFileSync(join(folder, file), "latin1");
  const task = join(folder, file.replace(/\.[ci]$/, ".yml"));
  const isLp64 = existsSync(task) && /data_model: *LP64/.test(readFileSync(task, "utf8"));
  const size = isLp64 ? "-m64" : "-m32";
  const name = basename(file);
  counts.programs++;
  const before = codeOf(text, name, size);
  try {
    const start = process.cpuUsage();
    // The old file name again, so that messages of failed assertions are the same.
    const options = {
      machine: MACHINE_MODELS[isLp64 ? "LP64" : "ILP32"],
      seed: 7,
      keep: [],
      fileNames: [name],
    };
    const { texts, names } = obfuscatePrograms([{ name: file, text }], options);
    const { user, system } = process.cpuUsage(start);
    cpu += (user + system) / 1e6;
    counts.names += names.size;
    const after = codeOf(texts[0] as string, name, size);
    if (before === undefined && after === undefined) counts.notCompiled++;
    else if (before !== undefined && after?.equals(before)) counts.same++;
    else {
      counts.different++;
      console.log(`different: ${file}`);
    }
  } catch (error) {
    counts.refused++;
    console.log(`refused: ${file}: ${String(error).slice(0, 200)}`);
  }
}
rmSync(scratch, { recursive: true, force: true });
console.log({ ...counts, obfuscationCpuSeconds: Number(cpu.toFixed(1)) });
