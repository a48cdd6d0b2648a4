/** The requests of the page "What if" and the answers of its worker. */
import { type Signal, signal } from "@preact/signals";
import {
  type CategoryPart,
  type Manifest,
  type RuleChanges,
  type RunShift,
  type RunStore,
  readStandings,
  type StoredStanding,
} from "../../../src/organiser/explorer/index.ts";
import type { CategoryStanding } from "../../../src/organiser/scoring/index.ts";
import { workerText } from "../parts.ts";

export type WhatIfRequest =
  | { readonly kind: "start"; readonly manifest: Manifest }
  | { readonly kind: "part"; readonly part: CategoryPart }
  | {
      readonly kind: "question";
      readonly number: number;
      readonly changes: RuleChanges;
      /** Number of shifts to report. */
      readonly shifts: number;
    };

export type WhatIfAnswer =
  | { readonly kind: "counted" }
  | {
      readonly kind: "answer";
      readonly number: number;
      readonly standings: readonly StoredStanding[];
      readonly shifts: readonly RunShift[];
      readonly kinds: number;
      readonly runs: number;
    }
  | { readonly kind: "fault"; readonly number: number; readonly message: string };

export interface Prediction {
  /** Standings under the rules of the last request. */
  readonly standings: readonly CategoryStanding[];
  readonly shifts: readonly RunShift[];
  /** Number of all shifts, reported or not. */
  readonly kinds: number;
  /** Number of runs with other points. */
  readonly runs: number;
  readonly fault?: string;
  /** Number of the request. */
  readonly number: number;
}

/** The worker of one competition. */
export class Predictor {
  /** Categories whose runs are counted. */
  readonly counted: Signal<number> = signal(0);
  readonly prediction: Signal<Prediction | undefined> = signal<Prediction | undefined>(undefined);
  /** Number of the last request. */
  readonly asked: Signal<number> = signal(0);
  readonly #worker: Promise<Worker>;

  constructor(manifest: Manifest, store: RunStore) {
    this.#worker = this.#start(manifest, store);
    this.#worker.catch((error: Error) => this.#fail(error.message));
  }

  ask(changes: RuleChanges, shifts: number): void {
    const number = ++this.asked.value;
    void this.#worker.then(
      (worker) => send(worker, { kind: "question", number, changes, shifts }),
      () => undefined,
    );
  }

  async #start(manifest: Manifest, store: RunStore): Promise<Worker> {
    const text = await workerText("what-if-worker.js");
    const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    const worker = new Worker(address);
    worker.onmessage = ({ data }: MessageEvent<WhatIfAnswer>) => this.#receive(data, manifest);
    worker.onerror = ({ message }) => this.#fail(message);
    // The answers of the worker contain all that it needs of the first page's data.
    send(worker, { kind: "start", manifest: { ...manifest, standings: [], files: [] } });
    for (const { part } of store.views) {
      const nothing = new Float32Array();
      const columns = { ...part.columns, wall: nothing, memory: nothing };
      send(worker, { kind: "part", part: { ...part, columns } });
    }
    return worker;
  }

  #receive(answer: WhatIfAnswer, { categories }: Manifest): void {
    if (answer.kind === "counted") this.counted.value++;
    else if (answer.kind === "fault") this.#fail(answer.message, answer.number);
    else {
      const standings = readStandings({ standings: answer.standings, categories });
      this.prediction.value = { ...answer, standings };
    }
  }

  #fail(fault: string, number = this.asked.value): void {
    this.prediction.value = { standings: [], shifts: [], kinds: 0, runs: 0, fault, number };
  }
}

function send(worker: Worker, request: WhatIfRequest): void {
  worker.postMessage(request);
}

let current: { readonly store: RunStore; readonly predictor: Predictor } | undefined;

/** The worker that has these runs. */
export function predictorOf(manifest: Manifest, store: RunStore): Predictor {
  if (current?.store !== store) current = { store, predictor: new Predictor(manifest, store) };
  return current.predictor;
}
