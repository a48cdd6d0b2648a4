/** "1 step", "3 steps". */
export function amount(count: number | bigint, noun: string): string {
  return `${count} ${noun}${count === 1 || count === 1n ? "" : "s"}`;
}
