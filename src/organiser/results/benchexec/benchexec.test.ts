import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseResultXml } from "../../../../test/support/parse-result-xml.ts";
import { defined } from "../../../ground/util/defined.ts";
import { InputError } from "../../../ground/util/errors.ts";
import {
  modernCategory,
  modernProperty,
  modernStatus,
  parseExpectedVerdict,
} from "./old-verdicts.ts";
import { parseBytes, parseJoules, parseSeconds } from "./quantity.ts";
import { ResultXmlReader } from "./read-result-xml.ts";
import { columnValue, type ResultFileRun } from "./result-file.ts";
import { formatResultXml } from "./write-result-xml.ts";

const MODERN = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE result
  PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 3.12//EN'
  'https://www.sosy-lab.org/benchexec/result-3.12.dtd'>
<result benchmarkname="cup" date="2025-11-21 18:00:00 CET" starttime="2025-11-21T18:00:00+01:00" tool="Prover" version="1.0" toolmodule="benchexec.tools.prover" generator="BenchExec 3.28" memlimit="15000000000B" timelimit="900s" name="cup.Arrays" block="Arrays" error="interrupted">
  <description>one &lt;two&gt;</description>
  <columns>
    <column title="status"/>
    <column title="cputime"/>
  </columns>
  <systeminfo hostname="h1">
    <os name="Linux"/>
    <cpu model="M" cores="8" frequency="3400000000Hz" turboboostActive="false"/>
    <ram size="33000000000B"/>
    <environment><var name="LANG">C &amp; more</var></environment>
  </systeminfo>
  <run name="../c/a.yml" files="[../c/a.i, ../c/b.i]" properties="unreach-call" propertyFile="../p/unreach-call.prp" expectedVerdict="false" options="--x">
    <column title="status" value="false(unreach-call)"/>
    <column title="cputime" value="1.25s"/>
    <column title="category" value="correct" hidden="true"/>
  </run>
  <run name="no-input" logfile="logs/a.log">
    <column title="status" value=""/>
  </run>
  <column title="walltime" value="12.5s"/>
</result>
`;

test("a file of today", () => {
  expect(parseResultXml(MODERN, "r.xml")).toEqual({
    header: {
      benchmarkName: "cup",
      date: "2025-11-21 18:00:00 CET",
      startTime: "2025-11-21T18:00:00+01:00",
      tool: "Prover",
      version: "1.0",
      toolModule: "benchexec.tools.prover",
      generator: "BenchExec 3.28",
      memoryLimit: "15000000000B",
      timeLimit: "900s",
      name: "cup.Arrays",
      block: "Arrays",
      error: "interrupted",
      description: "one <two>",
      columns: ["status", "cputime"],
      systems: [
        {
          hostname: "h1",
          os: "Linux",
          cpuModel: "M",
          cpuCores: "8",
          cpuFrequency: "3400000000Hz",
          turboBoost: "false",
          memorySize: "33000000000B",
        },
      ],
      totals: [{ title: "walltime", value: "12.5s", hidden: false }],
    },
    runs: [
      {
        name: "../c/a.yml",
        files: ["../c/a.i", "../c/b.i"],
        properties: "unreach-call",
        propertyFile: "../p/unreach-call.prp",
        expectedVerdict: "false",
        options: "--x",
        columns: [
          { title: "status", value: "false(unreach-call)", hidden: false },
          { title: "cputime", value: "1.25s", hidden: false },
          { title: "category", value: "correct", hidden: true },
        ],
        line: 17,
      },
      {
        name: "no-input",
        files: [],
        logFile: "logs/a.log",
        columns: [{ title: "status", value: "", hidden: false }],
        line: 22,
      },
    ],
  });
});

test("a file of 2012: root 'test', runs 'sourcefile'", () => {
  const { header, runs } = parseResultXml(
    `<?xml version="1.0" ?>
<test benchmarkname="old" date="2012-01-01" tool="T" version="1" memlimit="3000 MB">
  <sourcefile name="x_BUG.c"><column title="status" value="UNSAFE"/></sourcefile>
</test>`,
    "old.xml",
  );
  expect(header).toMatchObject({ benchmarkName: "old", memoryLimit: "3000 MB", systems: [] });
  expect(runs).toMatchObject([{ name: "x_BUG.c", columns: [{ title: "status" }] }]);
});

test("the text may come in any pieces", () => {
  const whole = parseResultXml(MODERN, "r.xml");
  for (const length of [1, 7, 1000]) {
    const runs: ResultFileRun[] = [];
    const reader = new ResultXmlReader("r.xml", (run) => runs.push(run));
    const bytes = Buffer.from(MODERN);
    for (let start = 0; start < bytes.length; start += length) {
      reader.write(bytes.subarray(start, start + length));
    }
    expect({ header: reader.end(), runs }).toEqual(whole);
  }
});

test.each([
  ["", "r.xml:1:1", "document must contain a root element"],
  [MODERN.slice(0, 900), "r.xml:", "unclosed"],
  ["<result><run/></result>", "r.xml:1:9", "<run> has no attribute 'name'"],
  ["<table/>", "r.xml:1:1", "the root element is <table>, expected <result>"],
  ['<result><run name="a" files="a.c"/></result>', "r.xml:1", "must be a list in brackets"],
  ["<result>&xxe;</result>", "r.xml:1", "undefined entity"],
  [
    '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><result/>',
    "r.xml:1",
    "a document type with declarations is not allowed",
  ],
  [
    '<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]><result>&a;</result>',
    "r.xml:1",
    "a document type with declarations is not allowed",
  ],
  [
    '<?xml version="1.0" encoding="latin1"?><result/>',
    "r.xml:1",
    "the encoding is latin1, expected UTF-8",
  ],
  [`<result>${"<a>".repeat(1000)}`, "r.xml:1", "nested too deeply"],
  ["<result></test>", "r.xml:1", "unexpected close tag"],
  ["<result/><result/>", "r.xml:1", "only one root"],
  ["not xml", "r.xml:1", "text data outside of root"],
])("%j is refused at %s: %s", (text, place, message) => {
  expect(() => parseResultXml(text, "r.xml")).toThrow(InputError);
  expect(() => parseResultXml(text, "r.xml")).toThrow(place);
  expect(() => parseResultXml(text, "r.xml")).toThrow(message);
});

test("reading returns what was written", () => {
  const text = fc
    .string({ unit: "binary", maxLength: 8 })
    // The reader normalises nothing; the writer replaces characters that XML cannot express.
    .map((drawn) => drawn.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/g, "?"));
  const maybe = fc.option(text, { nil: undefined });
  const name = fc.string({ unit: fc.constantFrom("a", "/", "é", "&", '"', "<"), minLength: 1 });
  const column = fc.record({ title: text, value: text, hidden: fc.boolean() });
  const run = fc.record(
    {
      name,
      files: fc.array(name, { maxLength: 3 }),
      properties: text,
      expectedVerdict: text,
      columns: fc.array(column, { maxLength: 3 }),
    },
    { requiredKeys: ["name", "files", "columns"] },
  );
  fc.assert(
    fc.property(
      maybe,
      fc.array(run, { maxLength: 3 }),
      fc.array(column, { maxLength: 3 }),
      (tool, runs, totals) => {
        const header = {
          ...defined({ tool }),
          columns: [],
          systems: [],
          totals,
        };
        const written = formatResultXml(header, runs);
        const read = parseResultXml(written, "r.xml");
        expect(read.runs.map(({ line: _, ...rest }) => rest)).toEqual(runs);
        expect(read.header.tool).toBe(tool ?? "");
        expect(read.header.totals).toEqual(totals);
      },
    ),
    { seed: 1, numRuns: 50 },
  );
});

test("characters that XML cannot express are replaced", () => {
  const columns = [{ title: "status", value: "a\u0000b\ud800c", hidden: false }];
  const text = formatResultXml({ columns: [], systems: [], totals: columns }, []);
  expect(columnValue(parseResultXml(text, "r.xml").header.totals, "status")).toBe("a�b�c");
});

describe("quantities", () => {
  test.each([
    ["1.25s", 1.25],
    ["0.03141213900016737s", 0.03141213900016737],
    ["900 s", 900],
    ["12", 12],
    ["2 min", 120],
    ["1e2s", 100],
    ["-1s", undefined],
    ["nan", undefined],
    ["inf", undefined],
    ["1e999s", undefined],
    ["1.5B", undefined],
    ["", undefined],
  ])("%j seconds", (text, value) => {
    expect(parseSeconds(text)).toBe(value);
  });

  test.each([
    ["15000000000B", 15e9],
    ["3000 MB", 3e9],
    ["128032768", 128032768],
    ["16389384 kB", 16389384000],
    ["1 MiB", undefined],
  ])("%j bytes", (text, value) => {
    expect(parseBytes(text)).toBe(value);
  });

  test("joules", () => {
    expect(parseJoules("2.5J")).toBe(2.5);
  });
});

describe("terms of former years", () => {
  test.each([
    [modernStatus, "SAFE", "true"],
    [modernStatus, "unsafe", "false"],
    [modernStatus, "false(reach)", "false(unreach-call)"],
    [modernStatus, "false(valid-free)", "false(valid-free)"],
    [modernStatus, "toString", "toString"],
    [modernCategory, "correctUnsafe", "correct"],
    [modernCategory, "error", "error"],
    [modernProperty, "unreach-label", "unreach-call"],
    [modernProperty, "valid-deref valid-free valid-memtrack", "valid-memsafety"],
    [modernProperty, "termination no-overflow", undefined],
    [modernProperty, "", undefined],
    [modernProperty, "no-data-race", "no-data-race"],
  ] as const)("%o of %j is %j", (translate, old, modern) => {
    expect(translate(old)).toBe(modern);
  });

  test.each(["unknown", "True", ""])("%j is not an expected verdict", (text) => {
    expect(parseExpectedVerdict(text)).toBeUndefined();
  });
});
