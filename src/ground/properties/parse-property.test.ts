import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { InputError } from "../util/errors.ts";
import { formatProperty, parseProperty, propertyNameOfFile } from "./parse-property.ts";

const check = (formula: string): string => `CHECK( init(main()), LTL(${formula}) )\n`;

test.each([
  [
    "G ! call(reach_error())",
    "unreach-call",
    [{ kind: "unreach-call", functionName: "reach_error" }],
  ],
  [
    "G!call( __VERIFIER_error( ) )",
    "unreach-call",
    [{ kind: "unreach-call", functionName: "__VERIFIER_error" }],
  ],
  ["G ! label(ERROR)", "unreach-call", [{ kind: "unreach-label", label: "ERROR" }]],
  ["G  !  overflow", "no-overflow", [{ kind: "no-overflow" }]],
  ["G ! data-race", "no-data-race", [{ kind: "no-data-race" }]],
  ["F end", "termination", [{ kind: "termination" }]],
  ["G valid-memcleanup", "valid-memcleanup", [{ kind: "valid-memcleanup" }]],
  ["G valid-deref", "valid-memsafety", [{ kind: "valid-deref" }]],
  ["G assert", "valid-assert", [{ kind: "valid-assert" }]],
])("%s", (formula, kind, formulas) => {
  const property = parseProperty(check(formula), "folder/p.prp");
  expect(property).toEqual({
    name: "p",
    kind,
    entryFunction: "main",
    formulas,
    specification: check(formula).trim(),
  });
});

const UNCAUGHT = [{ kind: "no-runtime-exception" }];
const ASSERT = [{ kind: "valid-assert" }];

test.each([
  ["CHECK( init(Main.main()), LTL(G assert) )", ASSERT],
  ["CHECK(init(Main.main()),LTL(G assert))\r\n", ASSERT],
  ["\tCHECK ( init ( Main.main ( ) ) ,  LTL ( G\tassert ) ) \r", ASSERT],
  ["CHECK(init(Main.main()), LTL(G ! uncaught(java.lang.RuntimeException)))\n\n", UNCAUGHT],
  ["CHECK( init(Main.main()), LTL(G!uncaught( java.lang.RuntimeException )) )", UNCAUGHT],
  [
    "CHECK(init(Main.main()),LTL(G  !  uncaught (java . lang.RuntimeException) ))\r\n\r\n",
    UNCAUGHT,
  ],
])("a property of Java programs: %j", (text, formulas) => {
  const property = parseProperty(text, "p.prp");
  expect(property).toMatchObject({ kind: formulas[0]?.kind, entryFunction: "Main.main", formulas });
  expect(parseProperty(formatProperty(property.formulas), "p.prp")).toEqual({
    ...property,
    specification: formatProperty(property.formulas).trim(),
  });
});

test.each(["G uncaught(java.lang.RuntimeException)", "G ! uncaught(java.lang.Exception)"])(
  "%s is no property of the competition",
  (formula) => {
    expect(() => parseProperty(check(formula), "p.prp")).toThrow("unknown property");
  },
);

test("several CHECK lines and CRLF", () => {
  const text = ["G valid-free", "G valid-deref", "G valid-memtrack"].map(check).join("\r\n");
  const property = parseProperty(text, "valid-memsafety.prp");
  expect(property.formulas.map(({ kind }) => kind)).toEqual([
    "valid-free",
    "valid-deref",
    "valid-memtrack",
  ]);
});

test("formulas of several properties in one file", () => {
  const text = ["G ! overflow", "G valid-deref", "G ! call(f())"].map(check).join("");
  const property = parseProperty(text, "mine.prp");
  expect(property.kind).toBeUndefined();
  expect(property.formulas.map(({ kind }) => kind)).toEqual([
    "no-overflow",
    "valid-deref",
    "unreach-call",
  ]);
  expect(() => parseProperty(text, "no-overflow.prp")).toThrow("those of several properties");
});

test.each([
  [
    "unknown property",
    "\n  CHECK( init(main()), LTL(G nonsense) )",
    "p.prp:2:28: error: unknown property 'G nonsense'",
  ],
  ["prototype names are unknown", check("constructor"), "unknown property 'constructor'"],
  [
    "coverage",
    "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )",
    "p.prp:1:1: error: expected 'CHECK(",
  ],
  ["empty", "\n", "the file has no CHECK line"],
  ["unclosed", "CHECK( init(main()), LTL(G ! overflow)", "p.prp:1:1: error: expected 'CHECK("],
  [
    "two entries",
    `${check("G valid-free")}CHECK( init(f()), LTL(G valid-deref) )`,
    "entry 'f' differs",
  ],
])("rejects: %s", (_name, text, message) => {
  expect(() => parseProperty(text, "p.prp")).toThrow(InputError);
  expect(() => parseProperty(text, "p.prp")).toThrow(message);
});

test("the message lists the known formulas", () => {
  expect(() => parseProperty(check("G x"), "p.prp")).toThrow("G valid-memtrack");
});

test("a file whose name contradicts its formula is rejected", () => {
  expect(() => parseProperty(check("F end"), "no-overflow.prp")).toThrow(
    "but its formula is termination",
  );
});

test.each([
  ["../properties/unreach-call.prp", "unreach-call"],
  ["a\\b.prp", "b"],
  [".prp", ".prp"],
])("name of %s", (file, name) => {
  expect(propertyNameOfFile(file)).toBe(name);
});

describe.each(["../shared/corpus/c/properties", "../shared/corpus-java/java/properties"])(
  "property files of %s",
  (corpus) => {
    const files = existsSync(corpus) ? readdirSync(corpus) : [];
    test.each(files)("%s", (file) => {
      const property = parseProperty(readFileSync(`${corpus}/${file}`, "utf8"), file);
      expect(property.kind).toBe(property.name);
    });
  },
);
