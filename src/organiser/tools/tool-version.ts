/**
 * The tool's own version in the text that identifies an installation: the text ends with hashes in
 * parentheses, or consists only of hashes.
 */
export function ownVersion(installation: string): string {
  return installation.startsWith("sha256:") ? "" : installation.replace(/ \(sha256:[^()]*\)$/, "");
}

/**
 * Whether the version's numbers are at least `least`, compared number by number, as far as the
 * version has numbers. Unknown versions count as new.
 */
export function isVersionFrom(version: string | undefined, least: readonly number[]): boolean {
  const numbers = /^\d+(?:\.\d+)*/
    .exec(version ?? "")?.[0]
    .split(".")
    .map(Number);
  if (numbers === undefined) return true;
  for (const [place, wanted] of least.entries()) {
    const number = numbers[place] ?? 0;
    if (number !== wanted) return number > wanted;
  }
  return true;
}
