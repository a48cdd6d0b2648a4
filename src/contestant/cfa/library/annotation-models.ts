/**
 * Annotations of <goblint.h>, which promise to have no effect when they are executed (Goblint's
 * documentation, "Annotating"). Not modelled: those about threads.
 */
export const ANNOTATION_MODELS = `
void __goblint_check(int condition) {}
void __goblint_assert(int condition) {}
void __goblint_assume(int condition) {}
void __goblint_bounded(unsigned long long size) {}
void __goblint_split_begin(int value) {}
void __goblint_split_end(int value) {}
`;
