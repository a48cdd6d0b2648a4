import type { EngineAnswer } from "../symbolic/index.ts";

/** The answer of one exploration. */
export type PhaseAnswer =
  | Extract<EngineAnswer, { kind: "true" | "false" }>
  /** `retry`: a larger bound may help. */
  | (Extract<EngineAnswer, { kind: "unknown" }> & { readonly retry: boolean });

/** No answer, for a reason. */
export function unknownFor(reason: string, { retry }: { readonly retry: boolean }): PhaseAnswer {
  return { kind: "unknown", reason, retry };
}
