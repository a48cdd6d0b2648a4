import type { Category } from "../../ground/model/index.ts";
import { PlatformError } from "../../ground/util/errors.ts";

/** The categories of a competition by name. Parents may share children (Overall, FalseOverall). */
export class CategoryTree {
  readonly #byName: ReadonlyMap<string, Category>;

  /** @throws PlatformError `ERR_CATEGORY_STRUCTURE` for duplicate or unknown names and for cycles. */
  constructor(categories: readonly Category[]) {
    this.#byName = new Map(categories.map((category) => [category.name, category]));
    if (this.#byName.size !== categories.length) {
      const names = categories.map(({ name }) => name);
      const duplicate = names.find((name, index) => names.indexOf(name) !== index);
      throw structureError(`the category ${duplicate} is defined twice`);
    }
    for (const category of categories) this.#check(category, []);
  }

  /** @throws PlatformError `ERR_CATEGORY_STRUCTURE` for an unknown name. */
  find(name: string): Category {
    const category = this.#byName.get(name);
    if (category === undefined) throw structureError(`there is no category ${name}`);
    return category;
  }

  /**
   * Whether a tool listed for `name` takes part in `category`: it is the same category or below.
   */
  covers(name: string, category: Category): boolean {
    if (name === category.name) return true;
    const listed = this.find(name);
    return listed.kind === "meta" && listed.children.some((child) => this.covers(child, category));
  }

  /** Medals are given in the overall categories and in the children of (C.)Overall, not of Java.Overall. */
  hasMedals({ name, demonstration }: Category): boolean {
    if (demonstration === true) return false;
    // FalseOverall, FalsificationOverall, JavaOverall …; in 2017 it was called Falsification.
    if (/(Overall|^Falsification)$/.test(name)) return true;
    return [...this.#byName.values()].some(
      (parent) =>
        parent.kind === "meta" &&
        /^(C\.)?Overall$/.test(parent.name) &&
        parent.children.includes(name),
    );
  }

  #check(category: Category, path: readonly string[]): void {
    if (path.includes(category.name)) {
      throw structureError(`the category ${category.name} contains itself`);
    }
    if (category.kind === "base") return;
    const here = [...path, category.name];
    for (const child of category.children) this.#check(this.find(child), here);
  }
}

function structureError(message: string): PlatformError {
  return new PlatformError("ERR_CATEGORY_STRUCTURE", message);
}
