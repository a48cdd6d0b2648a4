import { MessageChannel } from "node:worker_threads";
import { expect, test } from "vitest";
import type { Invariant } from "../../ground/witness/index.ts";
import type { AttemptNews } from "../plan/index.ts";
import { Mailbox, type News } from "./news.ts";

const ATTEMPT: AttemptNews = {
  technique: "induction",
  seconds: 1,
  isOpen: true,
  reason: "time limit",
};
const INVARIANT = {
  type: "loop_invariant",
  location: { line: 3, column: 1 },
  expression: "x > 0",
} as unknown as Invariant;

test("each kind of news is kept until it is asked for, once", () => {
  const { port1, port2 } = new MessageChannel();
  const mailbox = new Mailbox(port1);
  port2.postMessage({ kind: "lemmas", invariants: [INVARIANT] } satisfies News);
  port2.postMessage({ kind: "attempt", attempt: ATTEMPT } satisfies News);
  expect(mailbox.attempts()).toEqual([ATTEMPT]);
  expect(mailbox.invariants()).toEqual([INVARIANT]);
  expect([...mailbox.attempts(), ...mailbox.invariants()]).toEqual([]);
  port1.close();
});

test("without a port nothing is heard", () => {
  const mailbox = new Mailbox(undefined);
  mailbox.tell({ kind: "attempt", attempt: ATTEMPT });
  expect(mailbox.attempts()).toEqual([]);
});
