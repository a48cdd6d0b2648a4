// Compiles kernels/NAME.ts (AssemblyScript) to WebAssembly, and writes it as a module that the sources import.
// With --print: to standard output.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const target = "src/ground/util/bzip2/kernel-code.ts";
const folder = mkdtempSync(join(tmpdir(), "agon-kernels-"));
try {
  const code = join(folder, "bzip2.wasm");
  const options = ["-O3", "--runtime", "stub", "--noAssert", "--enable", "simd", "-o", code];
  const compiler = join(root, "node_modules/assemblyscript/bin/asc.js");
  const { status } = spawnSync(process.execPath, [compiler, "kernels/bzip2.ts", ...options], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new Error("the kernel does not compile");
  const text = `/** Made of kernels/bzip2.ts by 'npm run kernels': WebAssembly, in base64. */
export const KERNEL_CODE: string =
  "${readFileSync(code).toString("base64")}";
`;
  if (process.argv.includes("--print")) process.stdout.write(text);
  else writeFileSync(join(root, target), text);
} finally {
  rmSync(folder, { recursive: true });
}
