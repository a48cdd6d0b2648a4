/**
 * The rules of format 1.0, after the reference linter (witnesslint): most are checked element by
 * element while the file is read, and rules about the whole at the end. Memory grows with the
 * identifiers of the nodes only; strict mode keeps the edges as well.
 */

import {
  type ElementKind,
  GRAPH_KEYS,
  type GraphmlElement,
  type GraphmlHandler,
  type GraphmlShell,
} from "../../ground/witness/index.ts";
import { checkCallStacks, type StackEdge } from "./call-stack-rules.ts";
import { COMPETITION_FORMULAS, TERMINATION } from "./competition-formulas.ts";
import { competitionFindings } from "./competition-rules.ts";
import { CREATION_TIME, creationTimeFix } from "./creation-time-fix.ts";
import type { Finding, Fix } from "./finding.ts";
import { CORRECTNESS_KEYS, FALSE_BY_DEFAULT, KEY_DOMAINS, VIOLATION_KEYS } from "./graphml-keys.ts";
import type { LintTask } from "./lint-task.ts";

const NAMESPACE = "http://graphml.graphdrawing.org/xmlns";
const XSI = "http://www.w3.org/2001/XMLSchema-instance";

type Place = Pick<GraphmlElement, "line" | "column">;

export class GraphmlLint implements GraphmlHandler {
  readonly #task: LintTask;
  readonly #file: string;
  readonly #sink: (finding: Finding) => void;
  readonly #nodes = new Set<string>();
  readonly #sinks = new Set<string>();
  /** Sources of edges. */
  readonly #sources = new Set<string>();
  /** Ends of edges that were not declared before the edge, with its place. */
  readonly #missing = new Map<string, Place>();
  readonly #edges = new Map<string, StackEdge[]>();
  readonly #keys = new Map<string, string>();
  readonly #usedKeys = new Map<string, Place>();
  readonly #graphData = new Map<string, string>();
  readonly #specifications = new Set<string>();
  readonly #functions: ReadonlySet<string> | undefined;
  #root: Place = { line: 1, column: 1 };
  #graphs = 0;
  #keyLine = 1;
  #entry: string | undefined;
  #hasCycleHead = false;

  constructor(file: string, task: LintTask, report: (finding: Finding) => void) {
    this.#file = file;
    this.#task = task;
    this.#sink = report;
    const parsed = task.isStrict ? task.program?.parse(task.dataModel ?? "ILP32") : undefined;
    if (parsed !== undefined && "unit" in parsed) {
      this.#functions = new Set(parsed.unit.functions.keys());
    }
  }

  /** Value of graph data; undefined when it is missing or invalid. */
  graphData(key: string): string | undefined {
    return this.#graphData.get(key);
  }

  onOpen(kind: ElementKind, shell: GraphmlShell): void {
    if (kind === "graphml") {
      this.#root = shell;
      this.#checkNamespaces(shell);
      return;
    }
    this.#graphs++;
    if (this.#graphs > 1) this.#fault("graphml-structure", "more than one graph", shell);
    const direction = shell.attributes.edgedefault;
    if (direction === undefined) {
      this.#fault("graphml-structure", "the graph has no attribute edgedefault", shell);
    } else if (direction !== "directed") {
      this.#fault("graphml-structure", `edgedefault is '${direction}', expected directed`, shell);
    }
  }

  onElement(element: GraphmlElement, parent: ElementKind): void {
    const { name } = element;
    if (name === "key" && parent === "graphml") this.#checkKey(element);
    else if (name === "data" && parent === "graph") this.#checkData(element, "graph", element);
    else if (name === "node" && parent === "graph") this.#checkNode(element);
    else if (name === "edge" && parent === "graph") this.#checkEdge(element);
    else this.#fault("graphml-structure", `unexpected <${name}> in <${parent}>`, element);
  }

  /** Call after the last element: elements may come in almost any order. */
  finish(): void {
    for (const [key, place] of this.#usedKeys) {
      if (!this.#keys.has(key) && KEY_DOMAINS.has(key)) {
        this.#fault(
          "key-undefined",
          `key '${key}' is used but not defined`,
          place,
          this.#defineKey(key),
        );
      }
    }
    for (const key of this.#keys.keys()) {
      if (this.#usedKeys.has(key)) continue;
      this.#note("needless-data", `key '${key}' is defined but never used`, this.#root);
    }
    this.#checkKind();
    for (const key of GRAPH_KEYS) {
      if (!this.#graphData.has(key))
        this.#fault("graph-data", `the graph has no ${key}`, this.#root);
    }
    if (this.#graphs === 0) this.#fault("graphml-structure", "there is no graph", this.#root);
    if (this.#entry === undefined && this.#nodes.size > 0) {
      this.#fault("entry-node", "no node is the entry", this.#root);
    }
    for (const [id, place] of this.#missing) {
      if (!this.#nodes.has(id)) this.#fault("edge-ends", `node '${id}' is not declared`, place);
    }
    if (this.#task.isStrict && this.#entry !== undefined) {
      checkCallStacks(this.#edges, this.#entry, (finding) =>
        this.#sink({ ...finding, file: this.#file }),
      );
    }
  }

  // --------------------------------------------------------------------- root

  #checkNamespaces(shell: GraphmlShell): void {
    const { xmlns, "xmlns:xsi": xsi, ...others } = shell.attributes;
    const rule = "graphml-namespace";
    if (xmlns === undefined) this.#fault(rule, "the default namespace is missing", shell);
    else if (xmlns !== NAMESPACE) this.#fault(rule, `unexpected namespace ${xmlns}`, shell);
    if (xsi === undefined) this.#fault(rule, "the namespace prefix xsi is missing", shell);
    else if (xsi !== XSI) this.#fault(rule, `the prefix xsi must stand for ${XSI}`, shell);
    for (const name of Object.keys(others)) {
      if (name === "xsi:schemaLocation" || name.startsWith("xmlns:")) continue;
      this.#fault(rule, `unexpected attribute ${name} of graphml`, shell);
    }
  }

  #checkKey(element: GraphmlElement): void {
    const rule = "key-definition";
    const { id, for: domain } = element.attributes;
    this.#keyLine = element.line;
    if (id === undefined) this.#fault(rule, "a key without id", element);
    if (domain === undefined) this.#fault(rule, "a key without the attribute 'for'", element);
    if (id && domain) {
      const expected = KEY_DOMAINS.get(id);
      if (this.#keys.has(id)) {
        this.#fault(rule, `key '${id}' is defined twice`, element);
      } else {
        if (expected !== undefined && expected !== domain) {
          this.#fault(rule, `key '${id}' belongs to ${expected}s, not to ${domain}s`, element);
        }
        this.#keys.set(id, domain);
      }
    }
    if (element.children.length > 1) this.#fault(rule, "a key has at most one child", element);
    for (const child of element.children) this.#checkDefault(child, id);
  }

  #checkDefault(child: GraphmlElement, id: string | undefined): void {
    const rule = "key-definition";
    if (child.name !== "default") {
      this.#fault(rule, `unexpected <${child.name}> in a key`, child);
      return;
    }
    if (Object.keys(child.attributes).length > 0) {
      this.#fault(rule, "a default has no attributes", child);
    }
    if (child.text === undefined) {
      this.#fault(rule, "the default is empty", child);
    } else if (id !== undefined && FALSE_BY_DEFAULT.has(id) && child.text !== "false") {
      this.#fault(rule, `the default of '${id}' must be false`, child);
    }
  }

  /**
   * Returns a fix that defines a key of the format; none where no key is defined, since it has no
   * place.
   */
  #defineKey(key: string): Fix | undefined {
    const domain = KEY_DOMAINS.get(key);
    if (domain === undefined || this.#keys.size === 0) return undefined;
    const text = ` <key id="${key}" for="${domain}" attr.name="${key}" attr.type="string"/>`;
    return {
      description: `define the key '${key}'`,
      edits: [{ kind: "insert-line-after", line: this.#keyLine, text }],
    };
  }

  // --------------------------------------------------------------------- data

  #checkData(
    data: GraphmlElement,
    domain: "graph" | "node" | "edge",
    parent: GraphmlElement,
  ): void {
    const rule = "data-element";
    if (data.children.length > 0) this.#fault(rule, "a data element has no children", data);
    const { key, ...others } = data.attributes;
    if (Object.keys(others).length > 0) {
      this.#fault(rule, "a data element has only the attribute key", data);
    }
    if (key === undefined) this.#fault(rule, "a data element without key", data);
    if (data.text === undefined) this.#fault(rule, "an empty data element", data);
    if (key === undefined || data.text === undefined) return;
    if (!this.#usedKeys.has(key)) this.#usedKeys.set(key, { line: data.line, column: data.column });
    if (domain === "graph") this.#checkGraphData(key, data.text, data);
    else if (domain === "node") this.#checkNodeData(key, data.text, data, parent);
    else this.#checkEdgeData(key, data.text, data, parent);
  }

  #checkGraphData(key: string, value: string, place: GraphmlElement): void {
    const rule = "graph-data";
    if (key === "specification") {
      this.#specifications.add(value);
      this.#graphData.set(key, value);
      this.#checkSpecification(value, place);
      return;
    }
    const isRequired = (GRAPH_KEYS as readonly string[]).includes(key);
    if (!isRequired) {
      if (key === "witness-format-version" || this.#keys.get(key) === "graph") return;
      this.#fault(rule, `unknown key '${key}' for data of the graph`, place);
      return;
    }
    if (this.#graphData.has(key)) this.#fault(rule, `${key} is given twice`, place);
    const domain = GRAPH_DOMAINS[key];
    if (domain !== undefined && !domain.includes(value)) {
      this.#fault(rule, `${key} is '${value}', expected ${domain.join(" or ")}`, place);
      return;
    }
    if (!this.#graphData.has(key)) this.#graphData.set(key, value);
    if (key === "programhash") this.#checkHash(value, place);
    if (key === "creationtime" && this.#task.recentChecks >= 2 && !CREATION_TIME.test(value)) {
      const message = `creationtime '${value}' is not of the form 2026-11-21T10:00:00Z`;
      this.#fault(rule, message, place, creationTimeFix(value, place));
    }
    if (key === "architecture") this.#checkArchitecture(value, place);
  }

  #checkSpecification(value: string, place: Place): void {
    if (this.#task.wantsCompetitionSpecification && !COMPETITION_FORMULAS.includes(value)) {
      const message = `the specification '${value}' is none of the competition's`;
      this.#fault("specification-form", message, place);
    }
    const wanted = this.#task.specification;
    if (wanted === undefined) return;
    const lines = wanted.split("\n").map(squeeze);
    if (
      !value
        .split("\n")
        .map(squeeze)
        .every((line) => line === "" || lines.includes(line))
    ) {
      const message = `the specification is not that of the task, ${wanted.trim()}`;
      this.#fault("specification-mismatch", message, place);
    }
  }

  #checkHash(value: string, place: Place): void {
    const { program, recentChecks } = this.#task;
    if (recentChecks < 2 || program === undefined || value.toLowerCase() === program.sha256) return;
    const message = `the programhash is not that of ${program.name}, ${program.sha256}`;
    this.#fault("hash-mismatch", message, place);
  }

  #checkArchitecture(value: string, place: Place): void {
    const { dataModel } = this.#task;
    const expected = dataModel === "ILP32" ? "32bit" : "64bit";
    if (dataModel === undefined || value === expected) return;
    this.#fault("data-model", `the architecture is ${value}, the task is for ${dataModel}`, place);
  }

  #checkNodeData(key: string, value: string, place: GraphmlElement, node: GraphmlElement): void {
    const { id = "" } = node.attributes;
    switch (key) {
      case "entry":
        if (!this.#isTrue(key, value, place, "node-data")) return;
        if (this.#entry !== undefined) this.#fault("entry-node", "more than one entry node", place);
        else this.#entry = id;
        return;
      case "sink":
        if (!this.#isTrue(key, value, place, "node-data")) return;
        if (this.#sources.has(id))
          this.#fault("sink-edges", `sink '${id}' has leaving edges`, place);
        this.#sinks.add(id);
        return;
      case "violation":
        this.#isTrue(key, value, place, "node-data");
        return;
      case "cyclehead":
        if (!this.#isTrue(key, value, place, "node-data")) return;
        if (this.#hasCycleHead) this.#fault("node-data", "more than one cyclehead", place);
        this.#hasCycleHead = true;
        return;
      case "invariant":
        return;
      case "invariant.scope":
        this.#checkFunction(value, place);
        return;
      default:
        if (this.#keys.get(key) !== "node") {
          this.#fault("node-data", `unknown key '${key}' for data of a node`, place);
        }
    }
  }

  #checkEdgeData(key: string, value: string, place: GraphmlElement, edge: GraphmlElement): void {
    switch (key) {
      case "assumption":
        this.#checkAssumption(value, place, edge);
        return;
      case "control":
        if (value !== "condition-true" && value !== "condition-false") {
          const message = `control is '${value}', expected condition-true or condition-false`;
          this.#fault("edge-data", message, place);
        }
        return;
      case "startline":
      case "endline":
        this.#checkNumber(key, value, place, "line-range", 1, this.#task.program?.lines.lineCount);
        return;
      case "startoffset":
      case "endoffset": {
        const { program } = this.#task;
        const last = program === undefined ? undefined : program.text.length - 1;
        this.#checkNumber(key, value, place, "offset-range", 0, last);
        return;
      }
      case "enterLoopHead":
        this.#isTrue(key, value, place, "edge-data");
        return;
      case "returnFrom":
      case "enterFunction":
      case "returnFromFunction":
      case "assumption.scope":
      case "assumption.resultfunction":
        this.#checkFunction(value, place);
        return;
      case "threadId":
      case "createThread":
        return;
      default:
        if (this.#keys.get(key) !== "edge") {
          this.#fault("edge-data", `unknown key '${key}' for data of an edge`, place);
        }
    }
  }

  #checkAssumption(value: string, place: Place, edge: GraphmlElement): void {
    const hasFunction = edge.children.some(
      ({ attributes }) => attributes.key === "assumption.resultfunction",
    );
    if (value.includes("\\result") && !hasFunction) {
      const message = "an assumption with \\result without assumption.resultfunction";
      this.#fault("result-function", message, place);
    }
  }

  #checkNumber(
    key: string,
    value: string,
    place: Place,
    rule: string,
    first: number,
    last: number | undefined,
  ): void {
    if (!this.#task.isStrict || this.#task.program === undefined) return;
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (number >= first && number <= (last ?? Number.POSITIVE_INFINITY)) return;
    this.#fault(rule, `${key} is ${value}, expected ${first} to ${last}`, place);
  }

  #checkFunction(name: string, place: Place): void {
    if (this.#functions === undefined || this.#functions.has(name)) return;
    this.#fault("function-name", `the program has no function '${name}'`, place);
  }

  #isTrue(key: string, value: string, place: Place, rule: string): boolean {
    if (value === "false") {
      this.#note("needless-data", `${key} is false already`, place);
    } else if (value !== "true") {
      this.#fault(rule, `${key} is '${value}', expected true or false`, place);
    }
    return value === "true";
  }

  // ----------------------------------------------------------- nodes and edges

  #checkNode(element: GraphmlElement): void {
    const { id, ...others } = element.attributes;
    if (Object.keys(others).length > 0) {
      this.#fault("node-id", "a node has only the attribute id", element);
    }
    if (id === undefined) this.#fault("node-id", "a node without id", element);
    else if (this.#nodes.has(id)) this.#fault("node-id", `two nodes have the id '${id}'`, element);
    else this.#nodes.add(id);
    this.#checkChildren(element, "node");
  }

  #checkEdge(element: GraphmlElement): void {
    const { source, target } = element.attributes;
    if (source === undefined) this.#fault("edge-ends", "an edge without source", element);
    else {
      if (this.#sinks.has(source)) {
        this.#fault("sink-edges", `sink '${source}' has leaving edges`, element);
      }
      this.#sources.add(source);
    }
    if (target === undefined) this.#fault("edge-ends", "an edge without target", element);
    else if (source === target && !this.#task.ignoresSelfLoops) {
      this.#fault("edge-ends", `node '${source}' has an edge to itself`, element);
    }
    for (const end of [source, target]) {
      if (end !== undefined && !this.#nodes.has(end) && !this.#missing.has(end)) {
        this.#missing.set(end, { line: element.line, column: element.column });
      }
    }
    this.#checkChildren(element, "edge");
    if (this.#task.isStrict && source !== undefined && target !== undefined) {
      this.#keepEdge(element, source, target);
    }
  }

  #checkChildren(element: GraphmlElement, domain: "node" | "edge"): void {
    for (const child of element.children) {
      if (child.name === "data") this.#checkData(child, domain, element);
      else {
        const message = `unexpected <${child.name}> in <${domain}>`;
        this.#fault("graphml-structure", message, child);
      }
    }
  }

  #keepEdge({ children, line, column }: GraphmlElement, source: string, target: string): void {
    const value = (...keys: readonly string[]): string | undefined =>
      children.findLast(({ attributes }) => keys.includes(attributes.key ?? ""))?.text;
    const edge: StackEdge = {
      target,
      enter: value("enterFunction"),
      leave: value("returnFrom", "returnFromFunction"),
      line,
      column,
    };
    const others = this.#edges.get(source);
    if (others === undefined) this.#edges.set(source, [edge]);
    else others.push(edge);
  }

  // -------------------------------------------------------------------- whole

  #checkKind(): void {
    const type = this.#graphData.get("witness-type");
    if (type === undefined) return;
    const kind = type === "violation_witness" ? "violation" : "correctness";
    const forbidden = kind === "violation" ? CORRECTNESS_KEYS : VIOLATION_KEYS;
    for (const [key, place] of this.#usedKeys) {
      if (!forbidden.has(key)) continue;
      if (key === "invariant" && this.#isTerminationWitness()) continue;
      const message = `key '${key}' is not allowed in a ${kind} witness`;
      this.#fault("witness-kind-data", message, place);
    }
    const { competition } = this.#task;
    if (competition === undefined) return;
    for (const { severity, rule, message } of competitionFindings(competition, kind, "1.0")) {
      this.#sink({ severity, code: rule, message, file: this.#file, ...this.#root });
    }
  }

  #isTerminationWitness(): boolean {
    return this.#hasCycleHead || [...this.#specifications].some((text) => TERMINATION.test(text));
  }

  #fault(code: string, message: string, { line, column }: Place, fix?: Fix): void {
    const finding = { severity: "error", code, message, file: this.#file, line, column } as const;
    this.#sink(fix === undefined ? finding : { ...finding, fix });
  }

  #note(code: string, message: string, { line, column }: Place): void {
    this.#sink({ severity: "note", code, message, file: this.#file, line, column });
  }
}

const GRAPH_DOMAINS: Readonly<Record<string, readonly string[]>> = {
  "witness-type": ["correctness_witness", "violation_witness"],
  sourcecodelang: ["C", "Java"],
  architecture: ["32bit", "64bit"],
};

function squeeze(text: string): string {
  return text.replace(/\s+/g, "");
}
