/** The entry module of a validation; compare that of the verifier. */
import { type Served, serve, waitToOptimize } from "../call/index.ts";
import { performValidation, type ValidationJob } from "./perform-validation.ts";
import type { ValidationAnswer } from "./validate.ts";

waitToOptimize();
export const perform: Served<ValidationJob, ValidationAnswer> = serve(performValidation);
