import { expect, test } from "vitest";
import { buildProgram } from "../../../../test/support/run-c.ts";
import { TermManager } from "../../smt/index.ts";
import { IndeterminateBase } from "../memory/content-base.ts";
import { choicesIn } from "./input-choices.ts";

test("bytes that were read before the start of a block are not chosen", () => {
  const manager = new TermManager();
  const base = new IndeterminateBase(manager, "block");
  base.read(4, 2);
  base.read(2 ** 32 - 4, 4);
  const [edge] = buildProgram("int main(void) { return 0; }", "ILP32").main.entry.leaving;
  if (edge === undefined) throw new Error("a program without edges");
  const inputs = [{ guard: manager.true, edge, value: base }];
  const choices = choicesIn(inputs, (term) => (term === manager.true ? 1n : 0x0102n));
  expect(choices).toEqual([{ edge, value: Uint8Array.of(0, 0, 0, 0, 2, 1) }]);
});
