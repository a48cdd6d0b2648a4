import { spawnSync } from "node:child_process";

/** Whether there is pdflatex, and every file that a document needs, such as `siunitx.sty`. */
export function hasLatex(...files: readonly string[]): boolean {
  return (
    spawnSync("pdflatex", ["--version"]).status === 0 && spawnSync("kpsewhich", files).status === 0
  );
}

/** Sets a file of a folder; at most a minute. */
export function setWithLatex(
  folder: string,
  file: string,
): { readonly firstError: string | undefined; readonly status: number | null } {
  const { status, stdout } = spawnSync(
    "pdflatex",
    ["-interaction=nonstopmode", "-halt-on-error", file],
    { cwd: folder, encoding: "utf8", timeout: 60_000 },
  );
  return { firstError: stdout.match(/^!.*$/m)?.[0], status };
}
