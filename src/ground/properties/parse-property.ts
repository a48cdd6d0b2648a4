import {
  type Formula,
  type PlainFormulaKind,
  PROPERTY_NAMES,
  type Property,
  type PropertyName,
} from "../model/index.ts";

import { defined } from "../util/defined.ts";
import type { Diagnostic } from "../util/diagnostic.ts";
import { InputError, invariant } from "../util/errors.ts";

/**
 * Formulas without parameters, by their normalised text (see {@link normalised}).
 * Source: SV-COMP rules, section Properties; `G assert` and `G ! uncaught(…)` are the Java track's;
 * the last two are Agon's own, for what programmers ask.
 */
const PLAIN_FORMULAS: Readonly<Record<string, PlainFormulaKind>> = {
  "G valid-free": "valid-free",
  "G valid-deref": "valid-deref",
  "G valid-memtrack": "valid-memtrack",
  "G valid-memcleanup": "valid-memcleanup",
  "G ! overflow": "no-overflow",
  "G ! data-race": "no-data-race",
  "G ! deadlock": "no-deadlock",
  "F end": "termination",
  "G assert": "valid-assert",
  "G ! uncaught(java.lang.RuntimeException)": "no-runtime-exception",
  "G ! division-by-zero": "no-division-by-zero",
  "G ! undefined-behavior": "no-undefined-behavior",
};

const KNOWN_FORMULAS = ["G ! call(NAME())", "G ! label(NAME)", ...Object.keys(PLAIN_FORMULAS)];

const MEMORY_SAFETY: ReadonlySet<string> = new Set(["valid-free", "valid-deref", "valid-memtrack"]);

/** `CHECK( init(main()), LTL(FORMULA) )`; captures everything before the formula, the entry, the formula. */
const CHECK_LINE =
  /^(\s*CHECK\s*\(\s*init\s*\(\s*([\w.$]+)\s*\(\s*\)\s*\)\s*,\s*LTL\s*\(\s*)(.*?)\s*\)\s*\)\s*$/;

/**
 * Reads a `.prp` file: one `CHECK( init(main()), LTL(…) )` per line, blank
 * lines allowed, line ends of any system. `file` is used for messages and for the property's name.
 *
 * @throws InputError with one diagnostic per faulty line.
 */
export function parseProperty(text: string, file: string): Property {
  const diagnostics: Diagnostic[] = [];
  const formulas: Formula[] = [];
  let entryFunction: string | undefined;
  const fault = (line: number, column: number, sourceLine: string, message: string): void => {
    diagnostics.push({
      severity: "error",
      code: "invalid-property",
      message,
      file,
      line,
      column,
      sourceLine,
      hint: `known formulas: ${KNOWN_FORMULAS.join(", ")}`,
    });
  };

  for (const [index, sourceLine] of text.split(/\r\n|[\r\n]/).entries()) {
    if (sourceLine.trim() === "") continue;
    const line = index + 1;
    const start = sourceLine.search(/\S/) + 1;
    const match = CHECK_LINE.exec(sourceLine);
    if (match === null) {
      fault(line, start, sourceLine, "expected 'CHECK( init(main()), LTL(FORMULA) )'");
      continue;
    }
    const [, before = "", entry = "", formulaText = ""] = match;
    if (entryFunction !== undefined && entry !== entryFunction) {
      fault(line, start, sourceLine, `entry '${entry}' differs from '${entryFunction}' above`);
    }
    entryFunction = entry;
    const formula = parseFormula(formulaText);
    if (formula === undefined) {
      fault(line, before.length + 1, sourceLine, `unknown property '${formulaText}'`);
    } else {
      formulas.push(formula);
    }
  }

  const name = propertyNameOfFile(file);
  if (diagnostics.length === 0) {
    if (entryFunction === undefined) {
      fault(1, 1, "", "the file has no CHECK line");
    } else {
      const kind = kindOf(formulas);
      if (isPropertyName(name) && name !== kind) {
        const meaning = kind ?? "those of several properties";
        fault(1, 1, "", `the file is named ${name}, but its formula is ${meaning}`);
      } else {
        const specification = text.trim();
        return { name, ...defined({ kind }), entryFunction, formulas, specification };
      }
    }
  }
  throw new InputError(diagnostics);
}

/** Base name without extension, e.g. `unreach-call` for `../properties/unreach-call.prp`. */
export function propertyNameOfFile(file: string): string {
  const base = file.slice(Math.max(file.lastIndexOf("/"), file.lastIndexOf("\\")) + 1);
  const dot = base.lastIndexOf(".");
  return dot > 0 ? base.slice(0, dot) : base;
}

/** Whether the text is one of the properties of SV-COMP. */
export function isPropertyName(text: string): text is PropertyName {
  return (PROPERTY_NAMES as readonly string[]).includes(text);
}

function parseFormula(text: string): Formula | undefined {
  const call = /^G\s*!\s*call\s*\(\s*([A-Za-z_]\w*)\s*\(\s*\)\s*\)$/.exec(text);
  if (call?.[1] !== undefined) return { kind: "unreach-call", functionName: call[1] };
  const label = /^G\s*!\s*label\s*\(\s*([A-Za-z_]\w*)\s*\)$/.exec(text);
  if (label?.[1] !== undefined) return { kind: "unreach-label", label: label[1] };
  const plain = normalised(text);
  const kind = Object.hasOwn(PLAIN_FORMULAS, plain) ? PLAIN_FORMULAS[plain] : undefined;
  return kind === undefined ? undefined : { kind };
}

/** Single blanks between words and around `!`, none beside parentheses and dots. */
function normalised(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/ ?([().]) ?/g, "$1")
    .replace(/^G ?! ?/, "G ! ");
}

/** The property of SV-COMP that formulas are together, if they are one. */
function kindOf(formulas: readonly Formula[]): PropertyName | undefined {
  const kinds = new Set(
    formulas.map(({ kind }): string => {
      if (kind === "unreach-label") return "unreach-call";
      return MEMORY_SAFETY.has(kind) ? "valid-memsafety" : kind;
    }),
  );
  const [kind] = kinds;
  return kinds.size === 1 && kind !== undefined && isPropertyName(kind) ? kind : undefined;
}

/** Formulas that are about Java programs, whose entry is `Main.main`. */
const JAVA_FORMULAS: ReadonlySet<string> = new Set(["valid-assert", "no-runtime-exception"]);

/** The formulas of the properties of SV-COMP for C programs, as its files hold them. */
const STANDARD_FORMULAS: Readonly<Partial<Record<PropertyName, readonly Formula[]>>> = {
  "unreach-call": [{ kind: "unreach-call", functionName: "reach_error" }],
  "valid-memsafety": [{ kind: "valid-free" }, { kind: "valid-deref" }, { kind: "valid-memtrack" }],
  "valid-memcleanup": [{ kind: "valid-memcleanup" }],
  "no-overflow": [{ kind: "no-overflow" }],
  "no-data-race": [{ kind: "no-data-race" }],
  termination: [{ kind: "termination" }],
  "no-deadlock": [{ kind: "no-deadlock" }],
};

/** The names that {@link standardProperty} knows. */
export const STANDARD_PROPERTIES: readonly string[] = Object.keys(STANDARD_FORMULAS);

/** The text of the property file of that name; undefined when there is none for C programs. */
export function standardProperty(name: string): string | undefined {
  const formulas = isPropertyName(name) ? STANDARD_FORMULAS[name] : undefined;
  return formulas === undefined ? undefined : formatProperty(formulas);
}

/** The text of a property file that asks for the formulas; the inverse of {@link parseProperty}. */
export function formatProperty(formulas: readonly Formula[]): string {
  return formulas
    .map((formula) => {
      const entry = JAVA_FORMULAS.has(formula.kind) ? "Main.main" : "main";
      return `CHECK( init(${entry}()), LTL(${formatFormula(formula)}) )\n`;
    })
    .join("");
}

function formatFormula(formula: Formula): string {
  if (formula.kind === "unreach-call") return `G ! call(${formula.functionName}())`;
  if (formula.kind === "unreach-label") return `G ! label(${formula.label})`;
  const text = Object.entries(PLAIN_FORMULAS).find(([, kind]) => kind === formula.kind)?.[0];
  invariant(text !== undefined, `no text for the formula ${formula.kind}`);
  return text;
}
