/** The exact sum of decimal numbers, with as many digits after the point as the longest has. */
export function sumOfDecimals(values: readonly string[]): string | undefined {
  const parts = values.map((value) => /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(value.trim()));
  const digits = Math.max(...parts.map((part) => part?.[3]?.length ?? 0));
  let sum = 0n;
  for (const part of parts) {
    if (part === null) return undefined;
    const [, sign, whole = "", fraction = ""] = part;
    const scaled = BigInt(`${whole}${fraction.padEnd(digits, "0")}` || "0");
    sum += sign === "-" ? -scaled : scaled;
  }
  const text = String(sum < 0n ? -sum : sum).padStart(digits + 1, "0");
  const point = text.length - digits;
  const unsigned = digits === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`;
  return sum < 0n ? `-${unsigned}` : unsigned;
}
