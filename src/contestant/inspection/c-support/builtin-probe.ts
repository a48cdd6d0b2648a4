/** Determines the support of builtins by calling each of them. */

import { InputError } from "../../../ground/util/errors.ts";
import { buildCfa, type CfaProgram } from "../../cfa/index.ts";
import { builtinNames, type MachineModel, parseC, type Support } from "../../cfront/index.ts";

/** Arguments to try, in turn: each builtin accepts some of them. */
const ARGUMENTS = [
  ...[
    "",
    "i",
    "d",
    "f",
    "q",
    "l",
    "w",
    "ll",
    "i, i",
    "d, d",
    "i, i, &i",
    "l, l, &l",
    "ll, ll, &ll",
    "u, u, &u",
  ],
  ...[
    "ul, ul, &ul",
    "ull, ull, &ull",
    "i, i, i",
    "0, 1, 2, 3, 4, d",
    "list",
    "list, i",
    "list, other",
    "list, int",
  ],
  ...[
    "v, m",
    "v, struct vf",
    "p, i",
    "p",
    "p, i, i",
    "p, i, 0",
    "p, 0",
    "p, p, 0",
    "p, p, p, 0",
    "p, p, i, 0, 0, 0",
  ],
  ...[
    "p, p, p, 0, 0, 0",
    "b, 0",
    "0",
    "4, p",
    '""',
    "d, f",
    "i, 1",
    "i, 1, 0.5",
    "p, 16",
    "p, 1",
    "16, 128",
  ],
  ...["struct s, m", "int, long", "1, i, d", "v, vf", "v, m"],
];

const probeOf = (name: string, args: string): string => `
typedef int vi __attribute__((vector_size(16)));
typedef float vf __attribute__((vector_size(16)));
struct s { int a, m; };
int i, *p; unsigned u; long l; unsigned long ul; long long ll; unsigned long long ull; unsigned __int128 w;
double d; float f; long double q; vi v, m; _Bool flag; unsigned char *b;
int probe(int n, ...) {
  __builtin_va_list list, other;
  __builtin_va_start(list, n);
  ${name}(${args});
  return 0;
}
int main(void) { return probe(1, 2); }`;

/** Returns the reasons for which parts of a program are rejected. */
function refusalsOf({ functions }: CfaProgram): string[] {
  return [...functions.values()].flatMap(({ nodes }) =>
    nodes.flatMap(({ leaving }) =>
      leaving.flatMap((edge) => (edge.kind === "unsupported" ? [edge.reason] : [])),
    ),
  );
}

/** The guard of a modelled operation. */
const GUARD = /^va_arg of another type/;

/**
 * Whether each builtin is modelled for some arguments that it accepts. @throws Error about one that
 * accepts none of them.
 */
export function probeBuiltins(machine: MachineModel): Map<string, Support> {
  const found = new Map<string, Support>();
  for (const name of builtinNames()) {
    let support: Support | undefined;
    for (const args of ARGUMENTS) {
      const reasons = refusals(name, args, machine);
      if (reasons === undefined) continue;
      support = reasons.every((reason) => GUARD.test(reason)) ? "exact" : "refused";
      if (support === "exact") break;
    }
    if (support === undefined) throw new Error(`no arguments for ${name}`);
    found.set(name, support);
  }
  return found;
}

/** Returns undefined where the arguments do not fit. */
function refusals(name: string, args: string, machine: MachineModel): string[] | undefined {
  try {
    return refusalsOf(buildCfa(parseC("probe.c", probeOf(name, args), machine), machine));
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}
