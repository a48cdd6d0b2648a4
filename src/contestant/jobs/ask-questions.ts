/**
 * Several checks of a program with threads: no technique supports them all together, so they are
 * split into questions, one after the other, each with its share of the remaining time.
 */
import type { Formula } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { type VerificationOptions, verify } from "../plan/index.ts";
import type { LoadedProgram } from "../program/index.ts";
import {
  checksOfFormulas,
  questionsOfThreads,
  specificationOf,
  withinMemory,
} from "../specification/index.ts";
import { furtherViolations, type TellingOptions, violationInWords } from "./further-violations.ts";
import type {
  AnsweredQuestion,
  FurtherViolation,
  VerificationReport,
} from "./verification-report.ts";

export interface QuestionOptions extends VerificationOptions, TellingOptions {
  /** Whether all violations are searched for, or the first is enough. */
  readonly findsAll: boolean;
  /** Called whenever a question begins: its formulas in words. */
  readonly onQuestion: (question: string) => void;
  /** Called with every answer. */
  readonly onAnswer: (partial: Partial<VerificationReport>) => void;
}

type Without<Report> = Report extends unknown ? Omit<Report, "techniques" | "strategy"> : never;
type Answer = Without<VerificationReport>;
type Violated = Extract<Answer, { verdict: "false" }>;
type Proved = Extract<Answer, { verdict: "true" }>;

export function askQuestions(
  loaded: LoadedProgram,
  formulas: readonly Formula[],
  options: QuestionOptions,
): Answer {
  const { budget, findsAll, onAnswer } = options;
  const questions: AnsweredQuestion[] = [];
  const proofs: Proved[] = [];
  const violated: Violated[] = [];
  const asked = questionsOfThreads(formulas);
  for (const [index, { formulas: all, narrower }] of asked.entries()) {
    const share = budget.remainingSeconds() / (asked.length - index);
    const ask = (some: readonly Formula[], seconds: number): Answer => {
      options.onQuestion([...new Set(some.map(({ kind }) => kind))].join(", "));
      const answer = askOne(loaded, some, { ...options, budget: budget.part(seconds) });
      if (answer.verdict === "true") proofs.push(answer);
      if (answer.verdict === "false") violated.push(answer);
      return answer;
    };
    const answer = ask(all, narrower === undefined ? share : share / 2);
    if (answer.verdict === "unknown" && narrower !== undefined) {
      const rest = all.filter((formula) => !narrower.includes(formula));
      questions.push(answered(narrower, ask(narrower, share / 2)), answered(rest, answer));
    } else questions.push(answered(all, answer));
    onAnswer(violated.length > 0 ? together(violated, questions, findsAll) : { questions });
    if (violated.length > 0 && !findsAll) break;
  }
  if (violated.length > 0) return together(violated, questions, findsAll);
  const open = questions.filter(({ verdict }) => verdict === "unknown");
  const [proof, ...more] = proofs;
  if (open.length > 0 || proof === undefined) {
    return { verdict: "unknown", reason: reasons(open), questions };
  }
  // A proof about values contains more information than one about races.
  const { witness } = more[0] ?? proof;
  const reason = more.length === 0 ? proof.reason : reasons(questions);
  return { verdict: "true", witness, reason, questions };
}

function answered(formulas: readonly Formula[], answer: Answer): AnsweredQuestion {
  const { verdict } = answer;
  const reason = answer.verdict === "false" ? answer.subproperty : answer.reason;
  return { checks: checksOfFormulas(formulas), verdict, reason };
}

function askOne(
  loaded: LoadedProgram,
  formulas: readonly Formula[],
  options: QuestionOptions,
): Answer {
  const { memoryBytes = Number.POSITIVE_INFINITY } = options;
  const property = { formulas };
  const result = verify(loaded.program, property, options);
  if (result.verdict !== "false") return result;
  const specification = withinMemory(specificationOf(property), memoryBytes);
  const told = violationInWords(loaded, specification, result, options);
  const { choices: _, turns: __, ...found } = result;
  if (told === undefined || !options.findsAll) return { ...found, ...told };
  const further = furtherViolations(loaded, property, told.explanation.known, options);
  return { ...found, ...told, further };
}

/** The first violation, with the others after it. */
function together(
  violated: readonly Violated[],
  questions: readonly AnsweredQuestion[],
  findsAll: boolean,
): Violated {
  const [first, ...others] = violated as [Violated, ...Violated[]];
  if (!findsAll) return { ...first, questions };
  const violations = others.flatMap(({ explanation, trace }): FurtherViolation[] =>
    explanation === undefined ? [] : [{ explanation, ...defined({ trace }) }],
  );
  const behind = violated.flatMap(({ further }) => further?.violations ?? []);
  const doubts = [
    ...violated.flatMap(({ further }) => further?.mayBeMore ?? []),
    ...questions.filter(({ verdict }) => verdict === "unknown").map(textOf),
  ];
  const mayBeMore = doubts.length === 0 ? undefined : doubts.join("; ");
  const further = { violations: [...violations, ...behind], ...defined({ mayBeMore }) };
  return { ...first, questions, further };
}

function reasons(questions: readonly AnsweredQuestion[]): string {
  return questions.map(textOf).join("; ");
}

function textOf({ checks, reason }: AnsweredQuestion): string {
  return `${checks.join(", ")}: ${reason}`;
}
