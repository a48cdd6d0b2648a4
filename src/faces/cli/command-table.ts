import type { CommandEntry } from "./command.ts";

/**
 * All commands, in the order of the help. Modules are loaded when a command is run or explained, so
 * that other commands cost nothing.
 */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "demo",
    summary: "run the small competition that comes with Agon",
    module: () => import("./commands/demo.ts"),
  },
  {
    name: "run",
    summary: "run a competition, or continue one",
    module: () => import("./commands/run.ts"),
  },
  {
    name: "worker",
    summary: "execute runs of a competition that is coordinated elsewhere",
    module: () => import("./commands/worker.ts"),
  },
  {
    name: "merge",
    summary: "combine results of one competition from several spools",
    module: () => import("./commands/merge.ts"),
  },
  {
    name: "repair",
    summary: "move damaged files of a competition aside, so that it can continue",
    module: () => import("./commands/repair.ts"),
  },
  {
    name: "cancel",
    summary: "end a running competition; finished results are kept",
    module: () => import("./commands/cancel.ts"),
  },
  {
    name: "status",
    summary: "show the progress of a competition",
    module: () => import("./commands/status.ts"),
  },
  {
    name: "score",
    summary: "compute scores and ranks from stored results",
    module: () => import("./commands/score.ts"),
  },
  {
    name: "explain",
    summary: "show why a run got its points",
    module: () => import("./commands/explain.ts"),
  },
  {
    name: "site",
    summary: "write the result pages",
    module: () => import("./commands/site.ts"),
  },
  {
    name: "serve",
    summary: "show the result pages live while a competition runs",
    module: () => import("./commands/serve.ts"),
  },
  {
    name: "table",
    summary: "print results as a table",
    module: () => import("./commands/table.ts"),
  },
  {
    name: "plot",
    summary: "draw quantile and scatter plots of results",
    module: () => import("./commands/plot.ts"),
  },
  {
    name: "edition",
    summary: "list the editions' rules, or print them as a file to start one's own from",
    module: () => import("./commands/edition.ts"),
  },
  {
    name: "export",
    summary: "write results in the formats of other systems",
    module: () => import("./commands/export.ts"),
  },
  {
    name: "verify",
    summary: "find errors in a C program, or prove that it has none",
    module: () => import("./commands/verify.ts"),
  },
  {
    name: "validate",
    summary: "check a witness of a verification result",
    module: () => import("./commands/validate.ts"),
  },
  {
    name: "check",
    summary: "check tasks, a tool, a definition, or the qualification of tools",
    module: () => import("./commands/check.ts"),
  },
  {
    name: "phase",
    summary: "show or enter a phase of a competition",
    module: () => import("./commands/phase.ts"),
  },
  {
    name: "archive",
    summary: "put a competition into one file, from which every number can be recomputed",
    module: () => import("./commands/archive.ts"),
  },
  {
    name: "reproduce",
    summary: "check an archive and recompute every published number",
    module: () => import("./commands/reproduce.ts"),
  },
  {
    name: "compare",
    summary: "compare two executions of a competition, verdict by verdict",
    module: () => import("./commands/compare.ts"),
  },
  {
    name: "obfuscate",
    summary: "give tasks other names, to test whether verifiers depend on names",
    module: () => import("./commands/obfuscate.ts"),
  },
  {
    name: "lint",
    summary: "check the form of a witness, and its locations against the program",
    module: () => import("./commands/lint.ts"),
  },
  {
    name: "witness",
    summary: "convert witnesses between formats, or show them in their program",
    module: () => import("./commands/witness.ts"),
  },
  {
    name: "testgen",
    summary: "write a test in C from a violation witness, build and run it",
    module: () => import("./commands/testgen.ts"),
  },
  {
    name: "reduce",
    summary: "shrink a violation witness to the part that determines the violation",
    module: () => import("./commands/reduce.ts"),
  },
  {
    name: "tool",
    summary: "list, show and try tool-info modules",
    module: () => import("./commands/tool.ts"),
  },
  {
    name: "exec",
    summary: "run any command under limits, in a sandbox, and measure it",
    module: () => import("./commands/exec.ts"),
  },
  {
    name: "doctor",
    summary: "check whether this machine is fit for a competition",
    module: () => import("./commands/doctor.ts"),
  },
  {
    name: "c",
    summary: "inspect a C program: syntax tree, types, layout, automata, execution",
    module: () => import("./commands/c.ts"),
  },
  {
    name: "init",
    summary: "write files to start from: a check in CI, an editor's task, a competition",
    module: () => import("./commands/init.ts"),
  },
  {
    name: "docs",
    summary: "open the manual",
    module: () => import("./commands/docs.ts"),
  },
  {
    name: "completion",
    summary: "print a script that completes command lines in bash, zsh or fish",
    module: () => import("./commands/completion.ts"),
  },
  {
    name: "man",
    summary: "print the manual page",
    module: () => import("./commands/man.ts"),
  },
];
