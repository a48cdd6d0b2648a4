/** Times the seconds of the first question that the last one gets. */
const MOST = 64;

/**
 * The answer to a question whose budget must not hang on the machine's speed: while the answer is
 * "unknown", it is asked again with four times the CPU seconds. For what is expected to be decided;
 * where "unknown" is expected, one question is enough.
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
