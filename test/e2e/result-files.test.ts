/** Result files of other systems: from the web, with logs beside them, explained, with tools excluded. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ZipWriter } from "../../src/organiser/benchexec/zip-writer.ts";
import { agon } from "./cli.ts";

const folder = mkdtempSync(join(tmpdir(), "agon-files-"));

const BASE = "veri.2026-01-01_10-00-00";
const RESULT = `${BASE}.results.SV-COMP26_unreach-call.Loops.xml`;
const XML = `<result tool="Veri" version="1" benchmarkname="veri" name="SV-COMP26_unreach-call.Loops" block="Loops">
<run name="../c/loops/a.yml" files="[../c/loops/a.c]" properties="unreach-call" propertyFile="../c/unreach-call.prp" expectedVerdict="true">
<column title="status" value="true"/><column title="category" value="correct"/><column title="cputime" value="2.5s"/></run>
<run name="../c/loops/b.yml" files="[../c/loops/b.c]" properties="unreach-call" propertyFile="../c/unreach-call.prp" expectedVerdict="false">
<column title="status" value="true"/><column title="category" value="wrong"/><column title="cputime" value="3.5s"/></run>
</result>`;

function logs(damage: boolean): Uint8Array {
  const writer = new ZipWriter();
  const name = `${BASE}.logfiles/SV-COMP26_unreach-call.b.yml.log`;
  writer.add(name, Buffer.from("veri b.c\n\nno error found, I think\n"));
  const bytes = Uint8Array.from(writer.bytes());
  if (damage) bytes.fill(0, 0, 4);
  return bytes;
}

let server: Server;
let address: string;

beforeAll(async () => {
  writeFileSync(join(folder, RESULT), XML);
  writeFileSync(join(folder, `${BASE}.logfiles.zip`), logs(false));
  server = createServer((request, response) => {
    if (request.url === `/results/${RESULT}.gz`) response.end(gzipSync(XML));
    else if (request.url === "/c/unreach-call.prp")
      response.end("CHECK( init(main()), LTL(G x) )\n");
    else if (request.url === `/results/${BASE}.logfiles.zip`) response.end(logs(false));
    else {
      response.statusCode = 404;
      response.end("nothing here");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a table of a file on the web, with options from a file; property files come from there, too", async () => {
  const options = join(folder, "options");
  writeFileSync(options, `--name\nweb\n-q\n--outputpath\n${folder}\n--no-diff\n`);
  const url = `${address}/results/${RESULT}.gz`;
  const { code, stderr } = await agon(
    "table",
    url,
    `@${options}`,
    "-f",
    "csv",
    "-f",
    "statistics-tex",
  );
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(readFileSync(join(folder, "web.csv"), "utf8")).toContain("b.yml\tfalse\ttrue\twrong");
  // Only properties with CHECK have scores.
  expect(readFileSync(join(folder, "web.statistics.tex"), "utf8")).toMatch(/Score.*-30/i);
  const definition = join(folder, "definition.xml");
  writeFileSync(definition, `<table><result filename="${url}"/></table>`);
  const defined = await agon("table", "-x", definition, "-o", "-", "-f", "csv", "-q");
  expect(defined.stdout).toContain("b.yml\tfalse\ttrue\twrong");
});

test("a failed download is an error with the reason", async () => {
  const missing = await agon("table", `${address}/other.xml`);
  expect(missing.code).toBe(3);
  expect(missing.stderr).toContain("/other.xml cannot be fetched: the server answers 404");
  const offline = await agon("score", "--edition", "svcomp-2026", "http://127.0.0.1:9/x.xml");
  expect(offline.code).toBe(3);
  expect(offline.stderr).toMatch(/cannot be fetched: .*\n {2}hint: is this machine online/);
});

test("the page starts in the given state", async () => {
  const file = join(folder, RESULT);
  const words = ["table", file, "-f", "html", "-n", "page", "-o", folder, "-q"];
  const { code } = await agon(...words, "--initial-table-state", "#/table?filter=a&differ");
  expect(code).toBe(0);
  expect(readFileSync(join(folder, "page.html"), "utf8")).toContain(
    '"state":"/table?filter=a&differ"',
  );
  const foreign = await agon(...words, "--initial-table-state", "/table?sort=1,asc");
  expect(foreign.code).toBe(2);
  expect(foreign.stderr).toContain("states of table-generator's own pages are others");
});

test("a run of a result file is explained, with its log out of the archive", async () => {
  const words = [
    "explain",
    "--merged",
    "--edition",
    "svcomp-2026",
    "--category",
    "Loops",
    join(folder, RESULT),
  ];
  const { stdout, stderr, code } = await agon(...words, "b");
  expect(stderr).toBe("");
  expect(code).toBe(0);
  expect(stdout).toContain(`${RESULT}:4`);
  expect(stdout).toContain("last line no error found, I think");
  expect(stdout).toContain("Loops: true, wrong, points: -32\n  as in the result file");
  const json = await agon(...words, "veri", "b.yml", "--json");
  expect(JSON.parse(json.stdout)).toMatchObject({ tool: "veri", answer: "true", line: 4 });
  const unknown = await agon(...words, "c");
  expect(unknown.code).toBe(2);
  expect(unknown.stderr).toContain("there is no result for a task 'c'");
});

test("a damaged archive is reported, and the rest is there", async () => {
  const other = join(folder, "damaged");
  mkdirSync(other);
  writeFileSync(join(other, RESULT), XML);
  writeFileSync(join(other, `${BASE}.logfiles.zip`), logs(true));
  const words = ["explain", "--edition", "svcomp-2026", "--category", "Loops", join(other, RESULT)];
  const { stdout, stderr, code } = await agon(...words, "b");
  expect(code).toBe(0);
  expect(stderr).toMatch(/warning: .*logfiles\.zip: error: is damaged/);
  expect(stdout).toContain("log       none beside the file");
});

test("excluded tools are shown with the reason, and have no rank", async () => {
  const list = join(folder, "excluded.txt");
  writeFileSync(list, "# who is not ranked\nveri  # guesses\nother\n");
  const words = ["score", "--edition", "svcomp-2026", "--category", "Loops", join(folder, RESULT)];
  const { stdout, stderr, code } = await agon(...words, "--excluded-tools", list);
  expect(code).toBe(0);
  expect(stderr).toContain("there is no tool 'other'; there are veri");
  expect(stdout).toMatch(/guesses/);
  expect(stdout).not.toMatch(/^ +1 +Veri/m);
});
