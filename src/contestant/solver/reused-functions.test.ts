import { createModule } from "cadical-wasm";
import { expect, it } from "vitest";
import { pigeons } from "../../../test/support/pigeons.ts";
import { createCadical } from "./cadical-wasm.ts";
import { reuseFunctions } from "./reused-functions.ts";

it("adds a function where one of the same type was removed", async () => {
  const module = await createModule();
  reuseFunctions(module);
  const [first, second] = [module.addFunction(() => 1, "ii"), module.addFunction(() => 2, "ii")];
  expect(first).not.toBe(second);
  module.removeFunction(first);
  // Given back twice, it is still free only once.
  module.removeFunction(first);
  expect(module.addFunction(() => {}, "vii")).not.toBe(first);
  expect(module.addFunction(() => 3, "ii")).toBe(first);
  expect([first, second]).not.toContain(module.addFunction(() => 4, "ii"));
});

it("asks the deadline of the question, not that of an earlier one or of another solver", async () => {
  const cadical = await createCadical();
  const [long, short] = [cadical.create(), cadical.create()];
  for (const sat of [long, short]) pigeons(sat, 9);
  const asked = { never: 0, soon: 0 };
  const never = (): boolean => ++asked.never < 0;
  const soon = (): boolean => ++asked.soon > 2;
  expect(short.solve([], { deadline: soon })).toBe("unknown");
  expect(asked.never).toBe(0);
  expect(long.solve([], { deadline: never, conflicts: 1000 })).toBe("unknown");
  const { soon: before } = asked;
  long.dispose();
  const third = cadical.create();
  pigeons(third, 9);
  expect(third.solve([], { conflicts: 1000 })).toBe("unknown");
  expect(third.solve([], { deadline: never, conflicts: 1000 })).toBe("unknown");
  expect(asked.soon).toBe(before);
  expect(short.solve([], { deadline: soon })).toBe("unknown");
});
