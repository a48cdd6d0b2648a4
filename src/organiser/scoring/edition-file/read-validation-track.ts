import type { ValidationTrackRules, ValidatorPoints } from "../../../ground/model/index.ts";
import type { YamlMap, YamlValue } from "../../../ground/util/yaml-reader.ts";
import { readWitnessRules } from "./read-witness-rules.ts";

/** Reads the rules of the validation track; all keys are required. */
export function readValidationTrack(
  value: YamlValue,
  properties: ReadonlySet<string>,
): ValidationTrackRules | undefined {
  const map = value.asMap();
  map?.allowOnly(["points", "wrongWitnessFactor", "classification", "vote", "support"]);
  const points = map?.require("points")?.asMap();
  points?.allowOnly(["correct", "wrong"]);
  const correct = readKinds(points?.require("correct"));
  const wrong = readKinds(points?.require("wrong"));
  const wrongWitnessFactor = map?.require("wrongWitnessFactor")?.asInteger(0);
  const classification = map?.require("classification")?.asOneOf(["verdict", "vote"] as const);
  const vote = map?.require("vote")?.asMap();
  vote?.allowOnly(["minimumAnswers", "ratio"]);
  const minimumAnswers = vote?.require("minimumAnswers")?.asInteger(1);
  const ratio = vote?.require("ratio")?.asInteger(1);
  const support = readWitnessRules(map?.require("support"), properties);
  if (correct === undefined || wrong === undefined || wrongWitnessFactor === undefined) {
    return undefined;
  }
  if (classification === undefined || minimumAnswers === undefined || ratio === undefined) {
    return undefined;
  }
  if (support === undefined) return undefined;
  return {
    points: { correct, wrong },
    wrongWitnessFactor,
    classification,
    vote: { minimumAnswers, ratio },
    support,
  };
}

function readKinds(
  value: YamlValue | undefined,
): Readonly<Record<"violation" | "correctness", ValidatorPoints>> | undefined {
  const map = value?.asMap();
  map?.allowOnly(["violation", "correctness"]);
  const violation = readPoints(map?.require("violation")?.asMap());
  const correctness = readPoints(map?.require("correctness")?.asMap());
  return violation === undefined || correctness === undefined
    ? undefined
    : { violation, correctness };
}

function readPoints(map: YamlMap | undefined): ValidatorPoints | undefined {
  map?.allowOnly(["answerTrue", "answerFalse"]);
  const answerTrue = map?.require("answerTrue")?.asNumber();
  const answerFalse = map?.require("answerFalse")?.asNumber();
  return answerTrue === undefined || answerFalse === undefined
    ? undefined
    : { answerTrue, answerFalse };
}
