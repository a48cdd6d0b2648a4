/**
 * Who watches runs goes before everything else on the machine: it needs next to
 * no CPU time, and on a busy machine others would make it see limits too late.
 * Only root may; what is launched from here on has to give it up again.
 */
import { constants, getPriority, setPriority } from "node:os";

let before: number | undefined;

/** Of this process, for good; without the right to it nothing happens. */
export function takePrecedence(): void {
  if (before !== undefined) return;
  const own = getPriority();
  try {
    setPriority(constants.priority.PRIORITY_HIGHEST);
    before = own;
  } catch {
    // An ordinary user, or a container without CAP_SYS_NICE.
  }
}

/** The niceness that tools get; undefined: they inherit the right one. */
export function prioritySaved(): number | undefined {
  return before;
}
