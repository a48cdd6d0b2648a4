import type { CType, FloatKind, IntegerKind, Qualifiers } from "./types.ts";

const INTEGER_NAMES: Readonly<Record<IntegerKind, string>> = {
  bool: "_Bool",
  char: "char",
  schar: "signed char",
  uchar: "unsigned char",
  short: "short",
  ushort: "unsigned short",
  int: "int",
  uint: "unsigned int",
  long: "long",
  ulong: "unsigned long",
  llong: "long long",
  ullong: "unsigned long long",
  int128: "__int128",
  uint128: "unsigned __int128",
};
const FLOAT_NAMES: Readonly<Record<FloatKind, string>> = {
  float: "float",
  double: "double",
  ldouble: "long double",
  float128: "_Float128",
};

/**
 * The type in C syntax; with `declarator`, the declaration of that name:
 * `typeToString(pointer to array 3 of int, "p")` is `int (*p)[3]`.
 */
export function typeToString(type: CType, declarator: string = ""): string {
  switch (type.kind) {
    case "pointer": {
      const star = `*${qualifierPrefix(type)}${declarator}`.trimEnd();
      const needsParentheses = type.target.kind === "array" || type.target.kind === "function";
      return typeToString(type.target, needsParentheses ? `(${star})` : star);
    }
    case "array":
      return typeToString(type.element, `${declarator}[${lengthText(type)}]`);
    case "function": {
      const parameters = type.parameters.map((parameter) => typeToString(parameter.type));
      if (type.variadic) parameters.push("...");
      const list = parameters.length === 0 && !type.oldStyle ? "void" : parameters.join(", ");
      return typeToString(type.result, `${declarator}(${list})`);
    }
    default: {
      const base = `${qualifierPrefix(type)}${baseName(type)}`;
      return declarator === "" ? base : `${base} ${declarator}`;
    }
  }
}

function lengthText(type: {
  readonly length: number | undefined;
  readonly lengthExpression?: unknown;
}): string {
  if (type.length !== undefined) return String(type.length);
  return type.lengthExpression === undefined ? "" : "*";
}

function qualifierPrefix(type: Qualifiers): string {
  let text = "";
  if (type.const) text += "const ";
  if (type.volatile) text += "volatile ";
  if (type.restrict) text += "restrict ";
  if (type.atomic) text += "_Atomic ";
  return text;
}

function baseName(type: Exclude<CType, { kind: "pointer" | "array" | "function" }>): string {
  switch (type.kind) {
    case "void":
      return "void";
    case "integer":
      return INTEGER_NAMES[type.name];
    case "float":
      return FLOAT_NAMES[type.name];
    case "complex":
      return `_Complex ${baseName(type.element)}`;
    case "struct":
    case "union":
    case "enum":
      if (type.kind !== "enum" && type.definition.vector !== undefined) {
        const { element, count } = type.definition.vector;
        return `__vector(${count}) ${typeToString(element)}`;
      }
      return `${type.kind} ${type.tag ?? "<anonymous>"}`;
  }
}
