/**
 * Scores of validators (validation track, since 2023). In a base category the average over the
 * correct and the average over the wrong witnesses have equal weight; meta categories are
 * normalised like those of the verifiers, except that a validator need not take part in all
 * children.
 */
import {
  type Category,
  parseStatus,
  type Tool,
  type ValidationTrackRules,
} from "../../../ground/model/index.ts";
import { Rational } from "../../../ground/util/rational.ts";
import { CategoryTree } from "../category-tree.ts";
import { ExactSum } from "../exact-sum.ts";
import { assignRanks } from "../ranking.ts";
import {
  classifyWitness,
  type ValidationTask,
  type ValidationTrack,
  type ValidatorRun,
  votesByFamily,
  type WitnessClass,
  type WitnessKind,
  witnessEligibility,
} from "./witness-class.ts";

export interface ValidationStandingsInput {
  readonly rules: ValidationTrackRules;
  readonly track: ValidationTrack;
  /** In table order. */
  readonly categories: readonly Category[];
  /** One vote per family of validators with a common code base; default: one per validator. */
  readonly familyOf?: (validator: string) => string;
}

/** Numbers of witnesses by class; only correct and wrong ones count. */
export interface WitnessCounts {
  readonly correct: number;
  readonly wrong: number;
  /** Void: eligible, but of unknown class. */
  readonly unknown: number;
}

export interface ValidatorScore {
  readonly validator: string;
  readonly score: Rational;
  /** Sums of points over correct and over wrong witnesses, not normalised. */
  readonly pointsOnCorrect: Rational;
  readonly pointsOnWrong: Rational;
  /** Over the runs with positive points. */
  readonly cpuTimeSeconds: number | undefined;
  /** From 1; absent for tools that are hors concours or have no results. */
  readonly rank?: number;
  readonly hasResults: boolean;
}

export interface ValidationStanding {
  readonly category: Category;
  readonly witnesses: WitnessCounts;
  /** Medals go to scores above 0 only, and only if at least three compete. */
  readonly hasMedals: boolean;
  readonly scores: readonly ValidatorScore[];
}

/** Points for one answer; 0 for answers other than true and false, and for void witnesses. */
export function validatorPoints(
  rules: ValidationTrackRules,
  witnessClass: WitnessClass["class"],
  kind: WitnessKind,
  status: string,
): number {
  const answer = parseStatus(status).kind;
  if (witnessClass === "unknown" || (answer !== "true" && answer !== "false")) return 0;
  const points = rules.points[witnessClass][kind];
  const factor = witnessClass === "wrong" ? rules.wrongWitnessFactor : 1;
  return factor * (answer === "true" ? points.answerTrue : points.answerFalse);
}

/** (C/|correct| + W/|wrong|) / g · (|correct| + |wrong|); g classes are not empty. */
export function validationScore(
  { correct, wrong }: Pick<WitnessCounts, "correct" | "wrong">,
  pointsOnCorrect: Rational,
  pointsOnWrong: Rational,
): Rational {
  const classes = [
    { size: correct, points: pointsOnCorrect },
    { size: wrong, points: pointsOnWrong },
  ].filter(({ size }) => size > 0);
  if (classes.length === 0) return Rational.zero;
  const averages = classes.map(({ size, points }) => points.dividedBy(Rational.of(size)));
  return Rational.sum(averages).times(Rational.of(correct + wrong, classes.length));
}

interface Value {
  readonly hasResults: boolean;
  readonly score: Rational;
  readonly pointsOnCorrect: Rational;
  readonly pointsOnWrong: Rational;
  readonly cpuTime: Rational | undefined;
}

const NO_WITNESSES: WitnessCounts = { correct: 0, wrong: 0, unknown: 0 };

const NOTHING: Value = {
  hasResults: false,
  score: Rational.zero,
  pointsOnCorrect: Rational.zero,
  pointsOnWrong: Rational.zero,
  cpuTime: Rational.zero,
};

/** Sums over the witnesses of a base category. */
interface CategorySums {
  readonly counts: Record<WitnessClass["class"], number>;
  readonly byValidator: Map<string, ValidatorSums>;
}

interface ValidatorSums {
  readonly correct: ExactSum;
  readonly wrong: ExactSum;
  readonly cpuTime: ExactSum;
  isTimeKnown: boolean;
}

/** Scores and ranks of the validators of a track in all categories: witnesses come one by one, for there may be millions. */
export class ValidationStandings {
  readonly #input: ValidationStandingsInput;
  readonly #tree: CategoryTree;
  /** By name of the base category. */
  readonly #sums = new Map<string, CategorySums>();

  constructor(input: ValidationStandingsInput) {
    this.#input = input;
    this.#tree = new CategoryTree(input.categories);
  }

  /** A witness, crafted or generated, of any track, with all answers about it; each witness once. */
  add(task: ValidationTask, runs: readonly ValidatorRun[]): void {
    const { rules, track, familyOf = (validator) => validator } = this.#input;
    if (witnessEligibility(rules, track, task).state !== "eligible") return;
    const { class: witnessClass } = classifyWitness(rules, task, votesByFamily(runs, familyOf));
    const sums = this.#sumsOf(task.category.name);
    sums.counts[witnessClass]++;
    if (witnessClass === "unknown") return;
    for (const [index, { validator, status, cpuTimeSeconds }] of runs.entries()) {
      // The first of several answers counts.
      if (runs.findIndex((run) => run.validator === validator) !== index) continue;
      const own = validatorSums(sums, validator);
      const earned = validatorPoints(rules, witnessClass, track.kind, status);
      own[witnessClass].add(earned);
      if (earned <= 0) continue;
      if (cpuTimeSeconds === undefined) own.isTimeKnown = false;
      else own.cpuTime.add(cpuTimeSeconds);
    }
  }

  #sumsOf(category: string): CategorySums {
    let sums = this.#sums.get(category);
    if (sums === undefined) {
      sums = { counts: { correct: 0, wrong: 0, unknown: 0 }, byValidator: new Map() };
      this.#sums.set(category, sums);
    }
    return sums;
  }

  /** Computes the standings of all added witnesses. */
  compute(validators: readonly Tool[]): readonly ValidationStanding[] {
    const unranked = new Set(
      validators.filter((tool) => tool.horsConcours === true).map(({ id }) => id),
    );
    return this.#input.categories.map((category) => {
      const scores = validators.map(({ id }): ValidatorScore => {
        const { cpuTime, ...value } = this.#value(id, category);
        return { validator: id, ...value, cpuTimeSeconds: cpuTime?.toNumber() };
      });
      const competitors = scores.filter(
        ({ hasResults, validator }) => hasResults && !unranked.has(validator),
      );
      const ranks = assignRanks(competitors, compareScores);
      return {
        category,
        witnesses: this.#counts(category),
        hasMedals: this.#tree.hasMedals(category) && competitors.length >= 3,
        scores: scores.map((score) => {
          const rank = ranks.get(score);
          return rank === undefined ? score : { ...score, rank };
        }),
      };
    });
  }

  #counts(category: Category): WitnessCounts {
    if (category.kind === "meta") {
      const counts = this.#countingChildren(category).map((child) => this.#counts(child));
      const sum = (field: keyof WitnessCounts): number =>
        counts.reduce((total, each) => total + each[field], 0);
      return { correct: sum("correct"), wrong: sum("wrong"), unknown: sum("unknown") };
    }
    return this.#sums.get(category.name)?.counts ?? NO_WITNESSES;
  }

  #size(category: Category): number {
    const { correct, wrong } = this.#counts(category);
    return correct + wrong;
  }

  #countingChildren(category: Category): readonly Category[] {
    if (category.kind === "base") return [];
    return category.children
      .map((name) => this.#tree.find(name))
      .filter(
        (child) =>
          (child.demonstration !== true || category.demonstration === true) &&
          this.#size(child) > 0,
      );
  }

  #value(validator: string, category: Category): Value {
    if (category.kind === "base") return this.#baseValue(validator, category.name);
    const children = this.#countingChildren(category);
    const values = children.map((child) => this.#value(validator, child));
    if (!values.some(({ hasResults }) => hasResults)) return NOTHING;
    const size = children.reduce((total, child) => total + this.#size(child), 0);
    const scores = children.map((child, index) =>
      (values[index] ?? NOTHING).score.times(
        Rational.of(size, children.length * this.#size(child)),
      ),
    );
    const times = values.flatMap(({ cpuTime }) => cpuTime ?? []);
    return {
      hasResults: true,
      score: Rational.sum(scores),
      pointsOnCorrect: Rational.sum(values.map(({ pointsOnCorrect }) => pointsOnCorrect)),
      pointsOnWrong: Rational.sum(values.map(({ pointsOnWrong }) => pointsOnWrong)),
      cpuTime: times.length === values.length ? Rational.sum(times) : undefined,
    };
  }

  #baseValue(validator: string, category: string): Value {
    const sums = this.#sums.get(category);
    const own = sums?.byValidator.get(validator);
    if (sums === undefined || own === undefined) return NOTHING;
    const pointsOnCorrect = own.correct.toRational();
    const pointsOnWrong = own.wrong.toRational();
    return {
      hasResults: true,
      pointsOnCorrect,
      pointsOnWrong,
      score: validationScore(sums.counts, pointsOnCorrect, pointsOnWrong),
      cpuTime: own.isTimeKnown ? own.cpuTime.toRational() : undefined,
    };
  }
}

function validatorSums({ byValidator }: CategorySums, validator: string): ValidatorSums {
  let sums = byValidator.get(validator);
  if (sums === undefined) {
    const [correct, wrong, cpuTime] = [new ExactSum(), new ExactSum(), new ExactSum()];
    sums = { correct, wrong, cpuTime, isTimeKnown: true };
    byValidator.set(validator, sums);
  }
  return sums;
}

function compareScores(a: ValidatorScore, b: ValidatorScore): number {
  const byScore = b.score.compare(a.score);
  if (byScore !== 0) return byScore;
  const timeA = a.cpuTimeSeconds ?? Number.POSITIVE_INFINITY;
  const timeB = b.cpuTimeSeconds ?? Number.POSITIVE_INFINITY;
  return timeA === timeB ? 0 : timeA - timeB;
}
