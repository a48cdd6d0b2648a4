import type { AssumeEdge, FunctionCfa } from "../../cfa/index.ts";
import { edgeCode } from "./edges.ts";
import { conditionCode } from "./expressions.ts";
import { type Block, basicBlocks, successors } from "./flow.ts";
import { iterationJump } from "./iteration-jumps.ts";
import { isSetjmp, jumpSites, siteCode } from "./jumps.ts";
import { openBranch } from "./openness.ts";
import type { FunctionPlan } from "./plan.ts";
import { sameExpression } from "./same-expression.ts";
import { switchPoint } from "./shared-access.ts";
import { type Step, type Structure, type StructureTree, structure } from "./structure.ts";
import type { Writer } from "./writer.ts";

/** Maximal nesting of constructs for JavaScript parsers. */
const MAX_DEPTH = 300;

/** Writes the code of all blocks of a function. */
export function controlCode(w: Writer, plan: FunctionPlan, cfa: FunctionCfa): void {
  const { functions } = w.context.program;
  const blocks = basicBlocks(cfa, (edge) => plan.setsJumps && isSetjmp(functions, edge));
  const shape = structure(blocks.map(successors));
  if (plan.setsJumps) {
    w.jumpSites = jumpSites(w, cfa, blocks);
    w.emit("var jumpValue = 0, jumpMark;");
    dispatchCode(w, plan, cfa, blocks, shape);
    return;
  }
  const { tree } = shape;
  if (tree !== undefined) {
    const { result, lines } = w.capture(() => structuredCode(w, plan, cfa, blocks, shape, tree));
    if (result) {
      for (const line of lines) w.emit(line);
      return;
    }
  }
  dispatchCode(w, plan, cfa, blocks, shape);
}

/** A `switch` over the number of the block, in a loop. */
function dispatchCode(
  w: Writer,
  plan: FunctionPlan,
  cfa: FunctionCfa,
  blocks: readonly Block[],
  shape: Structure,
): void {
  w.emit(`var pc = 0; D: for (;;) { ${plan.setsJumps ? "try { " : ""}switch (pc) {`);
  blocks.forEach((block, i) => {
    w.emit(`case ${i}:`);
    blockCode(w, plan, cfa, block, shape.loopHeads.has(i));
    endCode(w, block, (target) => `pc = ${target}; continue D;`);
  });
  if (plan.setsJumps) {
    siteCode(w, blocks);
    w.emit("} } catch (e) { if (!(e instanceof UNWINDING) || e.activation !== jumps) throw e;");
    w.emit("pc = e.site; jumpValue = e.value; jumpMark = e.mark; } }");
    return;
  }
  w.emit("} }");
}

/** Nested loops and labelled blocks; false when they are too deep. */
function structuredCode(
  w: Writer,
  plan: FunctionPlan,
  cfa: FunctionCfa,
  blocks: readonly Block[],
  shape: Structure,
  tree: StructureTree,
): boolean {
  let depth = 0;
  const work: Work[] = [{ kind: "block", block: 0 }];
  for (let step = work.pop(); step !== undefined; step = work.pop()) {
    switch (step.kind) {
      case "open-loop":
        w.emit(`L${step.block}: for (;;) {`);
        depth++;
        break;
      case "open-block":
        w.emit(`B${step.block}: {`);
        depth++;
        break;
      case "close":
        w.emit("}");
        depth--;
        break;
      case "text":
        w.emit(step.text);
        if (step.text.endsWith("{")) depth++;
        else if (step.text === "}") depth--;
        break;
      case "block": {
        const number = step.block;
        const before = tree.before(number);
        work.push(...[...before, { kind: "body", block: number } as const].reverse());
        break;
      }
      case "body": {
        const number = step.block;
        const block = blocks[number] as Block;
        blockCode(w, plan, cfa, block, shape.loopHeads.has(number));
        const inner = structuredEnd(w, block, number, tree);
        work.push(...[...inner, ...tree.after(number)].reverse());
      }
    }
    if (depth > MAX_DEPTH) return false;
  }
  return true;
}

type Work =
  | Step
  | { readonly kind: "body"; readonly block: number }
  | { readonly kind: "text"; readonly text: string };

/** The code between that of a block and the ends of its constructs. */
function structuredEnd(
  w: Writer,
  block: Block,
  number: number,
  tree: StructureTree,
): readonly Work[] {
  const jump = (target: number): Work[] => {
    switch (tree.jump(number, target)) {
      case "continue":
        return [{ kind: "text", text: `continue L${target};` }];
      case "break":
        return [{ kind: "text", text: `break B${target};` }];
      case "inline":
        return [{ kind: "block", block: target }];
    }
  };
  const { end } = block;
  if (end.kind === "goto") return jump(end.target);
  if (end.kind === "branch" && isTwoWay(end.edges)) {
    const [first, second] = end.targets as [number, number];
    const [edge] = end.edges as [AssumeEdge];
    // The smaller side is nested, so that chains of tests do not nest.
    const weigh = (target: number): number =>
      tree.jump(number, target) === "inline" ? tree.weight(target) : 0;
    const isFirstNested = weigh(first) <= weigh(second);
    const nested = isFirstNested ? first : second;
    w.begin(edge);
    openBranch(w, edge.condition);
    const condition = conditionCode(w, edge.condition);
    const [inside, outside] = isFirstNested ? end.edges : [...end.edges].reverse();
    const test = edge.truth === isFirstNested ? condition : `!(${condition})`;
    return [
      { kind: "text", text: `if (${test}) {` },
      ...observed(w, inside as AssumeEdge),
      ...jump(nested),
      { kind: "text", text: "}" },
      ...observed(w, outside as AssumeEdge),
      ...jump(isFirstNested ? second : first),
    ];
  }
  if (end.kind === "branch") {
    const works: Work[] = [];
    end.edges.forEach((edge, i) => {
      const { result, lines } = w.capture(() => {
        w.begin(edge);
        openBranch(w, edge.condition);
        return conditionCode(w, edge.condition);
      });
      const test = edge.truth ? result : `!(${result})`;
      works.push({ kind: "text", text: `${lines.join("\n")}\nif (${test}) {` });
      works.push(...observed(w, edge), ...jump(end.targets[i] as number));
      works.push({ kind: "text", text: "}" });
    });
    works.push({ kind: "text", text: stuckCode(w, end.edges[0] as AssumeEdge) });
    return works;
  }
  return [];
}

function observed(w: Writer, edge: AssumeEdge): Work[] {
  const text = observation(w, edge);
  return text === "" ? [] : [{ kind: "text", text }];
}

function observation(w: Writer, edge: AssumeEdge): string {
  return !w.context.options.isObserved ? "" : `RUN.onEdge(${w.tables.edge(edge)});`;
}

/** Two edges with the same condition: exactly one is taken. */
function isTwoWay(edges: readonly AssumeEdge[]): boolean {
  const [a, b] = edges;
  return (
    edges.length === 2 &&
    a !== undefined &&
    b !== undefined &&
    a.truth !== b.truth &&
    sameExpression(a.condition, b.condition)
  );
}

function stuckCode(w: Writer, edge: AssumeEdge): string {
  w.begin(edge);
  return w.unsupported("no condition of the branch holds");
}

/** The end of a block in a dispatch loop. */
function endCode(w: Writer, block: Block, jump: (target: number) => string): void {
  const { end } = block;
  if (end.kind === "goto") w.emit(jump(end.target));
  if (end.kind !== "branch") return;
  const isComplete = isTwoWay(end.edges);
  end.edges.forEach((edge, i) => {
    const go = `${observation(w, edge)} ${jump(end.targets[i] as number)}`;
    // A test is evaluated once: another thread may change the memory that it reads.
    if (isComplete && i === 1) {
      w.emit(go);
      return;
    }
    w.begin(edge);
    openBranch(w, edge.condition);
    const condition = conditionCode(w, edge.condition);
    const test = edge.truth ? condition : `!(${condition})`;
    w.emit(`if (${test}) { ${go} }`);
  });
  if (isComplete) return;
  w.emit(stuckCode(w, end.edges[0] as AssumeEdge));
}

/** Counts steps, and writes the straight edges of a block. */
function blockCode(
  w: Writer,
  plan: FunctionPlan,
  cfa: FunctionCfa,
  block: Block,
  isLoopHead: boolean,
): void {
  if (isLoopHead) {
    w.emit("if ((STEPS[0] -= n) < 0) RUN.moreSteps(); n = 0;");
    switchPoint(w, "loop");
    iterationJump(w, cfa, block.start);
  }
  const steps = block.edges.length + (block.end.kind === "branch" ? 1 : 0);
  if (steps > 0) w.emit(`n = n + ${steps} | 0;`);
  block.edges.forEach((edge, i) => {
    edgeCode(w, plan, edge, block.edges[i + 1]);
  });
  if (block.end.kind === "exit") w.emit(plan.exitCode(w));
  if (block.end.kind === "stuck") {
    const last = block.edges.at(-1) ?? cfa.exit.entering[0] ?? cfa.entry.leaving[0];
    if (last !== undefined) w.begin(last);
    w.emit(w.unsupported("control does not go on from here"));
  }
}
