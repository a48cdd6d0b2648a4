/** Programs of several files: each is parsed separately, and then they are linked. */
import type { Diagnostic } from "../../../ground/util/diagnostic.ts";
import { InputError } from "../../../ground/util/errors.ts";
import type { MachineModel } from "../machine-model.ts";
import { SourceFile } from "../source.ts";
import { linkUnits } from "./link-units.ts";
import { type ParsedUnit, parseFile, type SourceText } from "./translation-unit.ts";

/**
 * One unit made of all files; its text is that of the files one behind the other, with the headers
 * that they include.
 * @param files - at least one
 * @throws InputError with all diagnostics when there is an error in one of them, or between them.
 */
export function parseProgram(files: readonly SourceText[], machine: MachineModel): ParsedUnit {
  const [first] = files;
  const whole = new SourceFile(first?.fileName ?? "", first?.text ?? "");
  const diagnostics: Diagnostic[] = [];
  const units = files.map((file, index) => {
    const base = index === 0 ? 0 : whole.join(file.fileName, file.text);
    const parsed = parseFile(file, machine, { whole, base });
    diagnostics.push(...parsed.diagnostics);
    return parsed.unit;
  });
  const hasError = (): boolean => diagnostics.some(({ severity }) => severity === "error");
  if (hasError()) throw new InputError(diagnostics);
  const linked = linkUnits(units, (range, message) =>
    diagnostics.push(whole.diagnostic("error", "link-error", message, range)),
  );
  if (hasError()) throw new InputError(diagnostics);
  const { parts, text } = whole;
  return parts.length === 1 ? linked : { ...linked, text, parts };
}
