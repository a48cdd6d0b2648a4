/**
 * Spools, archives and result files of attackers, made to publish files of the reader: no file of
 * the host gets out.
 */
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { RunResult } from "../../src/ground/model/index.ts";
import { InputError } from "../../src/ground/util/errors.ts";
import { LogReader } from "../../src/organiser/benchexec/index.ts";
import { writeArchive } from "../../src/organiser/competition/archive/index.ts";
import { evaluateSpool, mergeSpool } from "../../src/organiser/competition/index.ts";
import { Spool } from "../../src/organiser/execution/index.ts";
import { siteOfSpool, writeSite } from "../../src/organiser/site/index.ts";
import { storeCompetition, witnessText } from "../support/stored-competition.ts";

const SECRET = `secret-of-the-host-${process.pid}`;
const folder = mkdtempSync(join(tmpdir(), "agon-foreign-"));
const secretFile = join(folder, "shadow");
writeFileSync(secretFile, SECRET);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { spool: honest } = storeCompetition([
  {
    name: "a",
    expected: true,
    answers: {
      tool: { status: "true", witness: witnessText("correctness", "2.0"), validator: "true" },
    },
  },
]);

/** A copy of the honest spool, and the first verification result in it. */
function foreign(): { readonly spool: Spool; readonly result: RunResult; readonly file: string } {
  const directory = mkdtempSync(join(folder, "spool-"));
  cpSync(honest.directory, directory, { recursive: true });
  const spool = new Spool(directory);
  for (const run of spool.looseResults()) {
    const result = spool.readResult(run) as RunResult;
    const file = spool.path("results", `${run}.json`);
    if (result.phase === "verification") return { spool, result, file };
  }
  throw new Error("no verification result");
}

type Foreign = ReturnType<typeof foreign>;

function change({ file }: Foreign, edit: (result: Record<string, unknown>) => void): void {
  const stored = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  edit(stored);
  writeFileSync(file, JSON.stringify(stored));
}

function replaceByLink(path: string, target: string): void {
  rmSync(path, { recursive: true });
  symlinkSync(target, path);
}

/** All commands that publish parts of a spool; each writes into the folder. */
const READERS: readonly (readonly [string, (spool: Spool, output: string) => unknown])[] = [
  [
    "site",
    async (spool, output) => {
      const { evaluation } = evaluateSpool(spool.directory);
      const { data, attachments } = siteOfSpool(evaluation, spool);
      await writeSite(output, data, attachments);
    },
  ],
  [
    "archive",
    (spool, output) => {
      const { evaluation } = evaluateSpool(spool.directory);
      const options = { withLogs: true, withInputs: false, version: "1", published: new Map() };
      writeArchive(spool, evaluation.competition, join(output, "archive.tar"), options);
    },
  ],
  ["merge", (spool, output) => mergeSpool(new Spool(output), spool)],
];

/** Files below a folder that contain the secret. */
function leaks(output: string): string[] {
  return readdirSync(output, { recursive: true, encoding: "utf8" }).filter((name) => {
    const path = join(output, name);
    return lstatSync(path).isFile() && readFileSync(path).includes(SECRET);
  });
}

const absolute = { path: secretFile, sha256: "" };
const climbing = (): { path: string; sha256: string } => ({
  path: `../../../../../../../..${secretFile}`,
  sha256: "",
});

describe.each<[string, (of: Foreign) => void]>([
  [
    "a log at an absolute path",
    (of) => change(of, (result) => Object.assign(result, { log: absolute })),
  ],
  [
    "a log above the spool",
    (of) => change(of, (result) => Object.assign(result, { log: climbing() })),
  ],
  [
    "a witness above its attempt",
    (of) =>
      change(of, (result) =>
        Object.assign(result, {
          witness: {
            path: `${dirname(of.result.log?.path ?? "")}/../../..${secretFile}`,
            sha256: "",
          },
        }),
      ),
  ],
  [
    "a link instead of a log",
    ({ spool, result }) => replaceByLink(spool.path(result.log?.path ?? ""), secretFile),
  ],
  [
    "a link instead of a witness",
    ({ spool, result }) => replaceByLink(spool.path(result.witness?.path ?? ""), secretFile),
  ],
  [
    "a link instead of an attempt",
    ({ spool, result }) => {
      const attempt = spool.attemptDirectory(result);
      const elsewhere = mkdtempSync(join(folder, "elsewhere-"));
      writeFileSync(join(elsewhere, "output.log"), SECRET);
      replaceByLink(attempt, elsewhere);
    },
  ],
  ["a link instead of a result", ({ file }) => replaceByLink(file, secretFile)],
  [
    "the result of another run",
    (of) => {
      const other = of.spool.looseResults().find((run) => run !== of.result.run) as string;
      renameSync(of.spool.path("results", `${other}.json`), of.file);
    },
  ],
])("%s", (_name, tamper) => {
  test.each(READERS)("%s", async (_reader, publish) => {
    const of = foreign();
    tamper(of);
    const output = mkdtempSync(join(folder, "output-"));
    await expect((async () => publish(of.spool, output))()).rejects.toThrow(InputError);
    expect(leaks(output)).toEqual([]);
  });
});

test("the honest spool is published by all of them", async () => {
  for (const [, publish] of READERS) await publish(honest, mkdtempSync(join(folder, "output-")));
});

test("an archive takes no links for the files that every spool has", () => {
  const { spool } = foreign();
  symlinkSync(secretFile, spool.path("host.json"));
  const output = mkdtempSync(join(folder, "output-"));
  const { competition } = evaluateSpool(spool.directory).evaluation;
  const options = { withLogs: false, withInputs: false, version: "1", published: new Map() };
  const path = join(output, "archive.tar");
  expect(() => writeArchive(spool, competition, path, options)).toThrow("expected a plain file");
  expect(existsSync(path)).toBe(false);
  expect(leaks(output)).toEqual([]);
});

test("of the files that a result file names only logs are read", () => {
  const warnings: string[] = [];
  const reader = new LogReader((message) => warnings.push(message));
  const logs = join(folder, "b.logfiles");
  mkdirSync(logs);
  writeFileSync(join(logs, "a.log"), "honest");
  symlinkSync(secretFile, join(logs, "b.log"));
  expect(reader.read(join(logs, "a.log"))).toBe("honest");
  expect(reader.read(join(logs, "b.log"))).toBeUndefined();
  expect(reader.read(secretFile)).toBeUndefined();
  expect(reader.read(join(logs, "..", "shadow"))).toBeUndefined();
  expect(warnings.join("\n")).not.toContain(SECRET);
});
