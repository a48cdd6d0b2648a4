/**
 * The table of the supported parts of C, derived from the tables of the front end: attributes,
 * pragmas, kinds of statements, expressions and types, builtins, intrinsics, models of library
 * functions, functions that headers declare.
 */
import { INTRINSIC_FACTS, intrinsicNames, intrinsicOf, libraryModels } from "../../cfa/index.ts";
import {
  attributeSupport,
  FURTHER_FUNCTIONS,
  fortifiedNames,
  HEADERS,
  knownWithoutDeclaration,
  type MachineModel,
  PRAGMAS,
  parseC,
  type Support,
  type SupportNote,
} from "../../cfront/index.ts";
import { probeBuiltins } from "./builtin-probe.ts";
import { EXPRESSIONS, STATEMENTS, TYPES } from "./constructs.ts";

/** The kinds of names for which programs are searched, to show a row. */
export type RowKind = "attribute" | "pragma" | "statement" | "expression" | "type" | "function";

/** Names with the same treatment. */
export interface SupportRow {
  readonly names: readonly string[];
  readonly support: Support;
  readonly note: string;
}

export interface SupportSection {
  readonly title: string;
  readonly text: string;
  readonly kind: RowKind;
  readonly rows: readonly SupportRow[];
}

export function supportSections(machine: MachineModel): SupportSection[] {
  return [
    {
      title: "Statements",
      text: "By the kinds of nodes of the syntax tree.",
      kind: "statement",
      rows: rowsOf(Object.entries(STATEMENTS)),
    },
    {
      title: "Expressions",
      text: "By the kinds of nodes of the syntax tree.",
      kind: "expression",
      rows: rowsOf(Object.entries(EXPRESSIONS)),
    },
    { title: "Types", text: "", kind: "type", rows: rowsOf(Object.entries(TYPES)) },
    {
      title: "Attributes",
      text: "An attribute that is in no row is refused, and so is one that is modelled but stands where it has no effect in Agon.",
      kind: "attribute",
      rows: rowsOf(attributeSupport()),
    },
    {
      title: "Pragmas",
      text: "A pragma that is in no row is refused.",
      kind: "pragma",
      rows: rowsOf(PRAGMAS),
    },
    {
      title: "Builtins",
      text:
        "Those that are no calls of library functions, modelled when the front end takes them with some arguments: the table is " +
        "made by calling each of them. Any other `__builtin_NAME` is a call of NAME.",
      kind: "function",
      rows: rowsOf(builtins(machine)),
    },
    {
      title: "Functions",
      text:
        "Functions that the program defines have its definitions. The following others have a meaning, if the program declares " +
        "them with the usual types; one that a header declares and that has no meaning is refused where it is called. A function " +
        "without a known meaning returns any value (c-semantics.md).",
      kind: "function",
      rows: rowsOf(functions(machine)),
    },
  ];
}

/** Names with the same note share a row. */
function rowsOf(names: Iterable<readonly [string, SupportNote]>): SupportRow[] {
  const rows = new Map<string, { names: string[]; support: Support; note: string }>();
  for (const [name, { support, note }] of names) {
    const key = `${support} ${note}`;
    const row = rows.get(key) ?? { names: [], support, note };
    rows.set(key, row);
    row.names.push(name);
  }
  return [...rows.values()];
}

function* builtins(machine: MachineModel): Generator<[string, SupportNote]> {
  for (const [name, support] of probeBuiltins(machine)) {
    yield [name, { support, note: support === "exact" ? topicOf(name) : "has no model" }];
  }
  const note = "the plain function, where the size of the object is not known; else refused";
  for (const name of fortifiedNames()) yield [name, { support: "exact", note }];
}

/** Returns the topic of a builtin, by its name. */
function topicOf(name: string): string {
  const topics: readonly (readonly [RegExp, string])[] = [
    [/^__(sync|atomic)_/, "one step; sequentially consistent for every requested order"],
    [/va_|stdarg/, "variable arguments; of another type than that of the argument refused"],
    [/overflow/, "arithmetic without bounds, and whether it fits"],
    [/clz|ctz|clrsb|ffs|parity|popcount|bswap/, "bits of integers"],
    [
      /inf|huge_val|nan|finite|normal|signbit|is(less|greater|unordered)|fpclassify/,
      "floating-point numbers",
    ],
    [/shuffle|convertvector/, "vectors"],
    [/complex$/, "complex numbers"],
    [/alloca/, "memory until the function returns"],
    [/unreachable/, "undefined where it is executed"],
    [/trap/, "ends the program"],
    [
      /constant_p|object_size|types_compatible|choose_expr|offsetof/,
      "answered by the compiler, as gcc does at -O0",
    ],
    [/expect|assume_aligned|prefetch|speculation/, "the first argument, without its promise"],
  ];
  const topic = topics.find(([pattern]) => pattern.test(name));
  if (topic === undefined) throw new Error(`${name} belongs to no topic`);
  return topic[1];
}

function functions(machine: MachineModel): Map<string, SupportNote> {
  const found = new Map<string, SupportNote>();
  const add = (name: string, note: SupportNote): void => {
    if (!found.has(name)) found.set(name, note);
  };
  for (const { name, topic, isOpen, refuses } of libraryModels(machine)) {
    const refused = refuses.length === 0 ? "" : `; refused: ${refuses.join(", ")}`;
    const what = isOpen ? "results, or ways to proceed, are open" : "a model in C";
    add(name, {
      support: isOpen ? "over-approximated" : "exact",
      note: `${topic}: ${what}${refused}`,
    });
  }
  add("__VERIFIER_nondet_", INTRINSIC_FACTS.nondet.support);
  for (const name of intrinsicNames()) {
    const intrinsic = intrinsicOf(name);
    if (intrinsic !== undefined && !name.startsWith("__agon_")) {
      add(name, INTRINSIC_FACTS[intrinsic.kind].support);
    }
  }
  for (const [header, names] of declaredFunctions(machine)) {
    for (const name of names) add(name, { support: "refused", note: `${header}: has no model` });
  }
  return found;
}

/** Returns the functions of standards, by the header that declares them. */
function declaredFunctions(machine: MachineModel): (readonly [string, readonly string[]])[] {
  const includes = [...HEADERS.keys()].map((header) => {
    const text = `#define _GNU_SOURCE\n#include <${header}>\n`;
    return [`<${header}>`, [...parseC("header.c", text, machine).functions.keys()]] as const;
  });
  return [
    ...includes,
    ["known to gcc", knownWithoutDeclaration()],
    ["POSIX and old C libraries", FURTHER_FUNCTIONS],
  ];
}
