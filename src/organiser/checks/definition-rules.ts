/** Rules of the competition for a task definition beyond its format. */

import { basename } from "node:path";
import type { TaskDefinition } from "../../ground/model/index.ts";
import { isPropertyName } from "../../ground/properties/index.ts";
import type { Finding } from "./finding.ts";

/** Subproperties that an expected `false` has to name, by property. */
const SUBPROPERTIES: Readonly<Record<string, readonly string[]>> = {
  "valid-memsafety": ["valid-free", "valid-deref", "valid-memtrack"],
};

type Fault = Pick<Finding, "severity" | "message">;

const error = (message: string): Fault => ({ severity: "error", message });
const warning = (message: string): Fault => ({ severity: "warning", message });

export function definitionFaults(definition: TaskDefinition): readonly Fault[] {
  return [
    ...twice(definition),
    ...definition.properties.flatMap((property) => subpropertyFaults(property)),
    ...placeFaults(definition),
    ...languageFaults(definition),
  ];
}

function twice({ properties }: TaskDefinition): readonly Fault[] {
  const names = properties.map(({ propertyFile }) => basename(propertyFile));
  const repeated = names.filter((name, index) => names.indexOf(name) < index);
  return [...new Set(repeated)].map((name) => error(`the property ${name} is listed twice`));
}

function subpropertyFaults({
  propertyFile,
  expectedVerdict,
}: TaskDefinition["properties"][number]): readonly Fault[] {
  const name = basename(propertyFile, ".prp");
  if (expectedVerdict === undefined || !isPropertyName(name)) return [];
  const known = SUBPROPERTIES[name];
  const { kind, subproperty } = expectedVerdict;
  const choice = known?.join(", ") ?? "";
  if (subproperty === undefined) {
    // For some tasks it is only known that one of them is violated: then any answer counts.
    return known === undefined || kind === "true"
      ? []
      : [warning(`an expected false of ${name} should name its subproperty: ${choice}`)];
  }
  if (known === undefined) return [error(`${name} has no subproperties, found '${subproperty}'`)];
  if (kind === "true") return [error(`an expected true for ${name} names no subproperty`)];
  if (known.includes(subproperty)) return [];
  return [error(`'${subproperty}' is not a subproperty of ${name}: ${choice}`)];
}

/** Properties of the competition that are about programs in Java, and about programs in any language. */
const JAVA_PROPERTIES: readonly string[] = ["valid-assert", "no-runtime-exception"];
const COMMON_PROPERTIES: readonly string[] = ["no-deadlock"];

function languageFaults({ language, properties }: TaskDefinition): readonly Fault[] {
  if (language !== "C" && language !== "Java") return [];
  const wrong = properties
    .map(({ propertyName }) => propertyName)
    .filter((name) => isPropertyName(name) && !COMMON_PROPERTIES.includes(name))
    .filter((name) => JAVA_PROPERTIES.includes(name) !== (language === "Java"));
  return wrong.map((name) => warning(`${name} is no property of programs in ${language}`));
}

/**
 * A C task is one program, in the folder of its definition or below. Java tasks share a folder with
 * what their programs have in common, which lies elsewhere.
 */
function placeFaults(definition: TaskDefinition): readonly Fault[] {
  const { language, witnessInputFile } = definition;
  if (language === "Java") return [];
  const inputFiles = definition.inputFiles.filter((file) => basename(file) !== witnessInputFile);
  const outside = inputFiles.filter((file) => file.startsWith("../") || file.startsWith("/"));
  return [
    ...outside.map((file) =>
      error(`the input file ${file} lies outside of the folder of its definition`),
    ),
    ...(language === "C" && inputFiles.length > 1
      ? [error(`${inputFiles.length} input files: a C task is one program in one file`)]
      : []),
  ];
}
