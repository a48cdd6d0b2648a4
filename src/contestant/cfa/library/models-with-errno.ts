/** Models of functions that are intrinsics, for programs that look at `errno`. */
import { MATH_WITH_ERRNO } from "./math-models.ts";

/** The name of the model of a function or builtin that also sets `errno`; undefined if there is none. */
export function modelWithErrno(name: string): string | undefined {
  if (name === "calloc") return "__agon_errno_calloc";
  const plain = name.replace(/^__builtin_/, "");
  const isMathematical = [plain, plain.replace(/[fl]$/, "")].some((one) =>
    MATH_WITH_ERRNO.has(one),
  );
  return isMathematical ? `__agon_errno_${plain}` : undefined;
}
