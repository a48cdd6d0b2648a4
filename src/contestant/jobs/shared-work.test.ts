import { describe, expect, test } from "vitest";
import { SharedWork } from "./shared-work.ts";

/** The views of the two threads. */
function pair(limitSeconds = 90): { leader: SharedWork; helper: SharedWork } {
  const leader = new SharedWork(limitSeconds);
  return { leader, helper: new SharedWork(limitSeconds, leader.memory) };
}

describe("attempts", () => {
  test("only one of them is at a technique", () => {
    const { leader, helper } = pair();
    expect(helper.claims("helper", 3, 1)).toBe(true);
    expect(leader.claims("leader", 3, 1)).toBe(false);
    expect(leader.isAt("helper", 3)).toBe(true);
    expect(leader.claims("leader", 4, 1)).toBe(true);
    helper.release("helper", 3);
    expect(leader.claims("leader", 3, 1)).toBe(true);
  });

  test("a claim of another thread is not released", () => {
    const { leader, helper } = pair();
    leader.claims("leader", 0, 1);
    helper.release("helper", 0);
    helper.leave("helper");
    expect(helper.isAt("leader", 0)).toBe(true);
  });

  test("only an attempt that another thread has just begun is taken over", () => {
    const { leader, helper } = pair();
    helper.use("helper", 10);
    helper.claims("helper", 3, 5);
    helper.use("helper", 10.25);
    expect(leader.takesOver("leader", 3, 1, 0.2)).toBe(false);
    expect(helper.isAt("helper", 3)).toBe(true);
    expect(leader.takesOver("leader", 3, 1, 0.3)).toBe(true);
    expect(helper.isAt("leader", 3)).toBe(true);
    helper.release("helper", 3);
    expect(helper.isAt("leader", 3)).toBe(true);
    expect(helper.claims("helper", 3, 1)).toBe(false);
    expect(leader.takesOver("leader", 4, 1, 0)).toBe(true);
  });

  test("who leaves is at nothing", () => {
    const { leader, helper } = pair();
    helper.claims("helper", 2, 1);
    helper.leave("helper");
    expect(leader.claims("leader", 2, 1)).toBe(true);
    expect(leader.works("helper")).toBe(false);
  });
});

describe("CPU seconds", () => {
  test("the helper has a third while the leader works, and then what that leaves", () => {
    const { leader, helper } = pair();
    expect(helper.limitOf("helper")).toBe(30);
    leader.use("leader", 70);
    expect(helper.limitOf("helper")).toBe(20);
    leader.leave("leader");
    helper.use("helper", 15);
    expect([helper.limitOf("helper"), helper.remainingSeconds()]).toEqual([20, 5]);
  });

  test("each leaves the other what its attempt may take", () => {
    const { leader, helper } = pair();
    helper.use("helper", 2);
    helper.claims("helper", 1, 10);
    expect(leader.limitOf("leader")).toBe(78);
    leader.use("leader", 5);
    leader.claims("leader", 0, 80);
    expect(helper.limitOf("helper")).toBe(5);
    helper.release("helper", 1);
    expect(leader.limitOf("leader")).toBe(88);
  });

  test("what the process uses is shared by those who work", () => {
    const { leader, helper } = pair();
    expect(helper.share()).toBe(0.5);
    leader.leave("leader");
    expect(helper.share()).toBe(1);
  });
});
