/**
 * `setjmp` and `longjmp` (C11 7.13). A buffer holds the number of an entry in the tables of the
 * run; `longjmp` throws, activations on the way end, and the function that called `setjmp`
 * continues after that call.
 */
import {
  type CallEdge,
  type CfaEdge,
  type Expression,
  type FunctionCfa,
  intrinsicOf,
  type ValueType,
} from "../../cfa/index.ts";

import { addressNumber, isObject } from "./address.ts";
import { codeOf } from "./casts.ts";
import type { Block } from "./flow.ts";
import { comparisonCode, indeterminateLocals, rememberedCode } from "./jump-locals.ts";
import { done, type IntrinsicResult, isIntResult, isWord } from "./memory-intrinsics.ts";
import { storeCode } from "./scalars.ts";
import { word } from "./words.ts";
import type { JumpSite, Writer } from "./writer.ts";

export function isSetjmp(cfaFunctions: ReadonlyMap<string, FunctionCfa>, edge: CfaEdge): boolean {
  if (edge.kind !== "call" || edge.callee.kind !== "address") return false;
  const { target } = edge.callee;
  if (isObject(target) || cfaFunctions.has(target.name)) return false;
  return intrinsicOf(target.name)?.kind === "setjmp";
}

/** The blocks that end with a call of `setjmp`, by their edge. */
export function jumpSites(
  w: Writer,
  cfa: FunctionCfa,
  blocks: readonly Block[],
): Map<CfaEdge, JumpSite> {
  const sites = new Map<CfaEdge, JumpSite>();
  for (const { edges, end } of blocks) {
    const edge = edges.at(-1);
    if (edge === undefined || end.kind !== "goto") continue;
    if (edge.kind !== "call" || !isSetjmp(w.context.program.functions, edge)) continue;
    sites.set(edge, {
      index: blocks.length + sites.size,
      locals: indeterminateLocals(cfa, edge),
    });
  }
  return sites;
}

/** Cases of the switch over blocks: the value of the jump becomes the result of `setjmp`. */
export function siteCode(w: Writer, blocks: readonly Block[]): void {
  for (const { edges, end } of blocks) {
    const edge = edges.at(-1);
    const site = edge === undefined ? undefined : w.jumpSites.get(edge);
    if (edge?.kind !== "call" || site === undefined || end.kind !== "goto") continue;
    w.begin(edge);
    w.emit(`case ${site.index}:`);
    comparisonCode(w, site.locals, "jumpMark");
    if (edge.result !== undefined && "scalar" in edge.result) {
      storeCode(w, edge.result.scalar, edge.result.address, word("jumpValue"));
    }
    w.emit(`pc = ${end.target}; continue D;`);
  }
}

export function setjmpCode(
  w: Writer,
  edge: CallEdge,
  buffer: Expression | undefined,
  result: ValueType | undefined,
): IntrinsicResult {
  const site = w.jumpSites.get(edge);
  if (buffer?.type.kind !== "pointer" || site === undefined || !isIntResult(result)) {
    return undefined;
  }
  const invalid = w.undefinedBehaviour("invalid-dereference", "7.13.1.1p2");
  w.emit(
    `if (!RUN.setJump(${addressNumber(w, buffer)}, jumps, ${site.index}, ${rememberedCode(w, site.locals)})) ${invalid}`,
  );
  return { code: word("0") };
}

export function longjmpCode(
  w: Writer,
  buffer: Expression | undefined,
  value: Expression | undefined,
): IntrinsicResult {
  if (buffer?.type.kind !== "pointer" || !isWord(value)) return undefined;
  const address = w.hold(addressNumber(w, buffer));
  // Throws when the target activation exists.
  w.emit(`RUN.longJump(${address}, ${codeOf(w.expression(value))});`);
  w.emit(w.undefinedBehaviour("library-argument", "7.13.2.1p2"));
  return done;
}
