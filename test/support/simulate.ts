import {
  AND,
  type GateGraph,
  INPUT,
  type Literal,
  MAJORITY,
  MUX,
  XOR,
  XOR3,
} from "../../src/contestant/smt/blast/gate-graph.ts";

/** Values of all gates in 32 independent runs, one in each bit, given those of the inputs. */
export function simulate(graph: GateGraph, inputs: ReadonlyMap<Literal, number>): Int32Array {
  const values = new Int32Array(graph.size);
  for (let gate = 1; gate < graph.size; gate++) {
    const [a, b, c] = [0, 1, 2].map((i) => literalValue(values, graph.input(gate, i))) as [
      number,
      number,
      number,
    ];
    switch (graph.kind(gate)) {
      case INPUT:
        values[gate] = inputs.get(2 * gate) ?? 0;
        break;
      case AND:
        values[gate] = a & b;
        break;
      case XOR:
        values[gate] = a ^ b;
        break;
      case MUX:
        values[gate] = (a & b) | (~a & c);
        break;
      case MAJORITY:
        values[gate] = (a & b) | (a & c) | (b & c);
        break;
      case XOR3:
        values[gate] = a ^ b ^ c;
        break;
    }
  }
  return values;
}

export function literalValue(values: Int32Array, literal: Literal): number {
  const value = values[literal >> 1] as number;
  return (literal & 1) === 0 ? value : ~value;
}
