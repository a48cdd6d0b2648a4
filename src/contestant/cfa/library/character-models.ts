/**
 * Models of <ctype.h> in the C locale (C11 7.4). Functions usually return
 * the masks that glibc returns; C promises only zero or not, and no library returns
 * negative numbers. For arguments that are neither EOF nor of type unsigned char,
 * which are undefined behaviour, any number is returned. Those of <wctype.h> know
 * ASCII characters only.
 */
const CLASSES: readonly (readonly [name: string, mask: number, pattern: RegExp])[] = [
  ["upper", 0x100, /^[A-Z]$/],
  ["lower", 0x200, /^[a-z]$/],
  ["alpha", 0x400, /^[A-Za-z]$/],
  ["digit", 0x800, /^[0-9]$/],
  ["xdigit", 0x1000, /^[0-9A-Fa-f]$/],
  ["space", 0x2000, /^[ \t-\r]$/],
  ["print", 0x4000, /^[ -~]$/],
  ["graph", 0x8000, /^[!-~]$/],
  ["blank", 1, /^[ \t]$/],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the class of control characters
  ["cntrl", 2, /^[\x00-\x1f\x7f]$/],
  ["punct", 4, /^[!-/:-@[-`{-~]$/],
  ["alnum", 8, /^[0-9A-Za-z]$/],
];

function maskOf(code: number): number {
  const text = String.fromCharCode(code);
  return CLASSES.reduce((mask, [, bit, pattern]) => (pattern.test(text) ? mask | bit : mask), 0);
}

/** glibc's tables go from -128 to 255; negative indices have the value of the byte. */
const INDICES: readonly number[] = Array.from({ length: 384 }, (_, index) => index - 128);

function table(value: (code: number) => number): string {
  // EOF (-1) has no class and stays itself.
  return INDICES.map((index) => (index === -1 ? value(-1) : value(index & 0xff))).join(",");
}

/** Ranges of codes for which the pattern holds, as a C condition on c. */
function condition(pattern: RegExp): string {
  const runs: string[] = [];
  for (let code = 0; code < 128; code++) {
    if (!pattern.test(String.fromCharCode(code))) continue;
    const first = code;
    while (code + 1 < 128 && pattern.test(String.fromCharCode(code + 1))) code++;
    runs.push(first === code ? `c == ${first}` : `(c >= ${first} && c <= ${code})`);
  }
  return runs.join(" || ");
}

const upper = (code: number): number => (code >= 97 && code <= 122 ? code - 32 : code);
const lower = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code);

export const CHARACTER_MODELS: string = `
${CLASSES.map(
  ([name, , pattern]) =>
    `int isw${name}(unsigned c) { return ${condition(pattern)} ? __agon_open_sign(1) : 0; }`,
).join("\n")}
unsigned towlower(unsigned c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
unsigned towupper(unsigned c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
${CLASSES.map(
  ([name, mask, pattern]) => `int is${name}(int c) {
  if (c < -1 || c > 255) return __agon_open_value(0);
  return ${condition(pattern)} ? __agon_open_sign(${mask}) : 0;
}`,
).join("\n")}
int isascii(int c) { return (c & ~0x7f) == 0; }
int toascii(int c) { return c & 0x7f; }
int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
static const unsigned short __agon_classes[384] = {${table((code) => (code < 0 ? 0 : maskOf(code)))}};
static const unsigned short *__agon_classes_at_zero = __agon_classes + 128;
const unsigned short **__ctype_b_loc(void) { return &__agon_classes_at_zero; }
static const int __agon_lower_case[384] = {${table(lower)}};
static const int *__agon_lower_case_at_zero = __agon_lower_case + 128;
const int **__ctype_tolower_loc(void) { return &__agon_lower_case_at_zero; }
static const int __agon_upper_case[384] = {${table(upper)}};
static const int *__agon_upper_case_at_zero = __agon_upper_case + 128;
const int **__ctype_toupper_loc(void) { return &__agon_upper_case_at_zero; }
`;
