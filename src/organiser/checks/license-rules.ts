/**
 * Whether a licence grants the rights that the rules require (SV-COMP rules, submission): everyone
 * may redistribute exact copies, execute the tool for research and evaluation, and publish its
 * output and measurements.
 */

export interface LicenseJudgement {
  /**
   * Family of the licence (`MIT`, `GPL`) when it is a well-known one, which grants the three
   * rights.
   */
  readonly known?: string;
  /** Violations of the rules, one sentence each. */
  readonly faults: readonly string[];
}

/** Licences by the words that each copy of them contains, after their names in SPDX. */
const KNOWN: readonly (readonly [family: string, words: RegExp])[] = [
  ["Apache", /apache license,? version 2/],
  ["MPL", /mozilla public license/],
  ["EPL", /eclipse public license/],
  ["EUPL", /european union public licen[cs]e/],
  ["AGPL", /gnu affero general public license/],
  ["LGPL", /gnu (lesser|library) general public license/],
  ["GPL", /gnu general public license/],
  ["BSD", /redistribution and use in source and binary forms/],
  ["MIT", /permission is hereby granted, free of charge, to any person obtaining a copy/],
  ["BSL", /permission is hereby granted, free of charge, to any person or organization/],
  ["ISC", /permission to use, copy, modify, and(\/or)? distribute this software/],
  ["Zlib", /this software is provided 'as-is'/],
  ["Unlicense", /free and unencumbered software released into the public domain/],
  ["CC", /creative commons/],
];

/** A file may consist of the identifier only. */
const IDENTIFIER =
  /^(?:spdx-license-identifier:\s*)?(apache|mpl|epl|eupl|agpl|lgpl|gpl|bsd|mit|bsl|isc|zlib|unlicense|cc)(?:[-\s][\w.+ -]{0,60})?$/;

const RIGHTS: readonly {
  readonly right: string;
  readonly words: RegExp;
  readonly purpose?: RegExp;
}[] = [
  { right: "redistribute exact copies", words: /distribut|\bcop(y|ies)\b/ },
  {
    right: "execute it for research and evaluation",
    words: /\b(use|execut|run)/,
    purpose: /research|evaluat|academic|competition|reproduc|any purpose|non-?commercial/,
  },
  { right: "publish its output and measurements", words: /publish|publication|output|measurement/ },
];

const GRANT = /grant|permi|allow|\bmay\b|\bright\b|\bfree(ly)?\b/;
const DENIAL =
  /\b(may|shall|must|can|is|are|do|does)(?: not\b|n't\b)|prohibited|forbidden|no (permission|right)/;
const SECRET_RESULTS = /(publish|disclose|release)[^.]*(result|benchmark|measurement|output)/;

export function judgeLicense(text: string): LicenseJudgement {
  const words = text.toLowerCase().replace(/\s+/g, " ").trim();
  const sentences = words.split(/(?<=[.;])\s/);
  const silences = sentences.some((each) => DENIAL.test(each) && SECRET_RESULTS.test(each))
    ? ["the licence forbids to publish results"]
    : [];
  const family =
    IDENTIFIER.exec(words)?.[1] ?? KNOWN.find(([, wording]) => wording.test(words))?.[0];
  if (family !== undefined) {
    const known = KNOWN.find(([name]) => name.toLowerCase() === family.toLowerCase())?.[0];
    return { known: known ?? family, faults: silences };
  }
  const grants = sentences.filter((each) => GRANT.test(each) && !DENIAL.test(each));
  const missing = RIGHTS.filter(
    ({ words: what, purpose = /./ }) =>
      !grants.some((each) => what.test(each) && purpose.test(each)),
  );
  return {
    faults: [
      ...silences,
      ...missing.map(({ right }) => `the licence does not permit everyone to ${right}`),
    ],
  };
}
