/**
 * `agon c evaluation`: the use of every token, and the tokens to which no edge refers without a
 * rule that gives a reason.
 */
import { auditTokens, buildCfa, EvaluationRecord } from "../cfa/index.ts";
import { formatJson, type StageContext } from "./context.ts";

export function evaluationText(context: StageContext): string {
  const { counts, faults } = audit(context);
  const lines = [...counts].map(([what, count]) => `${String(count).padStart(8)}  ${what}`);
  const places = faults.map(
    ({ token, fault }) => `${context.positions.format(token.start)}: '${token.text}': ${fault}`,
  );
  return `${[...lines, ...places].join("\n")}\n`;
}

export function evaluationJson(context: StageContext): string {
  const { counts, faults } = audit(context);
  return formatJson({
    file: context.unit.fileName,
    dataModel: context.machine.name,
    tokens: Object.fromEntries(counts),
    faults: faults.map(({ token, fault }) => ({
      token: token.text,
      ...context.positions.at(token.start),
      fault,
    })),
  });
}

function audit({ unit, machine }: StageContext): ReturnType<typeof auditTokens> {
  const record = new EvaluationRecord();
  return auditTokens(unit, machine, buildCfa(unit, machine, { record }), record);
}
