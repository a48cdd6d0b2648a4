/** Where a validation is loaded from; see the verifier's. */
import { type Served, serve, waitToOptimize } from "../call/index.ts";
import { performValidation, type ValidationJob } from "./perform-validation.ts";
import type { ValidationAnswer } from "./validate.ts";

waitToOptimize();
export const perform: Served<ValidationJob, ValidationAnswer> = serve(performValidation);
