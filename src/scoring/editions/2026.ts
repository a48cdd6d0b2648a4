import type { Edition, WitnessRequirement, WitnessVersion } from "../../model/index.ts";

const NONE: WitnessRequirement = { kind: "none" };

function required(...versions: readonly WitnessVersion[]): WitnessRequirement {
  return { kind: "required", versions };
}

function demonstration(...versions: readonly WitnessVersion[]): WitnessRequirement {
  return { kind: "demonstration", versions };
}

const ANY_VIOLATION = required("1.0", "2.0", "2.1");
const ANY_CORRECTNESS = required("2.0", "2.1");

/** SV-COMP 2026, the 15th edition. */
export const edition2026: Edition = {
  year: 2026,
  name: "SV-COMP 2026",
  scoring: {
    correctTrue: 2,
    correctFalse: 1,
    unconfirmedTrue: 0,
    unconfirmedFalse: 0,
    wrongTrue: -32,
    wrongFalse: -16,
  },
  witnessTable: {
    source: "SV-COMP 2026 rules, table of witness formats",
    rules: [
      {
        property: "unreach-call",
        categories: ["*.Arrays", "*.Floats", "*.Heap"],
        correctness: NONE,
        violation: ANY_VIOLATION,
      },
      {
        property: "unreach-call",
        categories: ["*Concurrency*"],
        correctness: demonstration("2.1"),
        violation: required("1.0"),
      },
      {
        property: "unreach-call",
        categories: ["*"],
        correctness: ANY_CORRECTNESS,
        violation: ANY_VIOLATION,
      },
      {
        property: "valid-memsafety",
        categories: ["*Concurrency*"],
        correctness: NONE,
        violation: required("1.0"),
      },
      {
        property: "valid-memsafety",
        categories: ["*"],
        subproperty: "valid-memtrack",
        correctness: NONE,
        violation: required("1.0"),
      },
      {
        property: "valid-memsafety",
        categories: ["*"],
        correctness: NONE,
        violation: ANY_VIOLATION,
      },
      {
        property: "valid-memcleanup",
        categories: ["*"],
        correctness: NONE,
        violation: required("1.0"),
      },
      {
        property: "no-overflow",
        categories: ["*Concurrency*"],
        correctness: demonstration("2.1"),
        violation: required("1.0"),
      },
      {
        property: "no-overflow",
        categories: ["*"],
        correctness: ANY_CORRECTNESS,
        violation: ANY_VIOLATION,
      },
      {
        property: "no-data-race",
        categories: ["*"],
        correctness: NONE,
        violation: required("1.0"),
      },
      {
        property: "termination",
        categories: ["*"],
        correctness: demonstration("2.1"),
        violation: required("1.0", "2.1"),
      },
      {
        property: "valid-assert",
        categories: ["*"],
        correctness: demonstration("1.0"),
        violation: required("1.0"),
      },
      {
        property: "no-runtime-exception",
        categories: ["*"],
        correctness: NONE,
        violation: required("1.0"),
      },
    ],
  },
  limits: {
    verification: { cpuTimeSeconds: 900, wallTimeSeconds: 900, memoryBytes: 15e9, cores: 4 },
    violationValidation: { cpuTimeSeconds: 90, memoryBytes: 7e9, cores: 2 },
    correctnessValidation: { cpuTimeSeconds: 300, memoryBytes: 7e9, cores: 2 },
  },
  meta: { score: "normalised", countVoidTasks: false },
};
