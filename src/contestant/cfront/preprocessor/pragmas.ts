/** Pragmas by their first words (GCC 14 manual, "Pragmas"; C11 6.10.6); those that are not here are refused. */
import { alike, type SupportNote } from "../support.ts";

/** Keys are one word or two with a space between them. */
export const PRAGMAS: ReadonlyMap<string, SupportNote> = new Map(
  (
    [
      ["pack", { support: "exact", note: "the largest alignment of members" }],
      ...alike("ignored", {
        "warnings, errors and messages of the compiler":
          "GCC.diagnostic GCC.error GCC.message GCC.poison GCC.system_header GCC.warning clang.diagnostic message warning",
        "what is optimised, and how, is not C's concern":
          "GCC.ivdep GCC.novector GCC.pop_options GCC.push_options GCC.reset_options GCC.target GCC.unroll loop unroll",
        "gcc leaves it out: expressions are evaluated in their types and the current rounding mode":
          "STDC.CX_LIMITED_RANGE STDC.FENV_ACCESS STDC.FP_CONTRACT",
        "who sees names in the object file": "GCC.visibility",
        "a task is one file": "GCC.dependency once",
        "gcc leaves it out unless it is asked for parallel code": "acc omp",
        "gcc leaves it out, as every pragma that it does not know":
          "alloc_text auto_inline check_stack code_seg comment data_seg endregion function hdrstop ident inline_depth inline_recursion intrinsic merger optimize region runtime_checks",
      }),
      ...alike("refused", {
        "macros change their meaning": "pop_macro push_macro",
        "names change their meaning for the linker": "redefine_extname weak",
        "another layout of records": "ms_struct scalar_storage_order",
        "another dialect of C for some functions": "GCC.optimize",
        "another format of decimal numbers": "STDC.FLOAT_CONST_DECIMAL64",
      }),
    ] as const
  ).map(([words, note]) => [words.replace(".", " "), note] as const),
);
