/** Small random changes to the text of a program, most of which make it wrong. */

type Random = (limit: number) => number;

const TOKEN =
  /\s+|[A-Za-z_$][\w$]*|\.?\d(?:[eEpP][+-]|[\w.])*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|<<=|>>=|\.\.\.|->|\+\+|--|<<|>>|[<>=!]=|&&|\|\||./gs;

/** Tokens that occur where they are not expected. */
const STRANGERS: readonly string[] = [
  ..."( ) [ ] { } < > ; , : ? . -> ... ++ -- + - * / % & | ^ ~ ! = == += << && || # ##".split(" "),
  ..."0 1 -1 0x 1e9 1.5f 18446744073709551616 'a' L'x' \"text\" 0x7fffffff 1.0L 2i".split(" "),
  ..."int long unsigned char float double void _Bool struct union enum __int128 _Complex".split(
    " ",
  ),
  ..."typedef static extern const volatile restrict inline register auto _Atomic".split(" "),
  ..."if else while do for switch case default break continue return goto asm __label__".split(" "),
  ..."sizeof _Alignof _Generic _Static_assert _Thread_local __extension__ __auto_type".split(" "),
  ..."__builtin_va_arg __builtin_offsetof __builtin_choose_expr __builtin_expect".split(" "),
  ..."__builtin_add_overflow __sync_fetch_and_add __atomic_load_n __typeof__ __func__".split(" "),
  ..."__attribute__((packed)) __attribute__((aligned(8))) main x a[0] f() (int) *p &x ({".split(
    " ",
  ),
  ..."}) (struct{int:3;}) {0} [sizeof(x)] &&l case(1)...2: l: x?:y (int[x]){} \\ \0 \u20ac".split(
    " ",
  ),
  ..."\n#if 1\n|\n#else\n|\n#endif\n|\n#define x(y) y##y #y x\n|\n#pragma pack(1)\n".split("|"),
  ..."\n#include <stdlib.h>\n|\n#line 3|/*|//|'|\"|\\\n".split("|"),
];

/**
 * Changes 1 to 4 places: tokens are removed, repeated, exchanged, replaced; or bytes are changed.
 */
export function mutateProgram(text: string, random: Random): string {
  let result = text;
  for (let count = 1 + random(4); count > 0; count--) {
    result = random(6) === 0 ? changeBytes(result, random) : changeTokens(result, random);
  }
  return result;
}

function changeBytes(text: string, random: Random): string {
  if (text === "") return text;
  const at = random(text.length);
  const noise = Array.from({ length: 1 + random(3) }, () => String.fromCharCode(random(256)));
  switch (random(3)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1 + random(20));
    case 1:
      return text.slice(0, at) + noise.join("") + text.slice(at);
    default:
      return text.slice(0, at) + noise.join("") + text.slice(at + noise.length);
  }
}

function changeTokens(text: string, random: Random): string {
  const tokens = text.match(TOKEN) ?? [];
  if (tokens.length === 0) return text;
  const pick = (): number => {
    // White space is rarely of interest.
    const at = random(tokens.length);
    return /\S/.test(tokens[at] as string) ? at : Math.min(at + 1, tokens.length - 1);
  };
  const at = pick();
  const other = pick();
  const token = tokens[at] as string;
  switch (random(6)) {
    case 0:
      tokens.splice(at, 1 + random(3));
      break;
    case 1:
      tokens.splice(at, 0, token, " ");
      break;
    case 2:
      tokens[at] = tokens[other] as string;
      tokens[other] = token;
      break;
    case 3:
      tokens[at] = tokens[other] as string;
      break;
    case 4: {
      // A stretch of the program once more, somewhere else.
      const stretch = tokens.slice(other, other + 1 + random(30));
      tokens.splice(at, 0, ...stretch);
      break;
    }
    default:
      tokens.splice(at, random(2), " ", STRANGERS[random(STRANGERS.length)] as string, " ");
  }
  return tokens.join("");
}
