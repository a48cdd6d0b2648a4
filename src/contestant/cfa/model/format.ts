/** CFAs as text, for tests and for debugging. */
import type {
  CallArgument,
  CfaEdge,
  CfaNode,
  CfaProgram,
  FunctionCfa,
  MemoryObject,
} from "./cfa.ts";
import {
  formatExpression,
  formatObject,
  formatPlace,
  formatValueType,
} from "./expression-format.ts";

/**
 * Globals with their initial contents, then each function as lines
 * `source -> target: operation`, nodes numbered from 0 in each function.
 */
export function formatCfa(program: CfaProgram): string {
  const parts = program.globals.map(formatGlobal);
  for (const cfa of program.functions.values()) parts.push(formatFunction(cfa));
  return parts.join("\n");
}

function formatGlobal(object: MemoryObject): string {
  const items = object.initial.map(({ offset, bitField, value }) => {
    const bits = bitField === undefined ? "" : `:${bitField.bitOffset}:${bitField.bitWidth}`;
    return `${offset}${bits}: ${formatExpression(value)}`;
  });
  const flag = object.isReadOnly ? " read-only" : "";
  return `${object.kind} ${object.name}: ${object.size} bytes${flag} {${items.join(", ")}}`;
}

export function formatFunction(cfa: FunctionCfa): string {
  const numbers = new Map(cfa.nodes.map((node, index) => [node, index]));
  const name = (node: CfaNode): string => (node === cfa.exit ? "exit" : String(numbers.get(node)));
  const parameters = cfa.parameters.map(formatObject).join(", ");
  const lines = [
    `${cfa.name}(${parameters})${cfa.isExternal ? " external" : cfa.isLibrary ? " library" : ""}:`,
  ];
  for (const node of cfa.nodes) {
    const loop = node.loop === undefined ? "" : ` [${node.loop.kind}]`;
    for (const edge of node.leaving) {
      lines.push(`  ${name(node)}${loop} -> ${name(edge.target)}: ${formatEdge(edge)}`);
    }
    if (node.leaving.length === 0 && node !== cfa.exit) lines.push(`  ${name(node)}${loop}: stuck`);
  }
  return lines.join("\n");
}

/** The operation of the edge, on one line. */
export function formatEdge(edge: CfaEdge): string {
  switch (edge.kind) {
    case "skip":
      return edge.open === undefined ? "skip" : `open: ${edge.open}`;
    case "assume": {
      const { branch } = edge;
      const outcome = branch === undefined ? "" : ` {${branch.kind} ${String(branch.outcome)}}`;
      const condition = formatExpression(edge.condition);
      return `${edge.truth ? `[${condition}]` : `![${condition}]`}${outcome}`;
    }
    case "assign":
      return `${formatPlace(edge.address, edge.value.type, edge.bitField)} = ${formatExpression(edge.value)}`;
    case "copy":
      return `copy ${edge.size} bytes to ${formatExpression(edge.to)} from ${formatExpression(edge.from)}`;
    case "clear":
      return `clear ${edge.size} bytes at ${formatExpression(edge.address)}`;
    case "call": {
      const callee =
        edge.callee.kind === "address"
          ? edge.callee.target.name
          : `(*${formatExpression(edge.callee)})`;
      const call = `${callee}(${edge.arguments.map(formatArgument).join(", ")})`;
      const { result } = edge;
      if (result === undefined) return call;
      return "scalar" in result
        ? `${formatPlace(result.address, result.scalar)} = ${call}`
        : `${result.recordSize} bytes at ${formatExpression(result.address)} = ${call}`;
    }
    case "return":
      return edge.value === undefined ? "return" : `return ${formatArgument(edge.value)}`;
    case "declare":
      return `declare ${formatObject(edge.object)}: ${describe(edge.object)}`;
    case "end-scope":
      return `end of ${edge.objects.map(formatObject).join(", ")}`;
    case "unsupported":
      return `unsupported: ${edge.reason}`;
  }
}

function describe({ scalar, size }: MemoryObject): string {
  return scalar === undefined ? `${size} bytes` : formatValueType(scalar);
}

function formatArgument(argument: CallArgument): string {
  return argument.kind === "scalar"
    ? formatExpression(argument.value)
    : `${argument.size} bytes at ${formatExpression(argument.address)}`;
}
