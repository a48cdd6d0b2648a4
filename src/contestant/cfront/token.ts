/** The alphabet that the parser reads: tokens after preprocessing (C11 6.4 with the GNU spellings). */

export type TokenKind =
  | "identifier"
  | "keyword"
  | "integer"
  | "float"
  | "character"
  | "string"
  | "punctuator"
  | "eof";

/**
 * One token. `start` and `end` are character offsets, half open, in the file
 * the user gave: a token out of a built-in header carries the range of the
 * `#include` directive, a token out of a macro the range of the macro's use.
 *
 * `text` is the spelling without line splices; digraphs are spelled as the
 * punctuator they stand for, universal character names in identifiers as the
 * character. Literals keep prefix, quotes, escapes and suffix (see literals.ts).
 */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Inside one of our own system headers. */
  readonly system: boolean;
  /** On `struct` and `union`: the `#pragma pack(n)` in force, in bytes. */
  readonly pack?: number;
}

/** C11 6.4.1 and the GNU C keywords; alternative spellings are keywords of their own. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  `auto break case char const continue default do double else enum extern float for goto if inline
  int long register restrict return short signed sizeof static struct switch typedef union unsigned
  void volatile while _Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn
  _Static_assert _Thread_local
  asm typeof __asm __asm__ __attribute __attribute__ __auto_type __alignof __alignof__
  __builtin_choose_expr __builtin_offsetof __builtin_types_compatible_p __builtin_va_arg
  __complex __complex__ __const __const__ __extension__ __float128 __float80 __imag __imag__ __inline
  __inline__ __int128 __int128_t __uint128_t __label__ __real __real__ __restrict __restrict__
  __signed __signed__ __thread __typeof __typeof__ __volatile __volatile__ _Float32 _Float32x
  _Float64 _Float64x _Float128 _Pragma`
    .split(/\s+/)
    .filter((word) => word !== ""),
);
