/**
 * The validation track as the pages store it: rankings of validators by kind and version of
 * witnesses.
 */
import type { Category } from "../../ground/model/index.ts";
import { parseRational } from "../../ground/util/rational.ts";
import type { ValidationStanding, ValidationTrack, ValidatorScore } from "../scoring/index.ts";

const NUMBERS = ["score", "pointsOnCorrect", "pointsOnWrong"] as const;

type Fraction = (typeof NUMBERS)[number];

/** Fractions as texts, as for all scores of the pages. */
type StoredValidatorScore = Omit<ValidatorScore, Fraction> & Readonly<Record<Fraction, string>>;

export interface StoredTrack {
  readonly track: ValidationTrack;
  readonly standings: readonly (Omit<ValidationStanding, "category" | "scores"> & {
    readonly category: string;
    readonly scores: readonly StoredValidatorScore[];
  })[];
}

export interface ShownTrack {
  readonly track: ValidationTrack;
  readonly standings: readonly ValidationStanding[];
}

export function storeTrack({ track, standings }: ShownTrack): StoredTrack {
  return {
    track,
    standings: standings.map(({ category, scores, ...rest }) => ({
      ...rest,
      category: category.name,
      scores: scores.map(({ score, pointsOnCorrect, pointsOnWrong, ...more }) => ({
        ...more,
        score: String(score),
        pointsOnCorrect: String(pointsOnCorrect),
        pointsOnWrong: String(pointsOnWrong),
      })),
    })),
  };
}

/** Standings of categories that the pages do not have are left out. */
export function readTracks(
  tracks: readonly StoredTrack[],
  categories: readonly Category[],
): readonly ShownTrack[] {
  const byName = new Map(categories.map((category) => [category.name, category]));
  return tracks.map(({ track, standings }) => ({
    track,
    standings: standings.flatMap(({ category: name, scores, ...rest }) => {
      const category = byName.get(name);
      if (category === undefined) return [];
      return [{ ...rest, category, scores: scores.map(readScore) }];
    }),
  }));
}

function readScore({
  score,
  pointsOnCorrect,
  pointsOnWrong,
  ...rest
}: StoredValidatorScore): ValidatorScore {
  return {
    ...rest,
    // JSON drops undefined members; the type names the field.
    cpuTimeSeconds: rest.cpuTimeSeconds,
    score: parseRational(score),
    pointsOnCorrect: parseRational(pointsOnCorrect),
    pointsOnWrong: parseRational(pointsOnWrong),
  };
}
