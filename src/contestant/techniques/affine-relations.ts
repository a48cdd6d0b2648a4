/**
 * Linear equations among variables at loop heads, by symbolic abstraction (Reps, Sagiv, Yorsh, VMCAI 2004; King,
 * Søndergaard, VMCAI 2010), over the integers modulo the width.
 */
import { proveByLinearEquations } from "./proofs/linear-equations.ts";
import { reachSafetyOfOneThread, type Technique } from "./technique.ts";

export const affineRelations: Technique = {
  id: "affine-relations",
  title: "linear equations modulo the width",
  source: "Müller-Olm, Seidl, TOPLAS 2007; King, Søndergaard, VMCAI 2010",
  direction: "proof",
  provesBy: "symbolic",
  grounds: {
    true: "the equations hold at every loop head, as was checked step by step, and allow no violation",
  },
  defaultShare: 0.1,
  briefSeconds: 0.5,
  capSeconds: 20,
  configurations: [
    {
      name: "affine-relations",
      description: "the linear equations, modulo the width, that all steps between loop heads keep",
    },
  ],
  supports: reachSafetyOfOneThread,
  run: (task, context) => {
    context.onProgress("linear equations");
    return proveByLinearEquations(task, context);
  },
};
