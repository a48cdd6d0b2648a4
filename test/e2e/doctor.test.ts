import { expect, test, vi } from "vitest";
import type { HostCheck } from "../../src/organiser/execution/index.ts";
import { agon } from "./cli.ts";

vi.setConfig({ testTimeout: 60_000 });

test.skipIf(process.platform !== "linux")("agon doctor: text and JSON agree", async () => {
  const text = await agon("doctor");
  const json = await agon("doctor", "--json");
  const { checks } = JSON.parse(json.stdout) as { checks: HostCheck[] };
  const isFit = checks.every(({ level }) => level !== "fail");
  expect([text.code, json.code]).toEqual(isFit ? [0, 0] : [3, 3]);
  for (const { name } of checks) expect(text.stdout).toContain(` ${name}`);
});
