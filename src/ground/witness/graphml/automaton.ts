/** Witness automata of format 1.0, as written: nothing is resolved against a program. */
import { defined } from "../../util/defined.ts";
import type { Diagnostic } from "../../util/diagnostic.ts";
import { InputError } from "../../util/errors.ts";
import { type GraphmlElement, GraphmlReader } from "./graphml-reader.ts";

export interface Automaton {
  readonly kind: "violation" | "correctness";
  /** Values of the graph's data by key; `specification` may have several. */
  readonly data: ReadonlyMap<string, readonly string[]>;
  /** Node identifier. */
  readonly entry: string;
  readonly nodes: ReadonlyMap<string, AutomatonNode>;
  /** In the order of the file. */
  readonly edges: readonly AutomatonEdge[];
}

export interface AutomatonNode {
  readonly id: string;
  readonly isViolation: boolean;
  readonly isSink: boolean;
  readonly isCycleHead: boolean;
  readonly invariant?: string;
  readonly invariantScope?: string;
}

/** Absent guards match everything. Lines count from 1, offsets from 0. */
export interface AutomatonEdge {
  readonly source: string;
  readonly target: string;
  readonly startLine?: number;
  readonly endLine?: number;
  readonly startOffset?: number;
  readonly endOffset?: number;
  /** Expressions separated by `;`, which hold after the edge. */
  readonly assumption?: string;
  readonly assumptionScope?: string;
  /** The function whose result `\result` is. */
  readonly resultFunction?: string;
  /** The outcome of the branch that the edge takes. */
  readonly control?: boolean;
  readonly entersLoopHead: boolean;
  readonly enterFunction?: string;
  readonly returnFromFunction?: string;
  readonly threadId?: string;
  readonly createThread?: string;
}

/** Collects an automaton from the text of a GraphML file, given in pieces. */
export class AutomatonBuilder {
  readonly #file: string;
  readonly #reader: GraphmlReader;
  readonly #data = new Map<string, string[]>();
  readonly #nodes = new Map<string, AutomatonNode>();
  readonly #edges: AutomatonEdge[] = [];
  readonly #faults: Diagnostic[] = [];
  #entry: string | undefined;

  constructor(file: string) {
    this.#file = file;
    this.#reader = new GraphmlReader(file, {
      onElement: (element, parent) => {
        if (parent === "graph") this.#take(element);
      },
    });
  }

  /** @throws InputError at the first fault of the XML. */
  write(text: string): void {
    this.#reader.write(text);
  }

  /** @throws InputError when the text contains no automaton. */
  finish(): Automaton {
    this.#reader.close();
    const type = this.#data.get("witness-type")?.[0];
    if (type !== "violation_witness" && type !== "correctness_witness") {
      this.#fault("the graph has no witness-type");
    }
    if (this.#entry === undefined) this.#fault("the automaton has no entry node");
    for (const { source, target } of this.#edges) {
      for (const id of [source, target]) {
        if (!this.#nodes.has(id)) this.#fault(`node '${id}' is not declared`);
      }
    }
    if (this.#faults.length > 0) throw new InputError(this.#faults);
    return {
      kind: type === "violation_witness" ? "violation" : "correctness",
      data: this.#data,
      entry: this.#entry as string,
      nodes: this.#nodes,
      edges: this.#edges,
    };
  }

  #take(element: GraphmlElement): void {
    if (element.name === "data") {
      const key = element.attributes.key;
      if (key === undefined) return;
      this.#data.set(key, [...(this.#data.get(key) ?? []), element.text ?? ""]);
    } else if (element.name === "node") {
      this.#takeNode(element);
    } else if (element.name === "edge") {
      this.#takeEdge(element);
    }
  }

  #takeNode(element: GraphmlElement): void {
    const id = element.attributes.id;
    if (id === undefined) {
      this.#fault("a node without id", element);
      return;
    }
    const data = dataOf(element);
    const invariant = data.get("invariant");
    const invariantScope = data.get("invariant.scope");
    if (data.get("entry") === "true") this.#entry = id;
    this.#nodes.set(id, {
      id,
      isViolation: data.get("violation") === "true",
      isSink: data.get("sink") === "true",
      isCycleHead: data.get("cyclehead") === "true",
      ...defined({ invariant, invariantScope }),
    });
  }

  #takeEdge(element: GraphmlElement): void {
    const { source, target } = element.attributes;
    if (source === undefined || target === undefined) {
      this.#fault("an edge without source or target", element);
      return;
    }
    const data = dataOf(element);
    const control = data.get("control");
    const edge: Record<string, unknown> = {
      source,
      target,
      entersLoopHead: data.get("enterLoopHead") === "true",
    };
    for (const [key, field] of Object.entries(TEXT_FIELDS)) edge[field] = data.get(key);
    for (const [key, field] of Object.entries(NUMBER_FIELDS)) {
      const text = data.get(key);
      if (text === undefined) continue;
      // A value that is not understood must not count as an absent guard.
      if (/^\d+$/.test(text)) edge[field] = Number(text);
      else this.#fault(`${key} is '${text}', expected a number`, element);
    }
    if (control !== undefined && !/^condition-(?:true|false)$/.test(control)) {
      this.#fault(`control is '${control}', expected condition-true or condition-false`, element);
    }
    if (control !== undefined) edge.control = control === "condition-true";
    const defined = Object.entries(edge).filter(([, value]) => value !== undefined);
    this.#edges.push(Object.fromEntries(defined) as unknown as AutomatonEdge);
  }

  #fault(message: string, place?: { readonly line: number; readonly column: number }): void {
    const { line, column } = place ?? { line: 1, column: 1 };
    const code = "invalid-automaton";
    this.#faults.push({ severity: "error", code, message, file: this.#file, line, column });
  }
}

/** Reads an automaton from a whole text. */
export function buildAutomaton(text: string, file: string): Automaton {
  const builder = new AutomatonBuilder(file);
  builder.write(text);
  return builder.finish();
}

const TEXT_FIELDS = {
  assumption: "assumption",
  "assumption.scope": "assumptionScope",
  "assumption.resultfunction": "resultFunction",
  enterFunction: "enterFunction",
  returnFromFunction: "returnFromFunction",
  // The name in early witnesses.
  returnFrom: "returnFromFunction",
  threadId: "threadId",
  createThread: "createThread",
} as const;

const NUMBER_FIELDS = {
  startline: "startLine",
  endline: "endLine",
  startoffset: "startOffset",
  endoffset: "endOffset",
} as const;

function dataOf(element: GraphmlElement): ReadonlyMap<string, string> {
  const data = new Map<string, string>();
  for (const { name, attributes, text } of element.children) {
    const key = attributes.key;
    if (name === "data" && key !== undefined && text !== undefined) data.set(key, text);
  }
  return data;
}
