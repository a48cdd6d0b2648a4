/** Where a verification is loaded from: by a thread of its own, or by the one that the process begins with. */
import { type Served, serve, waitToOptimize } from "../call/index.ts";
import { type PartnerJob, performVerification } from "./perform-verification.ts";
import type { VerificationReport } from "./verification-report.ts";

waitToOptimize();
export const perform: Served<PartnerJob, VerificationReport> = serve(performVerification);
