/**
 * Scores of validators (validation track, since 2023). In a base category the
 * average over the correct and the average over the wrong witnesses count
 * alike; meta categories are normalised like those of the verifiers, except
 * that a validator need not take part in all children.
 */
import {
  type Category,
  parseStatus,
  type Tool,
  type ValidationTrackRules,
} from "../../model/index.ts";
import { Rational } from "../../util/rational.ts";
import { CategoryTree } from "../category-tree.ts";
import { ExactSum, exactRational } from "../exact-sum.ts";
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
  readonly validators: readonly Tool[];
  /** Crafted and generated ones, of any track. */
  readonly tasks: readonly ValidationTask[];
  readonly runs: readonly ValidatorRun[];
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
  /** From 1; absent for whoever is hors concours or has no results. */
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

/** Points for one answer; 0 for everything but true and false, and for void witnesses. */
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

/** Scores and ranks of all validators of a track in all categories; pure. */
export function computeValidationStandings(
  input: ValidationStandingsInput,
): readonly ValidationStanding[] {
  return new ValidationStandings(input).compute();
}

interface Value {
  readonly hasResults: boolean;
  readonly score: Rational;
  readonly pointsOnCorrect: Rational;
  readonly pointsOnWrong: Rational;
  readonly cpuTime: Rational | undefined;
}

const NOTHING: Value = {
  hasResults: false,
  score: Rational.zero,
  pointsOnCorrect: Rational.zero,
  pointsOnWrong: Rational.zero,
  cpuTime: Rational.zero,
};

class ValidationStandings {
  readonly #input: ValidationStandingsInput;
  readonly #tree: CategoryTree;
  /** Class by task, for each base category. */
  readonly #classes = new Map<string, Map<string, WitnessClass["class"]>>();
  readonly #runs: ReadonlyMap<string, readonly ValidatorRun[]>;

  constructor(input: ValidationStandingsInput) {
    this.#input = input;
    this.#tree = new CategoryTree(input.categories);
    this.#runs = runsByTask(input.runs);
    for (const task of input.tasks) this.#classify(task);
  }

  compute(): readonly ValidationStanding[] {
    const unranked = new Set(
      this.#input.validators.filter((tool) => tool.horsConcours === true).map(({ id }) => id),
    );
    return this.#input.categories.map((category) => {
      const scores = this.#input.validators.map(({ id }): ValidatorScore => {
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

  #classify(task: ValidationTask): void {
    const { rules, track, familyOf = (validator) => validator } = this.#input;
    if (witnessEligibility(rules, track, task).state !== "eligible") return;
    const runs = this.#runs.get(`${task.category.name}\n${task.id}`) ?? [];
    const { class: witnessClass } = classifyWitness(rules, task, votesByFamily(runs, familyOf));
    const name = task.category.name;
    const classes = this.#classes.get(name) ?? new Map<string, WitnessClass["class"]>();
    this.#classes.set(name, classes.set(task.id, witnessClass));
  }

  #counts(category: Category): WitnessCounts {
    if (category.kind === "meta") {
      const counts = this.#countingChildren(category).map((child) => this.#counts(child));
      const sum = (field: keyof WitnessCounts): number =>
        counts.reduce((total, each) => total + each[field], 0);
      return { correct: sum("correct"), wrong: sum("wrong"), unknown: sum("unknown") };
    }
    const classes = [...(this.#classes.get(category.name)?.values() ?? [])];
    const count = (name: WitnessClass["class"]): number =>
      classes.filter((each) => each === name).length;
    return { correct: count("correct"), wrong: count("wrong"), unknown: count("unknown") };
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
    const { rules, track } = this.#input;
    const points = { correct: new ExactSum(), wrong: new ExactSum() };
    let cpuTime: Rational | undefined = Rational.zero;
    let hasResults = false;
    const counts = { correct: 0, wrong: 0 };
    for (const [task, witnessClass] of this.#classes.get(category) ?? []) {
      if (witnessClass === "unknown") continue;
      counts[witnessClass]++;
      const run = this.#runs
        .get(`${category}\n${task}`)
        ?.find((candidate) => candidate.validator === validator);
      if (run === undefined) continue;
      hasResults = true;
      const earned = validatorPoints(rules, witnessClass, track.kind, run.status);
      points[witnessClass].add(earned);
      if (earned > 0) cpuTime = addKnown(cpuTime, run.cpuTimeSeconds);
    }
    const pointsOnCorrect = points.correct.toRational();
    const pointsOnWrong = points.wrong.toRational();
    const score = validationScore(counts, pointsOnCorrect, pointsOnWrong);
    return { hasResults, score, pointsOnCorrect, pointsOnWrong, cpuTime };
  }
}

/** Keys are category and task. */
function runsByTask(runs: readonly ValidatorRun[]): ReadonlyMap<string, readonly ValidatorRun[]> {
  const byTask = new Map<string, ValidatorRun[]>();
  for (const run of runs) {
    const key = `${run.category}\n${run.task}`;
    const known = byTask.get(key);
    if (known === undefined) byTask.set(key, [run]);
    else known.push(run);
  }
  return byTask;
}

function addKnown(sum: Rational | undefined, part: number | undefined): Rational | undefined {
  return sum === undefined || part === undefined ? undefined : sum.plus(exactRational(part));
}

function compareScores(a: ValidatorScore, b: ValidatorScore): number {
  const byScore = b.score.compare(a.score);
  if (byScore !== 0) return byScore;
  const timeA = a.cpuTimeSeconds ?? Number.POSITIVE_INFINITY;
  const timeB = b.cpuTimeSeconds ?? Number.POSITIVE_INFINITY;
  return timeA === timeB ? 0 : timeA - timeB;
}
