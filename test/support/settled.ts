/** Greatest factor for the seconds of a repeated query. */
const MOST = 64;

/**
 * The answer to a query whose budget must not depend on the machine's speed: while the answer is
 * "unknown", the query is repeated with four times the CPU seconds. For queries that are expected
 * to be decided; where "unknown" is expected, one query is enough.
 */
export function settled<Answer extends { readonly verdict: string }>(
  seconds: number,
  ask: (seconds: number) => Answer,
): Answer {
  let answer = ask(seconds);
  for (let factor = 4; factor <= MOST && answer.verdict === "unknown"; factor *= 4) {
    answer = ask(seconds * factor);
  }
  return answer;
}
