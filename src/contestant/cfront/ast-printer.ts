/**
 * Prints trees compactly as S-expressions, for tests and for inspection of the parser's results.
 */
import { unreachable } from "../../ground/util/errors.ts";
import type { Expression, Initializer, Statement, Variable } from "./ast.ts";
import { typeToString } from "./type-printer.ts";

const UNARY = {
  plus: "+",
  minus: "-",
  complement: "~",
  not: "!",
  address: "&",
  dereference: "*",
  real: "real",
  imag: "imag",
} as const;

/**
 * `(to T e)` is an implicit conversion, `(cast T e)` an explicit one, `(decay e)`
 * a designator that became a pointer. Integer literals show their type unless it
 * is int: `1:long`.
 */
export function expressionToString(expression: Expression): string {
  const show = expressionToString;
  const list = (head: string, ...operands: readonly (Expression | string)[]): string =>
    `(${[head, ...operands.map((one) => (typeof one === "string" ? one : show(one)))].join(" ")})`;
  switch (expression.kind) {
    case "integer": {
      const type = typeToString(expression.type);
      return type === "int" ? String(expression.value) : `${expression.value}:${type}`;
    }
    case "float": {
      const type = typeToString(expression.type);
      return type === "double" ? expression.text : `${expression.text}:${type}`;
    }
    case "string":
      return JSON.stringify(Array.from(expression.bytes, (b) => String.fromCharCode(b)).join(""));
    case "variable":
      return expression.variable.name;
    case "function":
      return expression.symbol.name;
    case "decay":
      return list("decay", expression.operand);
    case "cast":
      return list(
        expression.implicit ? "to" : "cast",
        typeToString(expression.type),
        expression.operand,
      );
    case "unary":
      return list(UNARY[expression.operator], expression.operand);
    case "increment": {
      const { operator, position, operand } = expression;
      return list(position === "prefix" ? `${operator}_` : `_${operator}`, operand);
    }
    case "binary":
      return list(expression.operator, expression.left, expression.right);
    case "assignment":
      return list("=", expression.left, expression.right);
    case "compound-assignment": {
      const { operator, computationType, left, right } = expression;
      return list(`${operator}=[${typeToString(computationType)}]`, left, right);
    }
    case "conditional":
      return list("?", expression.condition, expression.whenTrue ?? "-", expression.whenFalse);
    case "comma":
      return list(",", expression.left, expression.right);
    case "call":
      return list("call", expression.callee, ...expression.arguments);
    case "builtin":
      return list(`builtin-${expression.name}`, ...expression.arguments);
    case "member":
      return list(".", expression.base, expression.field.name ?? "<anonymous>");
    case "compound-literal":
      return list("literal", typeToString(expression.type), initializerText(expression.variable));
    case "statement-expression":
      return list("statements", ...expression.body.items.map(statementToString));
    case "label-address":
      return `(&& ${expression.label})`;
    case "runtime-sizeof":
      return `(sizeof ${typeToString(expression.of)})`;
    default:
      return unreachable(expression);
  }
}

function initializerText({ initializer }: Variable): string {
  return initializer === undefined ? "{}" : initializerToString(initializer);
}

/** `{offset:type=value …}`; a bit-field shows as `offset.bit/width`. */
function initializerToString({ items }: Initializer): string {
  const texts = items.map(({ offset, type, bitField, value }) => {
    const bits = bitField === undefined ? "" : `.${bitField.bitOffset}/${bitField.bitWidth}`;
    return `${offset}${bits}:${typeToString(type)}=${expressionToString(value)}`;
  });
  return `{${texts.join(" ")}}`;
}

/** `int x = {…}` as `(x int {…})`. */
export function variableToString(variable: Variable): string {
  const { name, type, initializer } = variable;
  const value = initializer === undefined ? "" : ` ${initializerToString(initializer)}`;
  return `(${name} ${typeToString(type)}${value})`;
}

export function statementToString(statement: Statement): string {
  const show = statementToString;
  const value = (expression: Expression | undefined): string =>
    expression === undefined ? "-" : expressionToString(expression);
  switch (statement.kind) {
    case "compound":
      return `{${statement.items.map(show).join(" ")}}`;
    case "declaration":
      return `(declare ${statement.variables.map(variableToString).join(" ")})`;
    case "expression":
      return statement.expression === undefined ? ";" : value(statement.expression);
    case "if": {
      // Chains of else-ifs are long, so not recursive.
      const parts: string[] = [];
      let rest: Statement | undefined = statement;
      let closing = "";
      while (rest?.kind === "if") {
        parts.push(`(if ${value(rest.condition)} ${show(rest.then)}`);
        closing += ")";
        rest = rest.else;
      }
      return `${parts.join(" ")}${rest === undefined ? "" : ` ${show(rest)}`}${closing}`;
    }
    case "while":
      return `(while ${value(statement.condition)} ${show(statement.body)})`;
    case "do":
      return `(do ${show(statement.body)} ${value(statement.condition)})`;
    case "for": {
      const first = statement.initializer === undefined ? "-" : show(statement.initializer);
      const clauses = `${first} ${value(statement.condition)} ${value(statement.step)}`;
      return `(for ${clauses} ${show(statement.body)})`;
    }
    case "switch":
      return `(switch ${value(statement.condition)} ${show(statement.body)})`;
    case "case": {
      const { low, high } = statement;
      return `(case ${low === high ? low : `${low}...${high}`} ${show(statement.body)})`;
    }
    case "default":
      return `(default ${show(statement.body)})`;
    case "label":
      return `(label ${statement.label} ${show(statement.body)})`;
    case "goto":
      return `(goto ${statement.label})`;
    case "computed-goto":
      return `(goto* ${value(statement.target)})`;
    case "break":
    case "continue":
      return `(${statement.kind})`;
    case "return":
      return `(return ${value(statement.value)})`;
    case "asm":
      return `(asm ${[
        JSON.stringify(statement.text),
        ...[...statement.outputs, ...statement.inputs].map((operand) => value(operand.value)),
      ].join(" ")})`;
    default:
      return unreachable(statement);
  }
}
