/** `./agon`, in a project of the same shape whose build is a copy. */
import { spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";

vi.setConfig({ testTimeout: 120_000 });

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "agon-launcher-"));
  copyFileSync("agon", join(project, "agon"));
  chmodSync(join(project, "agon"), 0o755);
  mkdirSync(join(project, "src"));
  mkdirSync(join(project, "web"));
  // A dependency that needs no network.
  mkdirSync(join(project, "local"));
  writeFileSync(join(project, "local/package.json"), '{ "name": "local", "version": "1.0.0" }');
  writeFileSync(
    join(project, "src/main.ts"),
    'console.log("arguments:", process.argv.slice(2).join(" "));',
  );
  const manifest = {
    name: "shape",
    version: "1.0.0",
    dependencies: { local: "file:local" },
    scripts: {
      build:
        "sleep 0.2; mkdir -p dist/faces/cli && cp src/main.ts dist/faces/cli/main.js && echo built >>builds",
    },
  };
  writeFileSync(join(project, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(project, "tsconfig.json"), "{}");
  writeFileSync(
    join(project, "package-lock.json"),
    JSON.stringify({
      name: "shape",
      version: "1.0.0",
      lockfileVersion: 3,
      packages: {
        "": { name: "shape", version: "1.0.0", dependencies: { local: "file:local" } },
        local: { version: "1.0.0" },
        "node_modules/local": { resolved: "local", link: true },
      },
    }),
  );
});

interface Started {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function start(words: readonly string[], path = process.env.PATH ?? ""): Promise<Started> {
  const child = spawn(join(project, "agon"), words, {
    cwd: tmpdir(),
    env: { ...process.env, PATH: path },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}

const builds = (): number => readFileSync(join(project, "builds"), "utf8").split("\n").length - 1;

test("the first start installs and builds, later ones do neither, a change is built", async () => {
  expect(await start(["a", "b c"])).toEqual({
    code: 0,
    stdout: "arguments: a b c\n",
    stderr: "agon: installing the dependencies (npm ci) …\nagon: building …\n",
  });
  expect(await start([])).toEqual({ code: 0, stdout: "arguments: \n", stderr: "" });
  await new Promise((resolve) => setTimeout(resolve, 1100));
  writeFileSync(join(project, "src/main.ts"), 'console.log("new");');
  expect(await start([])).toEqual({ code: 0, stdout: "new\n", stderr: "agon: building …\n" });
});

test("two first starts at once build once", async () => {
  const both = await Promise.all([start([]), start([])]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(builds()).toBe(1);
});

test("a failing build is shown and nothing is started", async () => {
  const file = join(project, "package.json");
  writeFileSync(file, readFileSync(file, "utf8").replace("sleep 0.2", "echo the reason; exit 1"));
  const { code, stdout, stderr } = await start([]);
  expect(code).toBe(3);
  expect(stderr).toContain("the reason");
  expect(stdout).toBe("");
});

test("a Node that was found good is asked for its version once, until it changes", async () => {
  const bin = join(project, "bin");
  mkdirSync(bin);
  const node = join(bin, "node");
  const install = (version: string): void => {
    writeFileSync(
      node,
      `#!/bin/sh
if [ "$1" = -p ]; then echo asked >>"${project}/asked"; echo ${version}; else exec "${process.execPath}" "$@"; fi
`,
    );
    chmodSync(node, 0o755);
  };
  install("20.19.0");
  const path = `${bin}:${process.env.PATH}`;
  expect((await start([])).code).toBe(0);
  const asked = (): number => readFileSync(join(project, "asked"), "utf8").split("\n").length - 1;
  expect((await start([], path)).code).toBe(0);
  expect((await start([], path)).code).toBe(0);
  expect(asked()).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 1100));
  install("20.18.1");
  expect((await start([], path)).code).toBe(3);
  expect(asked()).toBe(2);
});

test("an old Node is refused in words", async () => {
  const bin = join(project, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "node"), "#!/bin/sh\necho 20.18.1\n");
  chmodSync(join(bin, "node"), 0o755);
  const { code, stderr } = await start([], `${bin}:/usr/bin:/bin`);
  expect(stderr).toBe("agon: Node 20.19 or later is needed, but 'node' is 20.18.1\n");
  expect(code).toBe(3);
});
