/**
 * The direct exchange of messages between two threads that verify the same program, without the
 * main thread.
 */
import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { Invariant } from "../../ground/witness/index.ts";
import type { AttemptNews } from "../plan/index.ts";

export type News =
  | { readonly kind: "attempt"; readonly attempt: AttemptNews }
  | { readonly kind: "lemmas"; readonly invariants: readonly Invariant[] };

/** A thread works without a pause, and polls for messages. */
export class Mailbox {
  readonly #port: MessagePort | undefined;
  #invariants: Invariant[] = [];
  #attempts: AttemptNews[] = [];

  /** @param port - undefined: there is no other thread */
  constructor(port: MessagePort | undefined) {
    this.#port = port;
  }

  tell(news: News): void {
    this.#port?.postMessage(news);
  }

  /** Returns the new invariants since the last call. */
  invariants(): readonly Invariant[] {
    this.#receive();
    const received = this.#invariants;
    this.#invariants = [];
    return received;
  }

  /** Returns the new results of attempts since the last call. */
  attempts(): readonly AttemptNews[] {
    this.#receive();
    const received = this.#attempts;
    this.#attempts = [];
    return received;
  }

  #receive(): void {
    const port = this.#port;
    if (port === undefined) return;
    for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port)) {
      const news = next.message as News;
      if (news.kind === "attempt") this.#attempts.push(news.attempt);
      else this.#invariants.push(...news.invariants);
    }
  }
}
