/** The pages of the manual in the order of its contents, and the commands that they show. */
import { spawn } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** Names below `docs`. */
export function manualPages(): readonly string[] {
  const contents = readFileSync("docs/index.md", "utf8");
  const listed = [...contents.matchAll(/^- \[.*?\]\((\S+\.md)\)/gm)].map(([, name = ""]) => name);
  return ["index.md", ...listed];
}

export interface ShownCommand {
  readonly words: string;
  /** The output of the command on the page; `…` matches anything. */
  readonly output: string;
}

/** The commands of a page's `console` blocks. */
export function commandsOf(page: string): readonly ShownCommand[] {
  const text = readFileSync(join("docs", page), "utf8");
  return [...text.matchAll(/^```console\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((part) => {
        const end = part.indexOf("\n");
        return { words: part.slice(0, end), output: part.slice(end + 1) };
      }),
  );
}

/** A folder as a reader has it: `agon` is a command, and the examples of the package are there. */
export function readersFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "agon-manual-"));
  // Sandboxed commands must be able to enter it.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, "bin"));
  const shim = join(folder, "bin", "agon");
  writeFileSync(
    shim,
    `#!/bin/sh\nexec "${process.execPath}" "${resolve("dist/faces/cli/main.js")}" "$@"\n`,
  );
  chmodSync(shim, 0o755);
  symlinkSync(resolve("examples"), join(folder, "examples"));
  return folder;
}

/** The output of a shell command, standard output and redirected errors. */
export function runInShell(
  words: string,
  folder: string,
): Promise<{ readonly stdout: string; readonly stderr: string; readonly code: number | null }> {
  const path = `${join(folder, "bin")}:${process.env.PATH ?? ""}`;
  const child = spawn("bash", ["-c", words], {
    cwd: folder,
    env: { ...process.env, PATH: path, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((done, failed) => {
    child.on("error", failed);
    child.on("close", (code) => done({ stdout, stderr, code }));
  });
}

/**
 * A pattern for the beginning of a text: `…` matches anything within a line, alone on a line any
 * lines.
 */
export function beginsLike(shown: string): RegExp {
  const parts = shown
    .split(/(^…\n|…)/m)
    .map((part) =>
      part === "…\n"
        ? "(?:.*\\n)*?"
        : part === "…"
          ? ".*?"
          : part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"),
    );
  return new RegExp(`^${parts.join("")}`);
}
