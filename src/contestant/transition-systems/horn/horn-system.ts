/**
 * Constrained Horn clauses over mathematical integers (Bjørner, Gurfinkel, McMillan, Rybalchenko: "Horn clause
 * solvers for program verification", 2015): a solution assigns every predicate a condition that holds in all states
 * that reach its place.
 */

/** An integer term or a condition in SMT-LIB 2.6. */
export type SmtText = string;

/** A predicate applied to terms. */
export interface Application {
  readonly predicate: Predicate;
  readonly arguments: readonly SmtText[];
}

/** An unknown relation over integers; names are unique in a system. */
export interface Predicate {
  readonly name: string;
  readonly arity: number;
}

/** `∀ variables: body ∧ constraints → head`; a head of `undefined` is falsehood: the body is an error. */
export interface Clause {
  readonly variables: readonly string[];
  readonly body: readonly Application[];
  readonly constraints: readonly SmtText[];
  readonly head: Application | undefined;
}

export interface HornSystem {
  readonly predicates: readonly Predicate[];
  readonly clauses: readonly Clause[];
}

/**
 * Predicates that are eliminated come back with quantifiers, so none is. The options count only before the logic is
 * set.
 */
const OPTIONS = ["inline_eager", "inline_linear", "slice"];

/**
 * The script that computes a solution; without quantifiers, so that one of a loop-free system consists of
 * interpolants.
 */
export function hornScript(system: HornSystem): string {
  const lines = OPTIONS.map((option) => `(set-option :fp.xform.${option} false)`);
  lines.push("(set-logic HORN)");
  for (const { name, arity } of system.predicates) {
    lines.push(`(declare-fun ${name} (${Array(arity).fill("Int").join(" ")}) Bool)`);
  }
  for (const clause of system.clauses) lines.push(`(assert ${clauseText(clause)})`);
  lines.push("(check-sat)", "(get-model)");
  return lines.join("\n");
}

function clauseText({ variables, body, constraints, head }: Clause): string {
  const premises = [...body.map(applicationText), ...constraints];
  const premise = premises.length === 0 ? "true" : `(and ${premises.join(" ")})`;
  const implication = `(=> ${premise} ${head === undefined ? "false" : applicationText(head)})`;
  if (variables.length === 0) return implication;
  return `(forall (${variables.map((name) => `(${name} Int)`).join(" ")}) ${implication})`;
}

function applicationText({ predicate, arguments: terms }: Application): string {
  return terms.length === 0 ? predicate.name : `(${predicate.name} ${terms.join(" ")})`;
}
