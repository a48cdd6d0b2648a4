/**
 * `category-structure.yml`, in which the organisers of SV-COMP keep the categories of an edition,
 * their order, and their participants (2025–2027; older files differ in the names of base
 * categories).
 */

import type { Category, MetaCategory } from "../../ground/model/index.ts";
import { defined } from "../../ground/util/defined.ts";
import { YamlFile, type YamlMap, type YamlValue } from "../../ground/util/yaml-reader.ts";

export interface CategoryStructure {
  /** E.g. `SV-COMP`. */
  readonly competition: string;
  readonly year: number;
  readonly properties: readonly string[];
  /** In table order. */
  readonly categories: readonly Category[];
  readonly verifiers: readonly string[];
  /** Validators with kind and version of the witnesses: `x-validate-violation-witnesses-2.0`. */
  readonly validators: readonly string[];
  readonly horsConcours: readonly string[];
  /** By meta category. */
  readonly verifiersOf: ReadonlyMap<string, readonly string[]>;
  readonly validatorsOf: ReadonlyMap<string, readonly string[]>;
  /** By tool: names of categories, base or meta. */
  readonly optOut: ReadonlyMap<string, readonly string[]>;
  readonly optIn: ReadonlyMap<string, readonly string[]>;
}

/** @throws InputError with every fault and its position. */
export function parseCategoryStructure(text: string, file: string): CategoryStructure {
  const yaml = new YamlFile(text, file);
  return yaml.finish(new StructureReader().read(yaml.root.asMap()));
}

class StructureReader {
  #properties: readonly string[] = [];
  readonly #metas = new Map<string, YamlMap>();

  read(root: YamlMap | undefined): CategoryStructure | undefined {
    const competition = root?.require("competition")?.asString();
    const year = root?.require("year")?.asInteger(2000);
    this.#properties = names(root?.require("properties"));
    const metas = root?.require("categories")?.asMap();
    if (root === undefined || competition === undefined || year === undefined) return undefined;
    for (const [name, value] of metas?.entries ?? []) {
      const meta = value.asMap();
      if (meta !== undefined) this.#metas.set(name, meta);
    }
    return {
      competition,
      year,
      properties: this.#properties,
      categories: this.#categories(root),
      verifiers: names(root.get("verifiers")),
      validators: names(root.get("validators")),
      horsConcours: names(root.get("hors_concours")),
      verifiersOf: this.#listOfMetas("verifiers"),
      validatorsOf: this.#listOfMetas("validators"),
      optOut: listsByName(root.get("opt_out")),
      optIn: listsByName(root.get("opt_in")),
    };
  }

  #listOfMetas(key: string): ReadonlyMap<string, readonly string[]> {
    return new Map([...this.#metas].map(([name, meta]) => [name, names(meta.get(key))]));
  }

  #categories(root: YamlMap): readonly Category[] {
    const demonstrations = this.#known(root.get("demo_categories"));
    const validationOnly = this.#known(root.get("validation_only"));
    const mentioned = [...this.#metas].flatMap(([name, meta]) => [
      name,
      ...names(meta.get("categories")),
    ]);
    const order = root.get("categories_table_order");
    this.#checkOrder(order, new Set(mentioned));
    const ordered = new Set([...names(order), ...mentioned]);
    return [...ordered].flatMap((name) => {
      const category = this.#metas.has(name) ? this.#meta(name) : this.#base(name);
      if (category === undefined) return [];
      return [
        {
          ...category,
          ...(demonstrations.has(name) ? { demonstration: true } : {}),
          ...(validationOnly.has(name) ? { validationOnly: true } : {}),
        },
      ];
    });
  }

  #known(value: YamlValue | undefined): ReadonlySet<string> {
    return new Set(names(value));
  }

  #checkOrder(order: YamlValue | undefined, mentioned: ReadonlySet<string>): void {
    for (const item of order?.asList() ?? []) {
      const name = item.asString();
      if (name !== undefined && !mentioned.has(name)) {
        item.fault(`the category '${name}' is in the table order, but in no meta category`);
      }
    }
  }

  /** `unreach-call.ReachSafety-Arrays` (2025), `C.unreach-call.Arrays` (since 2026). */
  #base(name: string): Category | undefined {
    const property = name.split(".").find((part) => this.#properties.includes(part));
    if (property !== undefined) return { kind: "base", name, property };
    for (const meta of this.#metas.values()) {
      const item = meta
        .get("categories")
        ?.asList()
        ?.find((child) => child.asString()?.trim() === name);
      item?.fault(`the name '${name}' of a base category has no part that is a property`);
    }
    return undefined;
  }

  #meta(name: string): MetaCategory {
    const meta = this.#metas.get(name) as YamlMap;
    const children = names(meta.require("categories"));
    const counted = answersOf(name);
    return {
      kind: "meta",
      name,
      children,
      ...defined({ answers: counted }),
      ...(/Falsification/.test(name) ? this.#exclusions(meta) : {}),
    };
  }

  /** Falsification includes the properties of Overall except those that it does not list. */
  #exclusions(meta: YamlMap): Pick<MetaCategory, "excludedProperties"> {
    const listed = new Set(names(meta.get("properties")));
    const all = names(this.#metas.get("Overall")?.get("properties"));
    const excludedProperties = all.filter((property) => !listed.has(property));
    return excludedProperties.length === 0 ? {} : { excludedProperties };
  }
}

/** The file expresses the answers that count only by the name. */
function answersOf(name: string): "true" | "false" | undefined {
  if (/(^|\.)(FalseOverall|FalsificationOverall)$/.test(name)) return "false";
  return /(^|\.)TrueOverall$/.test(name) ? "true" : undefined;
}

/** A list of texts or a single one, without surrounding blanks. */
function names(value: YamlValue | undefined): readonly string[] {
  return (value?.asListOrSingle() ?? []).flatMap((item) => item.asString()?.trim() ?? []);
}

function listsByName(value: YamlValue | undefined): ReadonlyMap<string, readonly string[]> {
  return new Map([...(value?.asMap()?.entries ?? [])].map(([name, list]) => [name, names(list)]));
}
