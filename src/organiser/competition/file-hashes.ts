import { join, relative, resolve, sep } from "node:path";
import { filesOfInput, sha256 } from "../../ground/files/index.ts";
import type {
  Edition,
  FileReference,
  PropertyName,
  VerificationTask,
} from "../../ground/model/index.ts";
import { isPropertyName, parseProperty } from "../../ground/properties/index.ts";
import { InputError } from "../../ground/util/errors.ts";
import { isTaskDefinitionText } from "../tasks/index.ts";
import { readInput, readInputBytes } from "./task-folder.ts";

/** Files of tasks by content; every file is read once. */
export class FileHashes {
  readonly #root: string;
  readonly #edition: Edition;
  readonly #references = new Map<string, FileReference>();
  readonly #inputs = new Map<string, readonly FileReference[]>();
  readonly #properties = new Set<string>();

  /** All paths are relative to `root`. */
  constructor(root: string, edition: Edition) {
    this.#root = root;
    this.#edition = edition;
  }

  /** The file that an input is, or every file of a folder. @throws InputError for inputs that no run may see. */
  references(path: string): readonly FileReference[] {
    let references = this.#inputs.get(path);
    if (references === undefined) {
      // A set of tasks may lie elsewhere and lead back into the folder.
      if (relative(this.#root, resolve(this.#root, path)).split(sep)[0] === "..") {
        throw fault(path, "the input lies outside of the folder of the tasks");
      }
      const files = filesOfInput(join(this.#root, path), path);
      if (files[0] !== path) this.#refuseDefinitions(path, files);
      references = files.map((file) => this.reference(file));
      this.#inputs.set(path, references);
    }
    return references;
  }

  /** @throws InputError when the file cannot be read. */
  reference(path: string): FileReference {
    let reference = this.#references.get(path);
    if (reference === undefined) {
      reference = { path, sha256: sha256(readInputBytes(join(this.#root, path), path)) };
      this.#references.set(path, reference);
    }
    return reference;
  }

  /** Runs see the folder, but must not see expected verdicts. */
  #refuseDefinitions(folder: string, files: readonly string[]): void {
    const definition = files.find(
      (file) =>
        file.endsWith(".yml") &&
        isTaskDefinitionText(readInputBytes(join(this.#root, file), file).toString("latin1")),
    );
    if (definition === undefined) return;
    throw fault(folder, `an input folder must not hold task definitions: it holds ${definition}`);
  }

  /**
   * Checks that the file means the property of the task, under any file name (until 2018, `ALL.prp`)
   * and under any name in the edition (until 2025, `assert_java`).
   * @throws InputError when it does not.
   */
  checkProperty({ propertyFile: path, property }: VerificationTask): void {
    const key = `${path}#${property}`;
    if (this.#properties.has(key) || this.#isUnread(property)) return;
    const { kind } = parseProperty(readInput(join(this.#root, path), path), path);
    const wanted = this.#kindOf(property);
    if (wanted !== undefined && kind !== wanted) {
      throw fault(path, `the file means ${kind ?? "several properties"}, not ${property}`);
    }
    this.#properties.add(key);
  }

  /** A property of the edition that Agon knows no meaning for, such as SV-LIB's: its files are the tools'. */
  #isUnread(property: string): boolean {
    const known = this.#edition.properties.find(({ name }) => name === property);
    return known !== undefined && known.kind === undefined;
  }

  /** Undefined for properties that have no meaning here. */
  #kindOf(property: string): PropertyName | undefined {
    const known = this.#edition.properties.find(({ name }) => name === property);
    return known?.kind ?? (isPropertyName(property) ? property : undefined);
  }
}

function fault(file: string, message: string): InputError {
  return new InputError([{ severity: "error", code: "invalid-competition", message, file }]);
}
