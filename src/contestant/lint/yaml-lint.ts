/**
 * The rules of formats 0.1 and 2.x that go beyond the schema, called with each part as it is read.
 */

import type { DataModel } from "../../ground/model/index.ts";
import { parseProperty } from "../../ground/properties/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { InputError } from "../../ground/util/errors.ts";
import type { YamlMap, YamlValue } from "../../ground/util/yaml-reader.ts";
import type {
  EntryHeader,
  InvariantItem,
  LocatedGhosts,
  PartListener,
  SegmentItem,
  Step,
  Waypoint,
  WitnessMetadata,
} from "../../ground/witness/index.ts";
import type { CType } from "../cfront/index.ts";
import { competitionFindings } from "./competition-rules.ts";
import type { Finding } from "./finding.ts";
import { baseName, type LintProgram, type ParsedProgram } from "./lint-program.ts";
import type { LintTask } from "./lint-task.ts";
import { LocationRules } from "./location-rules.ts";
import { ThreadRules } from "./thread-rules.ts";
import { checkExpression, type ExpressionFault, typeOfName } from "./witness-expression.ts";

/** Reports the findings about one witness, part by part; {@link finish} reports the last ones. */
export class YamlLint implements PartListener {
  readonly #task: LintTask;
  readonly #report: (finding: Finding) => void;
  readonly #threads: ThreadRules;
  #locations: LocationRules | undefined;
  #program: ParsedProgram | undefined;
  #header: EntryHeader | undefined;
  #isFirstEntry = true;
  /**
   * Ghost variables of a ghost_instrumentation, which may come after the invariants that use them.
   */
  readonly #ghosts: { readonly name: string; readonly type: CType }[] = [];
  /** Checks of invariants that may use ghost variables declared after them. */
  readonly #waiting: (() => void)[] = [];
  /** The last waypoint to follow. */
  #lastFollow: Waypoint | undefined;
  /** Expressions without faults: long witnesses repeat the same ones for many states. */
  readonly #clean = new Set<string>();

  constructor(task: LintTask, report: (finding: Finding) => void) {
    this.#task = task;
    this.#report = report;
    this.#threads = new ThreadRules(report);
  }

  onEntry(entry: EntryHeader): void {
    this.#header = entry;
    const { metadata, metadataMap, version, type } = entry;
    this.#checkMetadata(metadata, metadataMap);
    if (!this.#isFirstEntry) return;
    this.#isFirstEntry = false;
    if (version === "0.1")
      this.#at(metadataMap, "format_version", "warning", "legacy-version", "format 0.1");
    const { program, competition } = this.#task;
    if (program !== undefined) this.#openProgram(program, metadata, metadataMap);
    if (competition !== undefined) {
      const kind = type === "violation_sequence" ? "violation" : "correctness";
      for (const finding of competitionFindings(competition, kind, version)) {
        this.#at(metadataMap, "format_version", finding.severity, finding.rule, finding.message);
      }
    }
  }

  onSegment({ steps, segment: { follow } }: SegmentItem): void {
    for (const step of steps) this.#checkStep(step);
    const self = steps.find(({ waypoint }) => waypoint === follow)?.self;
    if (isAgain(this.#lastFollow, follow) && self !== undefined) {
      const message =
        "validators may want another evaluation after the one of the waypoint before: join conditions of the same evaluation by &&";
      this.#at(self, "location", "note", "assumption-again", message);
    }
    this.#lastFollow = follow;
    this.#threads.endOfSegment(steps);
  }

  onInvariant(item: InvariantItem): void {
    const { self } = item;
    if (item.kind === "invariant") {
      const { type, location, expression, format } = item.invariant;
      const wanted = type.startsWith("loop") ? "loop" : "statement";
      const offset = this.#locations?.check(type, location, wanted, self)?.offset;
      this.#expression(self, "value", expression, offset, {
        isExtended: format !== "c_expression",
      });
      return;
    }
    const { location, requires, ensures } = item.contract;
    const place = this.#locations?.check("function_contract", location, "function", self);
    const offset = place?.function.range.start;
    const resultType = place?.function.symbol.type.result;
    const isExtended = true;
    if (requires !== undefined)
      this.#expression(self, "requires", requires, offset, { isExtended });
    if (ensures !== undefined) {
      const options = { isExtended, ...defined({ resultType }) };
      this.#expression(self, "ensures", ensures, offset, options);
    }
  }

  onGhosts({ variables, updates }: LocatedGhosts): void {
    for (const { variable, self } of variables) {
      const { name, type, initial } = variable;
      const program = this.#program;
      if (program === undefined) continue;
      if (program.unit.scopes.names.some((known) => known.name === name)) {
        this.#at(self, "name", "error", "ghost-name", `the program has a '${name}' of its own`);
      }
      const ctype = typeOfName(type, program);
      if (ctype === undefined) {
        this.#at(self, "type", "error", "wrong-value", `'${type}' is no C type`);
        continue;
      }
      this.#ghosts.push({ name, type: ctype });
      this.#expression(self.get("initial")?.asMap(), "value", initial, 0);
    }
    const names = new Set(variables.map(({ variable }) => variable.name));
    for (const { update, self } of updates) {
      const offset = this.#locations?.check("ghost update", update.location, "step", self)?.offset;
      const maps = self.get("updates")?.asList() ?? [];
      for (const [index, { variable, expression }] of update.assignments.entries()) {
        const map = maps[index]?.asMap();
        if (!names.has(variable) && map !== undefined) {
          this.#at(map, "variable", "error", "ghost-name", `'${variable}' is no ghost variable`);
        }
        this.#expression(map, "value", expression, offset);
      }
    }
  }

  /** Must be called after the last entry: checks the invariants that had to wait for ghost variables. */
  finish(): void {
    for (const check of this.#waiting) check();
  }

  // ----------------------------------------------------------------- metadata

  #openProgram(program: LintProgram, metadata: WitnessMetadata, map: YamlMap): void {
    const dataModel: DataModel = this.#task.dataModel ?? metadata.task.dataModel ?? "ILP32";
    const parsed = program.parse(dataModel);
    if ("unit" in parsed) {
      this.#program = parsed;
    } else {
      const where = parsed.line === undefined ? "" : ` at line ${parsed.line}`;
      const message = `${program.name} was not parsed${where}: ${parsed.message}`;
      this.#at(map, "task", "note", "program-not-parsed", message);
    }
    this.#locations = new LocationRules({
      program,
      parsed: this.#program,
      otherFiles: metadata.task.inputFiles.map(baseName).filter((name) => name !== program.name),
      report: this.#report,
    });
  }

  #checkMetadata({ task }: WitnessMetadata, map: YamlMap): void {
    const taskMap = map.get("task")?.asMap();
    if (taskMap === undefined) return;
    this.#checkSpecification(task.specification, taskMap);
    const { dataModel, program } = this.#task;
    if (dataModel !== undefined && task.dataModel !== undefined && task.dataModel !== dataModel) {
      const message = `the witness is for ${task.dataModel}, the task for ${dataModel}`;
      this.#at(taskMap, "data_model", "error", "data-model", message);
    }
    const { language } = task;
    if (language !== "" && language !== "C") {
      this.#at(
        taskMap,
        "language",
        "warning",
        "wrong-value",
        `the language is '${language}', expected C`,
      );
    }
    if (program !== undefined) this.#checkInputFiles(task, taskMap, program);
  }

  #checkInputFiles(
    { inputFiles, inputFileHashes }: WitnessMetadata["task"],
    map: YamlMap,
    program: LintProgram,
  ): void {
    if (inputFiles.length > 0 && !inputFiles.some((file) => baseName(file) === program.name)) {
      const message = `the program ${program.name} is not among the input files`;
      this.#at(map, "input_files", "error", "input-file", message);
    }
    const hashes = Object.entries(inputFileHashes);
    for (const [file] of hashes) {
      if (inputFiles.length > 0 && !inputFiles.includes(file)) {
        const message = `${file} has a hash but is not among the input files`;
        this.#at(map, "input_file_hashes", "error", "input-file", message);
      }
    }
    const own =
      hashes.find(([file]) => baseName(file) === program.name) ??
      (hashes.length === 1 ? hashes[0] : undefined);
    if (own === undefined || !/^[0-9a-f]{64}$/i.test(own[1])) return;
    if (own[1].toLowerCase() === program.sha256) return;
    const value = map.get("input_file_hashes")?.asMap();
    const message = `the hash of ${own[0]} is not that of ${program.name}, ${program.sha256}`;
    if (value !== undefined) this.#at(value, own[0], "error", "hash-mismatch", message);
  }

  #checkSpecification(specification: string, map: YamlMap): void {
    if (specification === "") return;
    const fault = specificationFault(specification);
    if (fault !== undefined) {
      // Many witnesses have the bare formula, whose meaning is clear.
      const isBare = specificationFault(`CHECK( init(main()), LTL(${specification.trim()}) )`);
      const isMeant = isBare === undefined && this.#task.competition === undefined;
      const severity = isMeant ? "note" : "warning";
      this.#at(map, "specification", severity, "specification-form", fault);
      return;
    }
    const wanted = this.#task.specification;
    if (wanted !== undefined && squeeze(wanted) !== squeeze(specification)) {
      const message = `the specification is not that of the task, ${wanted.trim()}`;
      this.#at(map, "specification", "error", "specification-mismatch", message);
    }
  }

  // -------------------------------------------------------------------- parts

  #checkStep({ waypoint, self, action }: Step): void {
    const { type, location } = waypoint;
    const isExtended = waypoint.type === "assumption" && waypoint.format !== undefined;
    switch (waypoint.type) {
      case "assumption": {
        const offset = this.#locations?.check(type, location, "statement", self)?.offset;
        const constraint = self.get("constraint")?.asMap();
        this.#expression(constraint, "value", waypoint.expression, offset, { isExtended });
        return;
      }
      case "branching": {
        const place = this.#locations?.check(type, location, "branching", self);
        if (place === undefined) return;
        const isTruth = waypoint.outcome === "true" || waypoint.outcome === "false";
        if (isTruth !== (place.kind !== "switch")) {
          const expected = place.kind === "switch" ? "an integer or default" : "true or false";
          const message = `the outcome at ${place.kind} must be ${expected}, found ${waypoint.outcome}`;
          this.#at(self.get("constraint")?.asMap(), "value", "error", "branching-outcome", message);
        }
        return;
      }
      case "function_enter": {
        const place = this.#locations?.check(type, location, "call", self);
        if (action !== "avoid") this.#threads.enter(place?.call?.callee);
        return;
      }
      case "function_return": {
        const call = this.#locations?.check(type, location, "call", self)?.call;
        if (waypoint.constraint === undefined) return;
        const constraint = self.get("constraint")?.asMap();
        this.#checkResultFormat(constraint);
        if (call?.resultType.kind === "void") {
          const message = `${call.callee ?? "the function"} returns nothing`;
          this.#at(constraint, "value", "error", "result-constraint", message);
        }
        return;
      }
      case "target":
        this.#locations?.check(type, location, "step", self);
    }
  }

  #checkResultFormat(constraint: YamlMap | undefined): void {
    const format = constraint?.get("format")?.asWritten();
    const wanted = this.#header?.version === "2.0" ? "acsl_expression" : "ext_c_expression";
    if (format === undefined || format === wanted) return;
    const message = `format_version ${this.#header?.version} calls the format ${wanted}`;
    this.#at(constraint, "format", "note", "result-format", message);
  }

  #expression(
    map: YamlMap | undefined,
    key: string,
    text: string,
    offset: number | undefined,
    options: { readonly isExtended?: boolean; readonly resultType?: CType } = {},
  ): void {
    const program = this.#program;
    const value = map?.get(key);
    if (program === undefined || offset === undefined || value === undefined) return;
    const { isExtended = false, resultType } = options;
    const shape = resultType === undefined ? `${offset} ${isExtended} ${shapeOf(text)}` : undefined;
    if (shape !== undefined && this.#clean.has(shape)) return;
    const check = (): readonly ExpressionFault[] => {
      const own = defined({ resultType });
      const extra = { variables: this.#ghosts, ...own };
      return checkExpression(text, { program, offset, isExtended, extra });
    };
    const report = (faults: readonly ExpressionFault[]): void => {
      for (const fault of faults) this.#expressionFault(value, text, fault);
    };
    const faults = check();
    if (faults.length === 0) {
      if (shape !== undefined && this.#clean.size < MAX_SHAPES) this.#clean.add(shape);
      return;
    }
    // The name may be that of a ghost variable, which may be declared after it.
    const mayBeGhost =
      this.#header?.type === "invariant_set" &&
      this.#header.version !== "2.0" &&
      faults.some(({ rule }) => rule === "undeclared-name");
    if (mayBeGhost) this.#waiting.push(() => report(check()));
    else report(faults);
  }

  #expressionFault({ written, place }: YamlValue, text: string, fault: ExpressionFault): void {
    // In escaped or folded texts the place is only approximate.
    const inner = written.text.indexOf(text);
    const column = written.column + (inner < 0 ? 0 : inner + fault.offset);
    const message = `in '${text}': ${fault.message}`;
    this.#report({ severity: "error", code: fault.rule, message, ...place, column });
  }

  #at(
    map: YamlMap | undefined,
    key: string,
    severity: Finding["severity"],
    code: string,
    message: string,
  ): void {
    const place = map?.get(key)?.place ?? map?.place;
    if (place !== undefined) this.#report({ severity, code, message, ...place });
  }
}

/** Maximal number of expressions without faults that are remembered. */
const MAX_SHAPES = 10_000;

/** Replaces small decimal constants by one constant: no fault depends on their values. */
function shapeOf(text: string): string {
  return text.replace(/\b[1-9]\d{0,8}\b/g, "1");
}

/** Returns the fault in the text of a property. */
function specificationFault(text: string): string | undefined {
  try {
    parseProperty(text, "specification.prp");
    return undefined;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return error.diagnostics[0]?.message ?? "no specification";
  }
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, "");
}

/** Whether an assumption has the same place as the one before. */
function isAgain(before: Waypoint | undefined, { type, location, thread }: Waypoint): boolean {
  return (
    type === "assumption" &&
    before?.type === type &&
    before.location.line === location.line &&
    before.location.column === location.column &&
    before.thread === thread
  );
}
