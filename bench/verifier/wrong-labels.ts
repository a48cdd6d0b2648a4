/**
 * Tasks of the corpus whose expected verdict is wrong, with the arguments in README.md (of memory
 * safety: in ../memory-safety): a competition would exclude them, so the last row of the table
 * leaves them out.
 */
export const WRONG_LABELS = {
  reach:
    /^(eca\/Problem10_40|eca\/Problem18_50|loops\/heavy|seq-mthreaded\/pals_opt-floodmax\.3\.ufo\.UNBOUNDED\.pals|seq-mthreaded\/pals_(opt-)?floodmax\.5\.ufo\.UNBOUNDED\.pals)\.yml/,
  termination:
    /(NonTermination[14]|NonTerminationSimple2|PodelskiRybalchenko-2004VMCAI-Ex2-alloca|LeikeHeizmann-WST2014-Ex5|joey)\.yml/,
  memory:
    /(simple-ext_1|list-ext_1|list-ext_flag_1|0012-trivial-tree|function_pointers_complex_concrete_2|CWE401_Memory_Leak__strdup_char_66_good)\b.*\.yml/,
} as const;
