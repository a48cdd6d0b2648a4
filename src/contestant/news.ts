/** What two processes that verify the same program tell each other, and the mailbox of the thread that works. */
import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { AttemptNews } from "../verifier/index.ts";
import type { Invariant } from "../witness/index.ts";

export type News =
  | { readonly kind: "attempt"; readonly attempt: AttemptNews }
  | { readonly kind: "lemmas"; readonly invariants: readonly Invariant[] };

/** Nothing but news is sent to a thread after its start. It works without a pause, and asks when it wants to know. */
export class Mailbox {
  readonly #port: MessagePort | null;
  #invariants: Invariant[] = [];
  #attempts: AttemptNews[] = [];

  constructor(port: MessagePort | null) {
    this.#port = port;
  }

  tell(news: News): void {
    this.#port?.postMessage({ kind: "news", news });
  }

  /** Those that have come since. */
  invariants(): readonly Invariant[] {
    this.#receive();
    const received = this.#invariants;
    this.#invariants = [];
    return received;
  }

  /** Those that have come since. */
  attempts(): readonly AttemptNews[] {
    this.#receive();
    const received = this.#attempts;
    this.#attempts = [];
    return received;
  }

  #receive(): void {
    const port = this.#port;
    if (port === null) return;
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
      const news = next.message as News;
      if (news.kind === "attempt") this.#attempts.push(news.attempt);
      else this.#invariants.push(...news.invariants);
    }
  }
}
