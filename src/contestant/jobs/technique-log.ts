import { defined } from "../../ground/util/defined.ts";
import type { Host } from "../call/index.ts";
import type { TechniqueReport } from "../plan/index.ts";
import type { VerificationReport } from "./verification-report.ts";

type Strategy = NonNullable<VerificationReport["strategy"]>;

/** The plan of a verification and the techniques that ran, which are reported to the host as they come. */
export class TechniqueLog {
  readonly #host: Host<VerificationReport>;
  readonly techniques: TechniqueReport[] = [];
  #strategy: Strategy | undefined;
  /** The question that techniques try to answer, where there are several. */
  #question: string | undefined;

  constructor(host: Host<VerificationReport>) {
    this.#host = host;
  }

  plan(strategy: Strategy): void {
    this.#strategy = strategy;
    this.#tell({ strategy });
  }

  ask(question: string): void {
    this.#question = question;
  }

  add(report: TechniqueReport): void {
    this.techniques.push({ ...report, ...defined({ question: this.#question }) });
    this.#tell({ techniques: this.techniques });
  }

  /** The part of a report about the techniques; later ones are added to it. */
  facts(): TechniqueFacts {
    return { techniques: this.techniques, ...defined({ strategy: this.#strategy }) };
  }

  #tell(partial: Partial<VerificationReport>): void {
    this.#host.tell({ kind: "partial", partial });
  }
}

/** The part of a report about the techniques. */
export type TechniqueFacts = Pick<VerificationReport, "techniques" | "strategy">;
