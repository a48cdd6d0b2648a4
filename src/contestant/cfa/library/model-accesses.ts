/** The beginning of library models: the accesses that the contract of the function names, as C text. */
import {
  type Access,
  CONTRACTS,
  contractOf,
  parameterNames,
  withSizes,
} from "../../library-contracts/index.ts";
import { ACCESS_NAMES } from "../model/intrinsics.ts";

/** Declarations of the marks, and of the library state that its functions change without a lock. */
export const ACCESS_DECLARATIONS: string = [
  `void ${ACCESS_NAMES.string}(const volatile void *, long);`,
  ...[ACCESS_NAMES.read, ACCESS_NAMES.write, ACCESS_NAMES.use].map(
    (name) => `void ${name}(const volatile void *, size_t);`,
  ),
  ...[...new Set(CONTRACTS.flatMap(stateNames))].map((name) => `static char ${stateOf(name)};`),
  `static size_t __agon_extent(size_t size, size_t count) {
  return count != 0 && size > (size_t)-1 / count ? (size_t)-1 : size * count;
}`,
].join("\n");

function stateNames({ accesses }: { readonly accesses: readonly Access[] }): string[] {
  return accesses.flatMap((access) => (access.kind === "state" ? [access.name] : []));
}

function stateOf(name: string): string {
  return `__agon_state_${name}`;
}

/** Returns the definition of a function with its accesses after the opening brace. */
export function withAccesses(name: string, definition: string): string {
  const contract = contractOf(name);
  if (contract === undefined) return definition;
  const brace = definition.indexOf("{");
  // The model has names of its own for the parameters.
  const own = parameterNames(headOf(definition.slice(0, brace)));
  const names = new Map(contract.parameters.map((each, index) => [each, own[index] ?? each]));
  const renamed = (text: string): string =>
    text.replaceAll(/[A-Za-z_]\w*/g, (word) => names.get(word) ?? word);
  const marks = contract.accesses
    .filter(({ isImplemented }) => isImplemented !== true)
    .map((access) => markOf(access, renamed));
  return `${definition.slice(0, brace + 1)}${marks.join("")}${definition.slice(brace + 1)}`;
}

/** The text without comments and the part before the function. */
function headOf(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
}

function markOf(access: Access, renamed: (text: string) => string): string {
  switch (access.kind) {
    case "state":
      return ` ${ACCESS_NAMES.write}(&${stateOf(access.name)}, 1);`;
    case "string": {
      const limit = access.most === undefined ? "-1" : `(long)(${renamed(access.most)})`;
      return guarded(access, renamed, `${ACCESS_NAMES.string}(${renamed(access.of)}, ${limit});`);
    }
    case "bytes": {
      const size = withSizes(renamed(access.size));
      const mark = ACCESS_NAMES[access.mode];
      return guarded(access, renamed, `${mark}(${renamed(access.of)}, ${size});`);
    }
    case "stream":
      return "";
    case "format":
      throw new Error("a model reads its format itself");
  }
}

function guarded(
  { of, mayBeNull }: { readonly of: string; readonly mayBeNull: boolean },
  renamed: (text: string) => string,
  mark: string,
): string {
  return mayBeNull ? ` if (${renamed(of)} != 0) ${mark}` : ` ${mark}`;
}
