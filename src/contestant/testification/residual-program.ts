/**
 * The residual program of a violation witness: the program, in which executions that do not pass
 * the waypoints in their order end before the target. Tools without support for witnesses then find
 * only the violation of the witness.
 */

import type { ViolationWitness } from "../../ground/witness/index.ts";
import { type ParsedUnit, typeToString } from "../cfront/index.ts";
import { ProgramParts } from "./places.ts";
import { SourceEdits } from "./source-edits.ts";

export interface ResidualProgram {
  readonly text: string;
  /** Waypoints that are not in it. */
  readonly remarks: readonly string[];
}

export function residualProgram(unit: ParsedUnit, { segments }: ViolationWitness): ResidualProgram {
  const parts = new ProgramParts(unit);
  const edits = new SourceEdits();
  const functions: string[] = [];
  const remarks: string[] = [];
  let position = 0;
  for (const { follow, avoid } of segments) {
    if (avoid.length > 0) remarks.push(`avoid waypoints before line ${follow.location.line}`);
    const leftOut = (): void =>
      void remarks.push(`${follow.type} at line ${follow.location.line}: no such place`);
    switch (follow.type) {
      case "assumption": {
        const statement = parts.statementAt(follow.location)?.statement;
        if (statement === undefined) {
          leftOut();
          break;
        }
        const text = `if (agon_position == ${position} && (${follow.expression})) agon_position++;`;
        if (statement.kind === "declaration") edits.insert(statement.range.start, `${text} `);
        else edits.wrap(statement.range, `{ ${text} `, " }");
        position++;
        break;
      }
      case "branching": {
        const branch = parts.branchAt(follow.location);
        if (branch === undefined || !/^(true|false)$/.test(follow.outcome)) {
          leftOut();
          break;
        }
        const wanted = follow.outcome === "true" ? 1 : 0;
        functions.push(
          `static int agon_branch_${position}(int outcome) { if (agon_position == ${position} && outcome == ${wanted}) agon_position++; return outcome; }`,
        );
        edits.wrap(branch.condition.range, `agon_branch_${position}((`, ") != 0)");
        position++;
        break;
      }
      case "function_enter":
      case "function_return": {
        const call = parts.callAt(follow.location);
        const type = call?.type;
        const isScalar = type?.kind === "integer" || type?.kind === "float";
        if (call === undefined || type === undefined || !isScalar) {
          leftOut();
          break;
        }
        const constraint = follow.type === "function_return" ? (follow.constraint ?? "1") : "1";
        const condition = constraint.replace(/\\result/g, "result");
        const name = typeToString(type);
        functions.push(
          `static ${name} agon_result_${position}(${name} result) { if (agon_position == ${position} && (${condition})) agon_position++; return result; }`,
        );
        edits.wrap(call.range, `agon_result_${position}(`, ")");
        position++;
        break;
      }
      case "target": {
        const statement = parts.statementAt(follow.location)?.statement;
        if (statement === undefined) {
          leftOut();
          break;
        }
        const check = `if (agon_position != ${position}) abort();`;
        if (statement.kind === "declaration") edits.insert(statement.range.start, `${check} `);
        else edits.wrap(statement.range, `{ ${check} `, " }");
      }
    }
  }
  return {
    text: `/* Residual program of a violation witness, written by agon reduce. */
static int agon_position = 0;
extern void abort(void);
${functions.join("\n")}
${edits.applyTo(unit.text)}`,
    remarks,
  };
}
