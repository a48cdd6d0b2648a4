/** The one table of exit codes; `agon help exit-codes` prints it. */
export const EXIT_CODES = {
  done: { code: 0, meaning: "done" },
  negative: { code: 1, meaning: "a negative finding was asked for (check, --exit-code …)" },
  usage: { code: 2, meaning: "the command line is wrong" },
  environment: { code: 3, meaning: "the environment is unfit (missing program, sandbox, rights)" },
  input: { code: 4, meaning: "an input file is invalid" },
  partial: { code: 5, meaning: "the work is incomplete; running the command again continues" },
  verdictFalse: { code: 10, meaning: "agon verify --exit-code: the verdict is FALSE" },
  verdictUnknown: { code: 20, meaning: "agon verify --exit-code: the verdict is UNKNOWN" },
  internal: { code: 70, meaning: "an internal error of Agon; please report it" },
  interrupted: { code: 130, meaning: "interrupted by Ctrl-C; finished results are stored" },
} as const;
