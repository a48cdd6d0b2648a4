/** Scoring schemas, trees of categories and the witness table as published. */
import { expect, test } from "vitest";
import {
  type Category,
  type Edition,
  type WitnessRequirement,
  witnessRequirement,
} from "../../src/ground/model/index.ts";
import { findEdition } from "../../src/organiser/scoring/index.ts";
import { describePublished, publishedJson } from "./published.ts";

interface Schema {
  readonly years: readonly number[];
  readonly correct_true: number;
  readonly correct_false: number;
  readonly wrong_true: number;
  readonly wrong_false: number;
  readonly unconf_true: number | null;
  readonly unconf_false: number | null;
}

describePublished("scoring schemas", () => {
  const schemas = publishedJson<readonly Schema[]>("scoring_schemas.json");
  test.each(schemas.flatMap((schema) => schema.years.map((year) => [year, schema] as const)))(
    "%i",
    (year, schema) => {
      expect(findEdition(year).scoring).toEqual({
        correctTrue: schema.correct_true,
        correctFalse: schema.correct_false,
        unconfirmedTrue: schema.unconf_true ?? 0,
        unconfirmedFalse: schema.unconf_false ?? 0,
        wrongTrue: schema.wrong_true,
        wrongFalse: schema.wrong_false,
      });
    },
  );
});

interface Structure {
  readonly properties: readonly string[];
  readonly demo_categories: readonly string[];
  readonly validation_only: readonly string[];
}

function childrenOf(categories: readonly Category[], name: string): readonly string[] {
  const category = categories.find((candidate) => candidate.name === name);
  return category?.kind === "meta" ? category.children : [];
}

function named(
  { categories }: Edition,
  mark: "demonstration" | "validationOnly",
): readonly string[] {
  return categories.filter((category) => category[mark] === true).map(({ name }) => name);
}

const sorted = (names: readonly string[]): readonly string[] => [...names].sort();

describePublished("category structure of 2025", () => {
  const structure = publishedJson<
    Structure & { readonly meta: Record<string, { readonly categories: readonly string[] }> }
  >("categories_2025.json");
  const edition = findEdition(2025);

  test.each(Object.entries(structure.meta))("%s", (name, { categories }) => {
    expect(sorted(childrenOf(edition.categories, name))).toEqual(sorted(categories));
  });

  test("properties, demonstrations, validation only, nothing else", () => {
    expect(sorted(edition.properties.map(({ name }) => name))).toEqual(
      sorted(structure.properties),
    );
    expect(named(edition, "demonstration")).toEqual(structure.demo_categories);
    expect(sorted(named(edition, "validationOnly"))).toEqual(sorted(structure.validation_only));
    const metas = edition.categories.filter(({ kind }) => kind === "meta").map(({ name }) => name);
    expect(sorted(metas)).toEqual(sorted(Object.keys(structure.meta)));
  });
});

describePublished("category structure of 2027", () => {
  const structure = publishedJson<
    Structure & {
      readonly meta: Record<string, readonly string[]>;
      readonly witness_table: {
        readonly C: Record<string, Record<string, readonly [string, string]>>;
      };
    }
  >("categories_2027.json");
  const edition = findEdition(2027);

  test.each(Object.entries(structure.meta))("%s", (name, children) => {
    expect(sorted(childrenOf(edition.categories, name))).toEqual(sorted(children));
  });

  test("properties, demonstrations, validation only, nothing else", () => {
    expect(sorted(edition.properties.map(({ name }) => name))).toEqual(
      sorted(structure.properties),
    );
    expect(sorted(named(edition, "demonstration"))).toEqual(sorted(structure.demo_categories));
    expect(sorted(named(edition, "validationOnly"))).toEqual(sorted(structure.validation_only));
    const metas = edition.categories.filter(({ kind }) => kind === "meta").map(({ name }) => name);
    expect(sorted(metas)).toEqual(sorted(Object.keys(structure.meta)));
  });

  const cells = Object.entries(structure.witness_table.C).flatMap(([property, suffixes]) =>
    Object.entries(suffixes).flatMap(([suffix, [correctness, violation]]) => [
      [property, suffix, "true", correctness] as const,
      [property, suffix, "false", violation] as const,
    ]),
  );
  test.each(cells)("witness for %s.%s, answer %s: %s", (property, suffix, kind, cell) => {
    const name = `C.${property}.${suffix === "*" ? "Anything" : suffix}`;
    const ask = (subproperty?: string): string =>
      cellText(
        witnessRequirement(
          edition,
          { kind: "base", name, property },
          subproperty === undefined ? { kind } : { kind: "false", subproperty },
        ),
      );
    const [plain, partial] = cell.split(" (");
    expect(ask()).toBe(plain);
    if (partial === undefined) return;
    expect([ask("valid-deref"), ask("valid-free"), ask("valid-memtrack")]).toEqual([
      plain,
      plain,
      "none",
    ]);
  });
});

/** In the terms of the table: `2.0+`, `2.2`, `2.1+ demo`, `none`. */
function cellText(requirement: WitnessRequirement): string {
  if (requirement.kind === "none") return "none";
  const [first, ...later] = requirement.versions;
  const demo = requirement.kind === "demonstration" ? " demo" : "";
  return `${first}${later.length > 0 ? "+" : ""}${demo}`;
}
