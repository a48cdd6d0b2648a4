import { CONFIGURATION_NAMES } from "../../../contestant/plan/index.ts";
import { PROGRAM_CHECKS } from "../../../contestant/specification/index.ts";
import { STANDARD_PROPERTIES } from "../../../ground/properties/index.ts";
import type { Command } from "../command.ts";
import { checkPrograms } from "../verify/check-programs.ts";
import { readVerifyOptions } from "../verify/verify-options.ts";
import { verifyTask } from "../verify/verify-task.ts";

async function run(words: readonly string[]): Promise<number> {
  const options = readVerifyOptions(words);
  return options.property === undefined ? checkPrograms(options) : verifyTask(options, words);
}

const CHECKS = PROGRAM_CHECKS.map(({ id, title }) => `    ${id.padEnd(12)} ${title}`).join("\n");

export const command: Command = {
  usage: `
Usage: agon verify PROGRAM.c... [options] [-- ARGUMENT...]
       agon verify PROGRAM --property FILE|NAME [options]

Searches for errors in a program, and proves that there are none. Without
--property these checks are made:

${CHECKS}

The inputs of programs (arguments, standard input, files, variables that are not
initialised, functions that no file defines) are arbitrary.

The program:
  -I DIR               folder of headers (beside those of the files)
  -D NAME[=VALUE], -U NAME, --std NAME
                       as for a C compiler
  --compile-commands FILE
                       take these options from a compilation database
                       (compile_commands.json); without PROGRAM, all its files
  --function NAME      start with this function instead of main: any arguments,
                       pointers to one object each
  -- ARGUMENT...       start main with these arguments instead of any
  --data-model NAME    ILP32 or LP64 (default: that of this machine)

The question:
  --checks LIST        only these checks, separated by commas
  --all                all places that go wrong, each once, instead of the first
  --property P         one property of a competition: a file, or one of
                       ${STANDARD_PROPERTIES.join(", ")}

The answer:
  -q, --quiet          no progress, no steps
  --format NAME        text (default), json, sarif, or github (annotations)
  --html FILE          write a self-contained page: the source with the
                       steps of the counterexample, or the invariants
  --json               print all results as one JSON document
                       (schema/verification.schema.json)
  --exit-code          exit with 0 for TRUE, 10 for FALSE, 20 for UNKNOWN, as is
                       done without --property in any case
  --explain            print features of the program, the chosen techniques with
                       reasons, and their outcomes
  --watch              repeat this whenever a file of the program changes

The method:
  --config NAME        technique: ${CONFIGURATION_NAMES.join(", ")}
  --time-limit TIME    CPU time, such as 20s or 15min (default 900s; without
                       --property 60s)
  --memory-limit SIZE  memory of the process, such as 4GB (the default)
  --cores N            with 2, a second thread takes other attempts at the same time
                       (default 1: one technique after the other)
  --seed N             seed of the random search

With a property:
  --witness FILE       write the witness of a TRUE or FALSE answer
  --witness-format V   2.0 (default), 2.1, or 1.0 (GraphML); witnesses of programs
                       with threads have format 2.2 in any case
  --check              check the answer by other code: a proof by the validator, with
                       another argument where there is one, a violation as a compiled C
                       program (gcc or $CC; else by the validator); an unconfirmed
                       answer becomes UNKNOWN
  --check-proofs       accept 'unsatisfiable' from the SAT solver only with a proof,
                       which is checked; needs an installed CaDiCaL (package cadical)

A violation is printed step by step, a proof with its invariants. With --property, the last
line of standard output is TRUE, FALSE(property) or UNKNOWN (reason).`,
  examples: [
    "agon verify examples/people/student/average.c",
    "agon verify examples/people/student/average.c --checks division --format sarif",
    "agon verify examples/mini/loops/sum-first-n.c --property unreach-call --data-model ILP32",
  ],
  run,
};
