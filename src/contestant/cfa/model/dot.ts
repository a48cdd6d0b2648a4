/** Control-flow automata in the language of Graphviz. */
import type { CfaNode, CfaProgram } from "./cfa.ts";
import { formatEdge } from "./format.ts";

/** One cluster a function; loop heads are diamonds, exits double circles. */
export function cfaToDot(program: CfaProgram): string {
  const lines = ["digraph cfa {", "  node [shape=circle, fontname=monospace];"];
  for (const { name, nodes, exit } of program.functions.values()) {
    lines.push(`  subgraph ${quote(`cluster_${name}`)} {`, `    label=${quote(name)};`);
    for (const node of nodes) {
      lines.push(`    ${node.id} [shape=${shapeOf(node, exit)}];`);
      for (const edge of node.leaving) {
        lines.push(`    ${node.id} -> ${edge.target.id} [label=${quote(formatEdge(edge))}];`);
      }
    }
    lines.push("  }");
  }
  lines.push("}");
  return `${lines.join("\n")}\n`;
}

function shapeOf(node: CfaNode, exit: CfaNode): string {
  if (node === exit) return "doublecircle";
  return node.loop === undefined ? "circle" : "diamond";
}

function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n")}"`;
}
