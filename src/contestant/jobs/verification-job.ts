/** The task and options of a verification, as they are given to a thread. */

import type { MessagePort } from "node:worker_threads";
import type { DataModel } from "../cfront/index.ts";
import type { Partner } from "../plan/index.ts";
import type { ProgramBuild } from "./program-build.ts";
import type { WitnessFormat } from "./witness-document.ts";

/** The task and options of a verification. */
export interface VerificationJob {
  readonly programFile: string;
  readonly programText: string;
  /**
   * A program of several files, or one that does not start in `main`; then the text is not used.
   */
  readonly build?: ProgramBuild;
  readonly propertyFile: string;
  readonly propertyText: string;
  readonly dataModel: DataModel;
  readonly configuration: string;
  /** CPU seconds of all processes together. */
  readonly timeLimitSeconds: number;
  readonly seed: number;
  /** Whether a counterexample is reported step by step. */
  readonly wantsTrace: boolean;
  /** Whether its steps contain the values of all variables. */
  readonly wantsValues?: boolean;
  /** Whether some time is spent on removing unnecessary parts of the witness. */
  readonly wantsWitness: boolean;
  /** The format in which it will be written; default: the usual one for the violated property. */
  readonly witnessFormat?: WitnessFormat;
  /**
   * Whether a violation is explained in words; checks that no operation of the program can fail are
   * left out.
   */
  readonly explains?: boolean;
  /** Whether further violations are searched for when one is found; needs `explains`. */
  readonly findsAll?: boolean;
  /** Whether answers "unsat" of the SAT solver count only with a checked proof. */
  readonly checksProofs: boolean;
}

/** The job, and the role in it when two threads do it. */
export interface PartnerJob extends VerificationJob {
  readonly part?: Part;
}

/** The role of one of two threads. */
export interface Part {
  readonly role: Partner["role"];
  /** See {@link SharedWork}. */
  readonly memory: SharedArrayBuffer;
  /** Connects to the other thread. */
  readonly port: MessagePort;
}
