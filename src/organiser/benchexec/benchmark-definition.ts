/**
 * Benchmark definitions of BenchExec (`doc/benchmark.dtd`, 3.30) as data, with the position of
 * every part.
 */
import { defined } from "../../ground/util/defined.ts";
import type { Diagnostic } from "../../ground/util/diagnostic.ts";
import { InputError } from "../../ground/util/errors.ts";
import { suggestion } from "../../ground/util/nearest.ts";
import { parseQuantity, SIZE_UNITS } from "../../ground/util/quantity.ts";
import { elementDiagnostic, parseXmlTree, type XmlElement } from "../../ground/util/xml-tree.ts";

/** A text of the file and its element. */
export interface Placed {
  readonly text: string;
  readonly element: XmlElement;
}

export interface BenchmarkDefinition {
  readonly file: string;
  readonly tool: string;
  readonly displayName?: string;
  readonly limits: BenchmarkLimits;
  readonly requirements: BenchmarkRequirements;
  readonly options: readonly string[];
  readonly property?: PropertyReference;
  /** Patterns of result files; undefined: everything. */
  readonly resultFiles?: readonly string[];
  readonly columns: readonly LogColumn[];
  readonly taskSets: readonly TaskSetDefinition[];
  readonly runDefinitions: readonly RunDefinition[];
}

/** Limits; an absent member means that there is no such limit. */
export interface BenchmarkLimits {
  /** CPU time after which a result does not count and the tool is asked to end. */
  readonly timeSeconds?: number;
  readonly hardTimeSeconds?: number;
  readonly wallTimeSeconds?: number;
  readonly memoryBytes?: number;
  readonly cores?: number;
  /** Number of simultaneous runs. */
  readonly threads: number;
}

/**
 * Requirements on the machines of a cluster; only displayed when runs are executed on this machine.
 */
export interface BenchmarkRequirements {
  readonly cpuModel?: string;
  readonly cores?: number;
  readonly memoryBytes?: number;
}

export interface PropertyReference extends Placed {
  /** `true`, `false`, `false(subproperty)`, `unknown`: only such tasks. */
  readonly expectedVerdict?: string;
}

/** A figure extracted from the log. */
export interface LogColumn {
  readonly title: string;
  readonly pattern: string;
  /** Digits after the decimal point. */
  readonly decimals?: number;
}

export interface RunDefinition {
  readonly name?: string;
  readonly options: readonly string[];
  readonly property?: PropertyReference;
  readonly taskSets: readonly TaskSetDefinition[];
}

export interface TaskSetDefinition {
  readonly name?: string;
  readonly includes: readonly Placed[];
  readonly includesFiles: readonly Placed[];
  readonly excludes: readonly Placed[];
  readonly excludesFiles: readonly Placed[];
  readonly withoutFiles: readonly string[];
  readonly appends: readonly Placed[];
  readonly options: readonly string[];
  readonly property?: PropertyReference;
}

const CODE = "invalid-benchmark-definition";

const COMMON_CHILDREN = ["option", "propertyfile", "requiredfiles"];
const ELEMENTS: Readonly<
  Record<string, { readonly attributes: readonly string[]; readonly children: readonly string[] }>
> = {
  benchmark: {
    attributes: [
      "tool",
      "displayName",
      "timelimit",
      "hardtimelimit",
      "walltimelimit",
      "memlimit",
      "cpuCores",
      "threads",
    ],
    children: [
      ...COMMON_CHILDREN,
      "rundefinition",
      "tasks",
      "resultfiles",
      "require",
      "columns",
      "description",
    ],
  },
  rundefinition: { attributes: ["name"], children: [...COMMON_CHILDREN, "tasks"] },
  tasks: {
    attributes: ["name"],
    children: [
      ...COMMON_CHILDREN,
      "include",
      "includesfile",
      "exclude",
      "excludesfile",
      "withoutfile",
      "append",
    ],
  },
  option: { attributes: ["name"], children: [] },
  propertyfile: { attributes: ["expectedverdict"], children: [] },
  require: { attributes: ["cpuModel", "cpuCores", "memory"], children: [] },
  columns: { attributes: [], children: ["column"] },
  column: { attributes: ["title", "numberOfDigits"], children: [] },
};

/**
 * Reads a benchmark definition. Parts that BenchExec ignores silently (unknown elements and
 * attributes, a second property file, missing units) are warnings, in strict mode errors.
 *
 * @throws InputError with all faults of the file, and its warnings.
 */
export function parseBenchmarkDefinition(
  content: string | Uint8Array,
  file: string,
  options: { readonly isStrict: boolean; readonly warnings: Diagnostic[] },
): BenchmarkDefinition {
  const reader = new BenchmarkReader(file);
  const definition = reader.read(parseXmlTree(content, file));
  const isError = ({ severity }: Diagnostic): boolean => severity === "error" || options.isStrict;
  if (reader.findings.some(isError)) {
    // Include the warnings: a misspelt part is both ignored and missing.
    throw new InputError(
      reader.findings.map((finding) =>
        isError(finding) ? { ...finding, severity: "error" as const } : finding,
      ),
    );
  }
  options.warnings.push(...reader.findings);
  return definition;
}

class BenchmarkReader {
  readonly findings: Diagnostic[] = [];
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  read(root: XmlElement): BenchmarkDefinition {
    if (root.name !== "benchmark") {
      this.#fault(root, `the root element is <${root.name}>, expected <benchmark>`);
    } else this.#checkNames(root);
    const tool = root.attributes.get("tool");
    if (!tool) this.#fault(root, "<benchmark> has no attribute 'tool', the tool-info module");
    const displayName = root.attributes.get("displayName");
    const property = this.#property(root);
    const resultFiles = children(root, "resultfiles").map(textOf);
    return {
      file: this.#file,
      tool: tool ?? "",
      ...defined({ displayName }),
      limits: this.#limits(root),
      requirements: this.#requirements(root),
      options: optionsOf(root),
      ...defined({ property }),
      ...(resultFiles.length === 0
        ? {}
        : { resultFiles: resultFiles.filter((text) => text !== "") }),
      columns: children(root, "columns").flatMap((columns) =>
        children(columns, "column").map((column) => this.#column(column)),
      ),
      taskSets: children(root, "tasks").map((element) => this.#taskSet(element)),
      runDefinitions: this.#runDefinitions(root),
    };
  }

  #runDefinitions(root: XmlElement): readonly RunDefinition[] {
    const elements = children(root, "rundefinition");
    if (elements.length === 0) this.#fault(root, "there is no <rundefinition>");
    const names = new Set<string>();
    return elements.map((element) => {
      const name = element.attributes.get("name");
      if (name === undefined && elements.length > 1) {
        this.#fault(element, "one of several <rundefinition>s must have a name");
      }
      if (name !== undefined && names.has(name)) {
        this.#fault(element, `there are two run definitions '${name}'`);
      }
      if (name !== undefined) names.add(name);
      const property = this.#property(element);
      return {
        ...(name ? { name } : {}),
        options: optionsOf(element),
        ...defined({ property }),
        taskSets: children(element, "tasks").map((tasks) => this.#taskSet(tasks)),
      };
    });
  }

  #taskSet(element: XmlElement): TaskSetDefinition {
    const name = element.attributes.get("name");
    const property = this.#property(element);
    const placed = (child: string): readonly Placed[] =>
      children(element, child).map((found) => ({ text: textOf(found), element: found }));
    return {
      ...(name ? { name } : {}),
      includes: placed("include"),
      includesFiles: placed("includesfile"),
      excludes: placed("exclude"),
      excludesFiles: placed("excludesfile"),
      withoutFiles: children(element, "withoutfile").map(textOf),
      appends: placed("append"),
      options: optionsOf(element),
      ...defined({ property }),
    };
  }

  #property(element: XmlElement): PropertyReference | undefined {
    const [first, second] = children(element, "propertyfile");
    if (first === undefined) return undefined;
    if (second !== undefined) this.#warn(second, "a second <propertyfile> is ignored");
    const expected = first.attributes.get("expectedverdict");
    if (expected !== undefined && !/^(true|false|unknown|false\(.+\))$/.test(expected)) {
      this.#fault(
        first,
        `expectedverdict must be true, false, false(subproperty) or unknown, found '${expected}'`,
      );
    }
    return {
      text: textOf(first),
      element: first,
      ...defined({ expectedVerdict: expected }),
    };
  }

  #column(element: XmlElement): LogColumn {
    const pattern = textOf(element);
    const decimals = this.#integer(element, "numberOfDigits");
    return {
      title: element.attributes.get("title") ?? pattern,
      pattern,
      ...defined({ decimals }),
    };
  }

  #limits(root: XmlElement): BenchmarkLimits {
    const soft = this.#time(root, "timelimit");
    const hard = this.#time(root, "hardtimelimit");
    if (soft !== undefined && hard !== undefined && hard < soft) {
      this.#warn(root, "hardtimelimit is less than timelimit, which is used instead");
    }
    const wall = this.#time(root, "walltimelimit");
    const memory = this.#memory(root, "memlimit");
    const cores = this.#integer(root, "cpuCores");
    const time = soft ?? hard;
    return {
      ...defined({ timeSeconds: time }),
      ...(time === undefined ? {} : { hardTimeSeconds: Math.max(time, hard ?? time) }),
      ...defined({ wallTimeSeconds: wall, memoryBytes: memory, cores }),
      threads: this.#integer(root, "threads") ?? 1,
    };
  }

  #requirements(root: XmlElement): BenchmarkRequirements {
    const given = children(root, "require").map((element) => ({
      ...defined({ cpuModel: element.attributes.get("cpuModel") || undefined }),
      ...defined({ cores: this.#integer(element, "cpuCores") }),
      ...defined({ memoryBytes: this.#requiredMemory(element) }),
    }));
    return Object.assign({}, ...given);
  }

  /** Without a unit BenchExec reads it as megabytes, unlike a limit. */
  #requiredMemory(element: XmlElement): number | undefined {
    const text = element.attributes.get("memory");
    return text !== undefined && /^\s*\d{1,9}\s*$/.test(text)
      ? Number(text) * 1e6
      : this.#memory(element, "memory");
  }

  #time(element: XmlElement, name: string): number | undefined {
    const text = element.attributes.get(name);
    if (text === undefined) return undefined;
    const seconds = timeLimit(text);
    if (seconds === undefined) {
      this.#fault(element, `${name} must be an integer with unit s, min, h or d, found '${text}'`);
    }
    return seconds;
  }

  #memory(element: XmlElement, name: string): number | undefined {
    const text = element.attributes.get(name);
    if (text === undefined) return undefined;
    const bytes = memoryLimit(text);
    if (bytes === undefined) {
      this.#fault(
        element,
        `${name} must be an integer with unit B, kB, MB, GB or TB, found '${text}'`,
      );
    }
    return bytes;
  }

  #integer(element: XmlElement, name: string): number | undefined {
    const text = element.attributes.get(name);
    if (text === undefined) return undefined;
    if (/^\s*\d{1,9}\s*$/.test(text)) return Number(text);
    this.#fault(element, `${name} must be an integer, found '${text}'`);
    return undefined;
  }

  #checkNames(element: XmlElement): void {
    const known = ELEMENTS[element.name];
    if (known === undefined) return;
    for (const name of element.attributes.keys()) {
      if (!known.attributes.includes(name)) {
        const hint = suggestion(name, known.attributes);
        this.#warn(element, `<${element.name}> has no attribute '${name}': ignored${hint}`);
      }
    }
    for (const child of element.children) {
      if (child.name === "sourcefiles") {
        this.#fault(child, "<sourcefiles> is the format of old versions: rename it to <tasks>");
      } else if (!known.children.includes(child.name)) {
        const hint = suggestion(child.name, known.children);
        this.#warn(child, `<${child.name}> in <${element.name}> is ignored${hint}`);
      } else this.#checkNames(child);
    }
    if (element.name === "require") this.#warn(element, "<require> is ignored by local execution");
  }

  #fault(element: XmlElement, message: string): void {
    this.findings.push(elementDiagnostic(element, this.#file, CODE, message));
  }

  #warn(element: XmlElement, message: string): void {
    this.findings.push(elementDiagnostic(element, this.#file, CODE, message, "warning"));
  }
}

function children(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

function textOf({ text }: XmlElement): string {
  return (text ?? "").trim();
}

/** Name and text of each option, as far as present; never split at blanks. */
function optionsOf(element: XmlElement): readonly string[] {
  return children(element, "option").flatMap(({ attributes, text }) =>
    [attributes.get("name"), text].filter(
      (word): word is string => word !== undefined && word !== "",
    ),
  );
}

const SECONDS = { "": 1, s: 1, min: 60, h: 3600, d: 86_400 };
const INTEGER = /^\d{1,15}$/;

/** `15 min`, `900s`, `900`; undefined: other texts. */
export function timeLimit(text: string): number | undefined {
  return parseQuantity(text, SECONDS, INTEGER);
}

/** `15 GB`; the unit is mandatory, factor 1000. */
export function memoryLimit(text: string): number | undefined {
  return parseQuantity(text, SIZE_UNITS, INTEGER);
}
