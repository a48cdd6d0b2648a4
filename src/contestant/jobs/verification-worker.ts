/** The entry module of a verification: for a thread of its own, or for the main thread. */
import { type Served, serve, waitToOptimize } from "../call/index.ts";
import { performVerification } from "./perform-verification.ts";
import type { PartnerJob } from "./verification-job.ts";
import type { VerificationReport } from "./verification-report.ts";

waitToOptimize();
export const perform: Served<PartnerJob, VerificationReport> = serve(performVerification);
