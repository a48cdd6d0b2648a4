import { PlatformError } from "../../ground/util/errors.ts";
import { agonLint } from "./modules/agon-lint.ts";
import { agonValidator } from "./modules/agon-validator.ts";
import { agonVerifier } from "./modules/agon-verifier.ts";
import { aprove } from "./modules/aprove.ts";
import { blast } from "./modules/blast.ts";
import { cbmc } from "./modules/cbmc.ts";
import { coastal } from "./modules/coastal.ts";
import { cpachecker } from "./modules/cpachecker.ts";
import { dartagnan } from "./modules/dartagnan.ts";
import { deagle } from "./modules/deagle.ts";
import { esbmc } from "./modules/esbmc.ts";
import { gdart } from "./modules/gdart.ts";
import { goblint } from "./modules/goblint.ts";
import { gwit } from "./modules/gwit.ts";
import { iekke } from "./modules/iekke.ts";
import { javaRanger } from "./modules/java-ranger.ts";
import { jayhorn } from "./modules/jayhorn.ts";
import { jbmc } from "./modules/jbmc.ts";
import { jcwit } from "./modules/jcwit.ts";
import { jdart } from "./modules/jdart.ts";
import { jlisa } from "./modules/jlisa.ts";
import { jpf } from "./modules/jpf.ts";
import { lazycseq } from "./modules/lazycseq.ts";
import { llbmc } from "./modules/llbmc.ts";
import { mlb } from "./modules/mlb.ts";
import { mopsa } from "./modules/mopsa.ts";
import { predatorhp } from "./modules/predatorhp.ts";
import { proton } from "./modules/proton.ts";
import { satabs } from "./modules/satabs.ts";
import { spf } from "./modules/spf.ts";
import { swat } from "./modules/swat.ts";
import { symbiotic } from "./modules/symbiotic.ts";
import { theta } from "./modules/theta.ts";
import { twoLs } from "./modules/two-ls.ts";
import { ULTIMATE_TOOLS } from "./modules/ultimate.ts";
import { wit4java } from "./modules/wit4java.ts";
import { witnesslint } from "./modules/witnesslint.ts";
import { wolverine } from "./modules/wolverine.ts";
import type { ToolInfo } from "./tool-info.ts";

/** Every tool-info module, ordered by name. */
export const TOOL_MODULES: readonly ToolInfo[] = [
  agonLint,
  agonValidator,
  agonVerifier,
  aprove,
  blast,
  cbmc,
  coastal,
  cpachecker,
  dartagnan,
  deagle,
  esbmc,
  gdart,
  goblint,
  gwit,
  iekke,
  javaRanger,
  jayhorn,
  jbmc,
  jcwit,
  jdart,
  jlisa,
  jpf,
  lazycseq,
  llbmc,
  mlb,
  mopsa,
  predatorhp,
  proton,
  satabs,
  spf,
  swat,
  symbiotic,
  theta,
  twoLs,
  ...ULTIMATE_TOOLS,
  wit4java,
  witnesslint,
  wolverine,
];

/** The native module of that name, if there is one. */
export function findNativeToolInfo(module: string): ToolInfo | undefined {
  return TOOL_MODULES.find((candidate) => candidate.module === module);
}

/** Whether a module is that of a linter, also through the bridge to Python. */
export function isLinterModule(module: string): boolean {
  return findNativeToolInfo(module)?.isLinter === true || module.endsWith(".witnesslint");
}

/**
 * The native module of that name.
 *
 * @throws PlatformError `ERR_UNKNOWN_TOOL_MODULE`; the message names the known ones.
 */
export function findToolInfo(module: string): ToolInfo {
  const found = findNativeToolInfo(module);
  if (found !== undefined) return found;
  throw new PlatformError("ERR_UNKNOWN_TOOL_MODULE", `there is no tool-info module '${module}'`, {
    hint: `known modules: ${TOOL_MODULES.map((candidate) => candidate.module).join(", ")}`,
  });
}

/** Whether the name is that of a Python module, which only a bridge to Python can run. */
export function isPythonModule(module: string): boolean {
  // Python's import statement forbids hyphens, but its import function allows them:
  // `benchexec.tools.sv-sanitizers`.
  return /^[A-Za-z_]\w*(\.[A-Za-z_][\w+-]*)+$/.test(module);
}
