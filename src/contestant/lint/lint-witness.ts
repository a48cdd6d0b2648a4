/**
 * The witness linter: receives the text in pieces and returns findings. GraphML is checked as it
 * arrives. YAML is checked as a whole while it is small, which gives the best messages and supports
 * every style, and part by part when it is large.
 */
import { defined } from "../../ground/util/defined.ts";
import { InputError } from "../../ground/util/errors.ts";
import { YamlFile } from "../../ground/util/yaml-reader.ts";
import {
  GraphmlReader,
  readDocument,
  type WitnessPart,
  WitnessReader,
  WitnessSplitter,
} from "../../ground/witness/index.ts";
import { type Finding, isFault } from "./finding.ts";
import { GraphmlLint } from "./graphml-lint.ts";
import type { LintTask } from "./lint-task.ts";
import { RULES } from "./rules.ts";
import { withSafeFix } from "./safe-fixes.ts";
import { YamlLint } from "./yaml-lint.ts";

export interface LintReport {
  /** In the order of the file; at most {@link MAX_FINDINGS}. */
  readonly findings: readonly Finding[];
  /** Number of findings that were only counted. */
  readonly omitted: number;
  /** No errors and no warnings. */
  readonly isValid: boolean;
  /** Undefined when it cannot be determined. */
  readonly format?: "graphml" | "yaml";
  readonly kind?: "violation" | "correctness";
  readonly version?: string;
  readonly producer?: string;
  readonly creationTime?: string;
}

/** Further findings of a file with so many faults would only repeat the same ones. */
const MAX_FINDINGS = 1000;

/** Characters of YAML that are parsed as a whole. */
const WHOLE_YAML = 4_000_000;

interface FormatLinter {
  write(text: string): void;
  finish(): Omit<LintReport, "findings" | "omitted" | "isValid">;
}

export class WitnessLinter {
  readonly #file: string;
  readonly #task: LintTask;
  readonly #wholeLimit: number;
  readonly #findings: Finding[] = [];
  #omitted = 0;
  #faults = 0;
  #start = "";
  #linter: FormatLinter | undefined;
  #isBroken = false;

  /** `file` is used for messages; `wholeLimit`: characters of YAML that are parsed as a whole. */
  constructor(file: string, task: LintTask, wholeLimit: number = WHOLE_YAML) {
    this.#file = file;
    this.#task = task;
    this.#wholeLimit = wholeLimit;
  }

  /** Returns false when no further text can change the report. */
  write(text: string): boolean {
    this.#guard(() => {
      if (this.#linter !== undefined) {
        this.#linter.write(text);
        return;
      }
      this.#start += text;
      const first = /\S/.exec(this.#start.replace(/^\ufeff/, ""))?.[0];
      if (first !== undefined) this.#choose(first === "<");
      else if (this.#start.length > 1_000_000)
        this.#notAWitness("it starts with a megabyte of blanks");
    });
    return !this.#isBroken;
  }

  /** Reports a fault of the file itself, such as bytes that are no text. */
  fault(message: string): void {
    this.#notAWitness(message);
    this.#isBroken = true;
  }

  finish(): LintReport {
    let facts: ReturnType<FormatLinter["finish"]> = {};
    this.#guard(() => {
      if (this.#linter === undefined) this.#notAWitness("the file is empty");
      else facts = this.#linter.finish();
    });
    const findings = this.#findings.sort(
      (a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0),
    );
    return { findings, omitted: this.#omitted, isValid: this.#faults === 0, ...facts };
  }

  #choose(isXml: boolean): void {
    const report = (finding: Finding): void => this.#report(finding);
    this.#linter = isXml
      ? new GraphmlFormat(this.#file, this.#task, report)
      : new YamlFormat(this.#file, this.#task, report, this.#wholeLimit);
    const text = this.#start.replace(/^\ufeff/, "");
    this.#start = "";
    this.#linter.write(text);
  }

  #guard(step: () => void): void {
    if (this.#isBroken) return;
    try {
      step();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      this.#isBroken = true;
      for (const diagnostic of error.diagnostics) this.#report(diagnostic);
    }
  }

  #notAWitness(message: string): void {
    const file = this.#file;
    this.#report({ severity: "error", code: "not-a-witness", message, file, line: 1, column: 1 });
  }

  #report(finding: Finding): void {
    if (isFault(finding)) this.#faults++;
    if (this.#findings.length >= MAX_FINDINGS) {
      this.#omitted++;
      return;
    }
    const explanation = RULES[finding.code];
    const explained =
      finding.hint !== undefined || explanation === undefined
        ? finding
        : { ...finding, hint: explanation };
    this.#findings.push(withSafeFix(explained));
  }
}

class GraphmlFormat implements FormatLinter {
  readonly #lint: GraphmlLint;
  readonly #reader: GraphmlReader;

  constructor(file: string, task: LintTask, report: (finding: Finding) => void) {
    this.#lint = new GraphmlLint(file, task, report);
    this.#reader = new GraphmlReader(file, this.#lint);
  }

  write(text: string): void {
    this.#reader.write(text);
  }

  finish(): ReturnType<FormatLinter["finish"]> {
    this.#reader.close();
    this.#lint.finish();
    const type = this.#lint.graphData("witness-type");
    const producer = this.#lint.graphData("producer");
    const creationTime = this.#lint.graphData("creationtime");
    return {
      format: "graphml",
      version: "1.0",
      ...(type === undefined
        ? {}
        : {
            kind: type === "violation_witness" ? ("violation" as const) : ("correctness" as const),
          }),
      ...defined({ producer, creationTime }),
    };
  }
}

class YamlFormat implements FormatLinter {
  readonly #file: string;
  readonly #report: (finding: Finding) => void;
  readonly #wholeLimit: number;
  readonly #lint: YamlLint;
  readonly #reader: WitnessReader;
  #pieces: string[] = [];
  #length = 0;
  #splitter: WitnessSplitter | undefined;

  constructor(
    file: string,
    task: LintTask,
    report: (finding: Finding) => void,
    wholeLimit: number,
  ) {
    this.#file = file;
    this.#report = report;
    this.#wholeLimit = wholeLimit;
    this.#lint = new YamlLint(task, report);
    this.#reader = new WitnessReader({ keep: false, listener: this.#lint });
  }

  write(text: string): void {
    if (this.#splitter !== undefined) {
      this.#splitter.write(text);
      return;
    }
    this.#pieces.push(text);
    this.#length += text.length;
    if (this.#length <= this.#wholeLimit) return;
    this.#splitter = new WitnessSplitter(this.#file, (part) => this.#takePart(part));
    for (const piece of this.#pieces) this.#splitter.write(piece);
    this.#pieces = [];
  }

  finish(): ReturnType<FormatLinter["finish"]> {
    if (this.#splitter !== undefined) {
      this.#splitter.close();
    } else {
      const yaml = new YamlFile(this.#pieces.join(""), this.#file);
      this.#settle([yaml], () => readDocument(yaml.root, this.#reader));
    }
    const read = this.#settle(this.#open, () => this.#reader.finish());
    this.#lint.finish();
    if (read === undefined) return { format: "yaml" };
    const { metadata, version, witness } = read;
    return {
      format: "yaml",
      kind: witness.kind,
      version,
      producer: `${metadata.producer.name} ${metadata.producer.version}`.trim(),
      creationTime: metadata.creationTime,
    };
  }

  /** Parts whose findings may still grow: headers and the last segments. */
  #open: YamlFile[] = [];

  #takePart({ kind, text, firstLine }: WitnessPart): void {
    if (kind === "end-of-elements") {
      const { entry } = this.#reader;
      if (entry?.type === "violation_sequence") this.#reader.endOfSegments(entry.self);
      return;
    }
    const yaml = new YamlFile(text, this.#file, { firstLine });
    this.#settle([...this.#open, yaml], () => {
      const [value] = yaml.root.asList() ?? [];
      if (value === undefined) return;
      if (kind === "element") this.#reader.element(value);
      else {
        this.#reader.beginEntry(value);
        if (kind === "whole-entry" && this.#reader.entry !== undefined) {
          this.#reader.content(this.#reader.entry.self.get("content"));
        }
      }
    });
    if (kind === "element") this.#open = [...this.#open.slice(0, 1), yaml].slice(-2);
    else this.#open = [yaml];
  }

  /** Runs a step, then passes on the new findings of the files. */
  #settle<T>(files: readonly YamlFile[], step: () => T): T | undefined {
    const isSound = files.every(({ diagnostics }) =>
      diagnostics.every(({ code }) => code !== "yaml-syntax"),
    );
    const result = isSound ? step() : undefined;
    for (const { diagnostics } of files) {
      for (const diagnostic of diagnostics) this.#report(diagnostic);
      diagnostics.length = 0;
    }
    return result;
  }
}
