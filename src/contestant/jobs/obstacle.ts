/** The obstacle to an answer, in one sentence, and advice. */
import type { VerificationReport } from "./verification-report.ts";

export interface Obstacle {
  /** One sentence without a full stop. */
  readonly reason: string;
  /** Possible remedies, each an imperative sentence. */
  readonly advice: readonly string[];
}

interface Pattern {
  readonly text: RegExp;
  readonly tell: (match: RegExpExecArray) => Obstacle;
}

/**
 * The first pattern that matches the reason of any technique is reported: obstacles that the user
 * can remove come first.
 */
const PATTERNS: readonly Pattern[] = [
  {
    text: /'(\w+)' has no definition, and may use the pointers that it gets/,
    tell: ([, name]) => ({
      reason: `\`${name}\` has no definition in the given files, and gets pointers through which it might change anything`,
      advice: [`give the file that defines \`${name}\`, too`],
    }),
  },
  {
    text: /'(\w+)' has no body|call of '?(\w+)'? without a model|unmodelled function '?(\w+)/,
    tell: ([, a, b, c]) => {
      const name = a ?? b ?? c;
      return {
        reason: `\`${name}\`, which the program calls, has no definition, so that its effects are unknown`,
        advice: [`give the file that defines \`${name}\`, or a stand-in for it`],
      };
    },
  },
  {
    text: /unsupported: ([^;]+)/,
    tell: ([, what]) => ({
      reason: `the program uses something that Agon does not model: ${what?.trim()}`,
      advice: ["write that part in another way, or check the functions around it with --function"],
    }),
  },
  {
    text: /possible undefined behaviour: ([^;]+)/,
    tell: ([, what]) => ({
      reason: `Agon could neither rule out nor show this: ${what?.trim()}`,
      advice: [
        "give it more time (--time-limit 15min)",
        "try --config bmc or --config symbolic-execution",
      ],
    }),
  },
  {
    text: /not unrolled completely: ([^;]+)/,
    tell: ([, what]) => ({
      reason: `a loop or recursion goes further than it could be explored, and no invariant was found: ${what?.trim()}`,
      advice: [
        "give it more time (--time-limit 15min)",
        "make arrays and bounds smaller (-D), if the program allows it",
      ],
    }),
  },
  {
    text: /out of memory/,
    tell: () => ({
      reason: "the memory limit was reached",
      advice: ["give it more memory (--memory-limit 8GB)", "check one function (--function NAME)"],
    }),
  },
  {
    text: /^property [^:]*: not supported/,
    tell: () => ({
      reason: "no technique supports all of these checks together for this program",
      advice: ["ask for fewer: --checks assert,overflow"],
    }),
  },
];

export function obstacleOf({
  reason,
  techniques,
  questions,
}: Extract<VerificationReport, { verdict: "unknown" }>): Obstacle {
  const open = questions?.filter(({ verdict }) => verdict === "unknown");
  // Techniques for threads are many, and each gives its own reason.
  const reasons =
    open === undefined
      ? [...techniques.map((technique) => technique.reason), reason]
      : open.map((question) => question.reason);
  for (const { text, tell } of PATTERNS) {
    for (const each of reasons) {
      const match = text.exec(each);
      if (match !== null) return tell(match);
    }
  }
  const isTime = reasons.some((each) => /time (or memory )?limit/.test(each));
  return {
    reason: isTime ? "the time was over before an answer was found" : reason,
    advice: ["give it more time (--time-limit 15min)", "see what was tried (--explain)"],
  };
}
