/** Headers that analysers bring for annotations in programs. */
export const ANNOTATION_HEADERS: readonly (readonly [string, string])[] = [
  [
    "goblint.h",
    `#ifndef _GOBLINT_H
#define _GOBLINT_H 1
extern void __goblint_check(int);
extern void __goblint_assert(int);
extern void __goblint_assume(int);
extern void __goblint_bounded(unsigned long long);
extern void __goblint_split_begin(int);
extern void __goblint_split_end(int);
extern void __goblint_globalize(void *);
extern void __goblint_assume_join();
#endif
`,
  ],
];
