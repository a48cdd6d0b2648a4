/** `agon c cfa`: control-flow automata. */

import { defined } from "../../ground/util/defined.ts";
import { InputError } from "../../ground/util/errors.ts";
import {
  buildCfa,
  type CfaEdge,
  type CfaProgram,
  cfaToDot,
  formatCfa,
  formatEdge,
  propagateConstants,
  removeUnreachable,
  slice,
} from "../cfa/index.ts";
import { formatJson, type StageContext } from "./context.ts";

export function automataText(context: StageContext): string {
  return `${formatCfa(build(context))}\n`;
}

export function automataDot(context: StageContext): string {
  return cfaToDot(build(context));
}

/** Returns nodes and edges by number, with operations as text. */
export function automataJson(context: StageContext): string {
  const { globals, functions } = build(context);
  return formatJson({
    file: context.unit.fileName,
    dataModel: context.machine.name,
    globals: globals.map(({ name, kind, size, align, isReadOnly }) => ({
      name,
      kind,
      size,
      align,
      isReadOnly,
    })),
    functions: [...functions.values()].map((cfa) => ({
      name: cfa.name,
      isLibrary: cfa.isLibrary,
      entry: cfa.entry.id,
      exit: cfa.exit.id,
      parameters: cfa.parameters.map(({ name }) => name),
      locals: cfa.locals.map(({ name, kind, size }) => ({ name, kind, size })),
      nodes: cfa.nodes.map(({ id, loop }) => ({
        id,
        ...defined({ loop: loop?.kind }),
      })),
      edges: cfa.nodes.flatMap(({ leaving }) =>
        leaving.map((edge) => ({
          id: edge.id,
          source: edge.source.id,
          target: edge.target.id,
          kind: edge.kind,
          operation: formatEdge(edge),
          // The text of library models is not the user's.
          ...(cfa.isLibrary ? {} : { range: context.positions.range(edge.range) }),
        })),
      ),
    })),
  });
}

function build({ unit, machine, automata }: StageContext): CfaProgram {
  const program = buildCfa(unit, machine);
  const { sliceFor } = automata;
  const simple = automata.simplifies ? removeUnreachable(propagateConstants(program)) : program;
  if (sliceFor === undefined) return simple;
  const calls = callsOf(simple, sliceFor);
  if (calls.length === 0) {
    const message = `no function that main may call calls '${sliceFor}'`;
    throw new InputError([
      { severity: "error", code: "nothing-to-slice", message, file: unit.fileName },
    ]);
  }
  return slice(simple, calls);
}

function callsOf({ functions }: CfaProgram, name: string): CfaEdge[] {
  return [...functions.values()]
    .flatMap(({ nodes }) => nodes.flatMap(({ leaving }) => leaving))
    .filter(
      (edge) =>
        edge.kind === "call" && edge.callee.kind === "address" && edge.callee.target.name === name,
    );
}
