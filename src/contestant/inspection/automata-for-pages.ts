/** Converts programs to the automata that the pages of counterexamples show. */

import type {
  AutomatonArc,
  AutomatonBlock,
  AutomatonStatement,
  FunctionAutomaton,
} from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { InputError } from "../../ground/util/errors.ts";
import { isStackExhaustion } from "../../ground/util/exhaustion.ts";
import { LineIndex } from "../../ground/util/text-position.ts";
import {
  type AssumeEdge,
  type CfaEdge,
  type CfaNode,
  type FunctionCfa,
  formatExpression,
} from "../cfa/index.ts";
import type { DataModel } from "../cfront/index.ts";
import { loadProgram } from "../program/index.ts";

/** Maximal length of a text; longer ones are cut. */
const TEXT_LENGTH = 48;

/** A cache: pages that are generated again during a competition show the same programs. */
const KNOWN = new Map<string, readonly FunctionAutomaton[]>();

/**
 * Returns the functions of a program with operations at one of the lines; none for programs that
 * Agon cannot read.
 * @param hash Hash of the text.
 */
export function automataOf(
  fileName: string,
  text: string,
  hash: string,
  dataModel: DataModel,
  lines: ReadonlySet<number>,
): readonly FunctionAutomaton[] {
  const key = [hash, dataModel, ...lines].join(" ");
  let automata = KNOWN.get(key);
  if (automata === undefined) {
    automata = readAutomata(fileName, text, dataModel, lines);
    KNOWN.set(key, automata);
  }
  return automata;
}

function readAutomata(
  fileName: string,
  text: string,
  dataModel: DataModel,
  lines: Iterable<number>,
): readonly FunctionAutomaton[] {
  const wanted = [...lines];
  try {
    const { program } = loadProgram(fileName, text, dataModel, { keepsBranches: true });
    const index = new LineIndex(text);
    return [...program.functions.values()]
      .filter(({ isLibrary }) => !isLibrary)
      .map((each) => new AutomatonBuilder(index, fileName).build(each))
      .filter(({ lines: [first, last] }) => wanted.some((line) => first <= line && line <= last));
  } catch (error) {
    // A program that Agon's own front end rejects is no fault of the results.
    if (error instanceof InputError || isStackExhaustion(error)) return [];
    throw error;
  }
}

interface MutableBlock extends AutomatonBlock {
  readonly statements: AutomatonStatement[];
  decision?: AutomatonStatement;
}

class AutomatonBuilder {
  readonly #index: LineIndex;
  readonly #file: string;
  readonly #blocks: MutableBlock[] = [];
  readonly #arcs: AutomatonArc[] = [];
  readonly #blockOf = new Map<CfaNode, number>();
  #first = Number.POSITIVE_INFINITY;
  #last = 0;

  constructor(index: LineIndex, file: string) {
    this.#index = index;
    this.#file = file.slice(file.lastIndexOf("/") + 1);
  }

  build({ name, entry, exit, nodes }: FunctionCfa): FunctionAutomaton {
    const begins = (node: CfaNode): boolean => {
      const [only] = node.entering;
      return (
        node === entry ||
        node === exit ||
        only === undefined ||
        node.entering.length > 1 ||
        only.kind === "assume"
      );
    };
    // The entry comes first.
    for (const node of [entry, ...nodes.filter((each) => each !== entry)]) {
      if (!begins(node)) continue;
      const kind =
        node === entry
          ? "entry"
          : node === exit
            ? "exit"
            : node.loop === undefined
              ? undefined
              : "loop";
      this.#blockOf.set(node, this.#blocks.length);
      this.#blocks.push({ ...defined({ kind }), statements: [] });
    }
    for (const [node, block] of this.#blockOf) this.#fill(node, block);
    return {
      name,
      file: this.#file,
      lines: [this.#first, this.#last],
      ...withoutEmptyBlocks(this.#blocks, this.#arcs),
    };
  }

  /** Follows operations to the next branch or meeting of paths. */
  #fill(start: CfaNode, block: number): void {
    let node = start;
    for (;;) {
      const [edge, ...others] = node.leaving;
      if (edge === undefined) return;
      if (edge.kind === "assume" || others.length > 0) {
        for (const each of node.leaving) this.#arc(block, each);
        return;
      }
      this.#note(block, edge);
      const next = this.#blockOf.get(edge.target);
      if (next !== undefined) {
        this.#arcs.push({ from: block, to: next });
        return;
      }
      node = edge.target;
    }
  }

  #arc(from: number, edge: CfaEdge): void {
    const to = this.#blockOf.get(edge.target);
    if (to === undefined) return;
    if (edge.kind !== "assume") {
      this.#arcs.push({ from, to });
      return;
    }
    const { branch, truth } = edge;
    this.#decide(from, edge);
    this.#arcs.push({
      from,
      to,
      outcome: branch === undefined ? String(truth) : String(branch.outcome),
      ...(branch === undefined ? {} : { isWhole: true }),
    });
  }

  /** Sets the condition of a branch: the program's text where it is the whole condition. */
  #decide(block: number, edge: AssumeEdge): void {
    const owner = this.#blocks[block];
    if (owner === undefined || owner.decision !== undefined) return;
    const { branch } = edge;
    const whole = this.#statement(edge);
    owner.decision =
      branch === undefined
        ? { ...whole, text: shortened(formatExpression(edge.condition)) }
        : { ...this.#index.positionOf(branch.keyword.start), text: whole.text };
  }

  /** Operations of one statement are listed once. */
  #note(block: number, edge: CfaEdge): void {
    if (edge.kind === "skip" || edge.kind === "end-scope") return;
    const statement = this.#statement(edge);
    if (statement.text === "") return;
    const { statements } = this.#blocks[block] as MutableBlock;
    const last = statements.at(-1);
    const isKnown = last?.line === statement.line && last.column === statement.column;
    if (!isKnown) statements.push(statement);
  }

  #statement({ range }: CfaEdge): AutomatonStatement {
    const { line, column } = this.#index.positionOf(range.start);
    this.#first = Math.min(this.#first, line);
    this.#last = Math.max(this.#last, this.#index.positionOf(range.end).line);
    const text = this.#index.text.slice(range.start, range.end).replace(/\s+/g, " ").trim();
    return { line, column, text: shortened(text) };
  }
}

function shortened(text: string): string {
  return text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH - 1)}…` : text;
}

/**
 * Removes blocks without statements that have one unconditional successor; entry, exit and loop
 * heads stay.
 */
function withoutEmptyBlocks(
  blocks: readonly AutomatonBlock[],
  arcs: readonly AutomatonArc[],
): Pick<FunctionAutomaton, "blocks" | "arcs"> {
  const leaving = new Map<number, AutomatonArc[]>();
  for (const arc of arcs) leaving.set(arc.from, [...(leaving.get(arc.from) ?? []), arc]);
  const skipTo = (index: number, seen = new Set<number>()): number => {
    const block = blocks[index] as AutomatonBlock;
    const [only, ...others] = leaving.get(index) ?? [];
    const isEmpty = block.kind === undefined && block.statements.length === 0;
    if (!isEmpty || only === undefined || others.length > 0 || only.outcome !== undefined)
      return index;
    if (seen.has(index)) return index;
    return skipTo(only.to, seen.add(index));
  };
  const target = blocks.map((_, index) => skipTo(index));
  const reached = new Set([0, ...arcs.map(({ to }) => target[to] as number)]);
  const kept = blocks.flatMap((_, index) =>
    target[index] === index && reached.has(index) ? [index] : [],
  );
  const place = new Map(kept.map((index, position) => [index, position]));
  return {
    blocks: kept.map((index) => blocks[index] as AutomatonBlock),
    arcs: arcs.flatMap((arc) => {
      const from = place.get(arc.from);
      const to = place.get(target[arc.to] as number);
      return from === undefined || to === undefined ? [] : [{ ...arc, from, to }];
    }),
  };
}
