import { Decimal } from "../../../ground/util/decimal.ts";
import { defined } from "../../../ground/util/defined.ts";
import type { Diagnostic } from "../../../ground/util/diagnostic.ts";
import { InputError } from "../../../ground/util/errors.ts";
import { folderOf } from "../../../ground/util/path.ts";
import { elementDiagnostic, parseXmlTree, type XmlElement } from "../../../ground/util/xml-tree.ts";
import type { ColumnDefinition } from "./column.ts";

/** A table-definition file of BenchExec (`doc/table.dtd`, 1.10). */
export interface TableDefinition {
  /** Columns of all results without columns of their own. */
  readonly columns: readonly ColumnDefinition[];
  readonly results: readonly (ResultEntry | UnionEntry)[];
}

export interface ResultEntry {
  readonly kind: "result";
  /** Path with wildcards, relative to the definition's folder. */
  readonly fileName: string;
  readonly id?: string;
  readonly columns: readonly ColumnDefinition[];
}

/** Results whose runs are concatenated in one run set. */
export interface UnionEntry {
  readonly kind: "union";
  readonly title?: string;
  readonly results: readonly ResultEntry[];
  readonly columns: readonly ColumnDefinition[];
}

const CODE = "invalid-table-definition";

const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  table: [],
  result: ["filename", "id"],
  union: ["title", "name"],
  column: [
    "title",
    "displayTitle",
    "href",
    "numberOfDigits",
    "sourceUnit",
    "displayUnit",
    "scaleFactor",
    "relevantForDiff",
  ],
};

const CHILDREN: Readonly<Record<string, readonly string[]>> = {
  table: ["column", "result", "union"],
  result: ["column"],
  union: ["column", "result"],
  column: [],
};

/**
 * Reads a table definition. Parts that BenchExec ignores (unknown elements and attributes) are
 * reported as warnings to `warnings`.
 *
 * @param file Its name for messages; links in columns are relative to its folder.
 * @throws InputError with all faults of the file.
 */
export function parseTableDefinition(
  content: string | Uint8Array,
  file: string,
  warnings: Diagnostic[] = [],
): TableDefinition {
  return new DefinitionReader(file, warnings).read(parseXmlTree(content, file));
}

class DefinitionReader {
  readonly #file: string;
  readonly #warnings: Diagnostic[];
  readonly #faults: Diagnostic[] = [];

  constructor(file: string, warnings: Diagnostic[]) {
    this.#file = file;
    this.#warnings = warnings;
  }

  read(root: XmlElement): TableDefinition {
    if (root.name !== "table") {
      this.#fault(root, `the root element is <${root.name}>, expected <table>`);
    } else this.#checkNames(root);
    const results = root.children.flatMap((child): readonly (ResultEntry | UnionEntry)[] => {
      if (child.name === "result") return this.#result(child);
      return child.name === "union" ? [this.#union(child)] : [];
    });
    const definition = { columns: this.#columns(root), results };
    if (this.#faults.length > 0) throw new InputError(this.#faults);
    return definition;
  }

  #union(element: XmlElement): UnionEntry {
    if (element.attributes.has("name")) {
      this.#warn(element, "the attribute 'name' of <union> is deprecated: use 'title'");
    }
    const title = element.attributes.get("title") ?? element.attributes.get("name");
    const results = childrenOf(element, "result").flatMap((result) => {
      if (childrenOf(result, "column").length > 0) {
        this.#warn(
          result,
          "columns of a <result> in a <union> are ignored: give them to the union",
        );
      }
      return this.#result(result);
    });
    return {
      kind: "union",
      ...defined({ title }),
      results,
      columns: this.#columns(element),
    };
  }

  #result(element: XmlElement): readonly ResultEntry[] {
    const fileName = element.attributes.get("filename");
    if (fileName === undefined) {
      this.#warn(element, "a <result> without 'filename' is ignored");
      return [];
    }
    const id = element.attributes.get("id");
    return [
      {
        kind: "result",
        fileName,
        ...defined({ id }),
        columns: this.#columns(element),
      },
    ];
  }

  #columns(element: XmlElement): readonly ColumnDefinition[] {
    return childrenOf(element, "column").flatMap((column) => this.#column(column));
  }

  #column(element: XmlElement): readonly ColumnDefinition[] {
    const text = (name: string): string | undefined => element.attributes.get(name);
    const title = text("title");
    if (title === undefined) {
      this.#fault(element, "<column> has no attribute 'title'");
      return [];
    }
    const digits = this.#digits(element, text("numberOfDigits"));
    const scaleFactor = this.#scaleFactor(element, text("scaleFactor"));
    const unit = text("displayUnit");
    if (scaleFactor !== undefined && scaleFactor.compare(Decimal.one) !== 0 && unit === undefined) {
      this.#fault(element, `column '${title}' has a scaleFactor and needs a displayUnit`);
    }
    const href = text("href");
    const sourceUnit = text("sourceUnit");
    const displayTitle = text("displayTitle");
    return [
      {
        title,
        ...(element.text ? { pattern: element.text } : {}),
        ...defined({ significantDigits: digits }),
        ...(href ? { href: this.#place(href) } : {}),
        ...defined({ unit, sourceUnit, scaleFactor, displayTitle }),
        isRelevantForDiff: text("relevantForDiff")?.toLowerCase() === "true",
      },
    ];
  }

  #digits(element: XmlElement, text: string | undefined): number | undefined {
    if (!text) return undefined;
    const digits = Number(text);
    if (Number.isInteger(digits) && digits >= 1 && digits <= 100) return digits;
    this.#fault(element, `numberOfDigits must be an integer from 1, found '${text}'`);
    return undefined;
  }

  #scaleFactor(element: XmlElement, text: string | undefined): Decimal | undefined {
    if (!text) return undefined;
    const factor = Decimal.parse(text);
    if (factor?.isFinite && !factor.isNegative && !factor.isZero) return factor;
    this.#fault(element, `scaleFactor must be a positive number, found '${text}'`);
    return undefined;
  }

  /** Links are relative to the definition. */
  #place(href: string): string {
    if (/^https?:\/\//.test(href) || href.startsWith("/")) return href;
    const folder = folderOf(this.#file);
    return folder === "." && !this.#file.startsWith("./") ? href : `${folder}/${href}`;
  }

  #checkNames(element: XmlElement): void {
    for (const name of element.attributes.keys()) {
      if (ATTRIBUTES[element.name]?.includes(name) === false) {
        this.#warn(element, `<${element.name}> has no attribute '${name}': ignored`);
      }
    }
    for (const child of element.children) {
      if (CHILDREN[element.name]?.includes(child.name) === true) this.#checkNames(child);
      else this.#warn(child, `<${child.name}> in <${element.name}> is ignored`);
    }
  }

  #fault(element: XmlElement, message: string): void {
    this.#faults.push(elementDiagnostic(element, this.#file, CODE, message));
  }

  #warn(element: XmlElement, message: string): void {
    this.#warnings.push(elementDiagnostic(element, this.#file, CODE, message, "warning"));
  }
}

function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/**
 * Titles of the columns that decide about the difference table; none: `status`, if there is such a
 * column.
 */
export function relevantForDiff(columns: readonly ColumnDefinition[]): ReadonlySet<string> {
  const relevant = columns.filter(({ isRelevantForDiff }) => isRelevantForDiff === true);
  const chosen = relevant.length > 0 ? relevant : columns.filter(({ title }) => title === "status");
  return new Set(chosen.map(({ title }) => title));
}

/**
 * The definition as a file that table-generator and {@link parseTableDefinition} read; links of
 * columns and names of files are not changed.
 */
export function formatTableDefinition({ columns, results }: TableDefinition): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    "<!DOCTYPE table",
    "  PUBLIC '+//IDN sosy-lab.org//DTD BenchExec table 1.10//EN'",
    "  'https://www.sosy-lab.org/benchexec/table-1.10.dtd'>",
    "<table>",
    ...columns.map((column) => `  ${columnElement(column)}`),
    ...results.flatMap((entry) => entryLines(entry, "  ")),
    "</table>",
    "",
  ].join("\n");
}

function entryLines(entry: ResultEntry | UnionEntry, indent: string): readonly string[] {
  const named =
    entry.kind === "union"
      ? [["title", entry.title] as const]
      : [["filename", entry.fileName] as const, ["id", entry.id] as const];
  const parts = [
    ...entry.columns.map((column) => `${indent}  ${columnElement(column)}`),
    ...(entry.kind === "union"
      ? entry.results.flatMap((result) => entryLines(result, `${indent}  `))
      : []),
  ];
  const tag = `${indent}<${entry.kind}${formatAttributes(named)}`;
  return parts.length === 0 ? [`${tag}/>`] : [`${tag}>`, ...parts, `${indent}</${entry.kind}>`];
}

function columnElement(column: ColumnDefinition): string {
  const { title, pattern, significantDigits, scaleFactor, isRelevantForDiff } = column;
  const attributes = formatAttributes([
    ["title", title],
    ["displayTitle", column.displayTitle],
    ["href", column.href],
    ["numberOfDigits", significantDigits === undefined ? undefined : String(significantDigits)],
    ["sourceUnit", column.sourceUnit],
    ["displayUnit", column.unit],
    ["scaleFactor", scaleFactor?.toString()],
    ["relevantForDiff", isRelevantForDiff === true ? "true" : undefined],
  ]);
  if (pattern === undefined) return `<column${attributes}/>`;
  return `<column${attributes}>${escapeXml(pattern)}</column>`;
}

function formatAttributes(pairs: readonly (readonly [string, string | undefined])[]): string {
  return pairs
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${escapeXml(value)}"`))
    .join("");
}

function escapeXml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\t", "&#9;")
    .replaceAll("\n", "&#10;")
    .replaceAll("\r", "&#13;");
}
