import type { YamlMap, YamlValue } from "../util/yaml-reader.ts";
import type { GhostInstrumentation, GhostUpdate, GhostVariable } from "./format.ts";
import { readLocation } from "./read-location.ts";

/** The parts of a ghost_instrumentation with the mappings that hold their fields. */
export interface LocatedGhosts {
  readonly ghosts: GhostInstrumentation;
  readonly variables: readonly { readonly variable: GhostVariable; readonly self: YamlMap }[];
  readonly updates: readonly { readonly update: GhostUpdate; readonly self: YamlMap }[];
}

/** Reads the content of a ghost_instrumentation; parts with faults are left out. */
export function readGhosts(content: YamlValue): LocatedGhosts | undefined {
  const map = content.asMap();
  if (map === undefined) return undefined;
  map.allowOnly(["ghost_variables", "ghost_updates"]);
  const variables = (map.require("ghost_variables")?.asList() ?? []).flatMap((value) => {
    const self = value.asMap();
    const variable = self === undefined ? undefined : readVariable(self);
    return self === undefined || variable === undefined ? [] : [{ variable, self }];
  });
  const updates = (map.get("ghost_updates")?.asList() ?? []).flatMap((value) => {
    const self = value.asMap();
    const update = self === undefined ? undefined : readUpdate(self);
    return self === undefined || update === undefined ? [] : [{ update, self }];
  });
  return {
    ghosts: {
      variables: variables.map(({ variable }) => variable),
      updates: updates.map(({ update }) => update),
    },
    variables,
    updates,
  };
}

function readVariable(self: YamlMap): GhostVariable | undefined {
  self.allowOnly(["name", "type", "scope", "initial"]);
  const name = self.require("name")?.asWritten();
  const type = self.require("type")?.asWritten();
  self.require("scope")?.asOneOf(["global"]);
  const initialMap = self.require("initial")?.asMap();
  initialMap?.allowOnly(["value", "format"]);
  const initial = initialMap?.require("value")?.asWritten();
  if (initialMap !== undefined) requireExpressionFormat(initialMap);
  if (name !== undefined && !/^[A-Za-z_]\w*$/.test(name)) {
    return self.get("name")?.fault(`'${name}' is no C identifier`, "ghost-name");
  }
  if (name === undefined || type === undefined || initial === undefined) return undefined;
  return { name, type, initial };
}

function readUpdate(self: YamlMap): GhostUpdate | undefined {
  self.allowOnly(["location", "updates"]);
  const location = readLocation(self);
  const assignments = (self.require("updates")?.asList() ?? []).flatMap((value) => {
    const map = value.asMap();
    if (map === undefined) return [];
    map.allowOnly(["variable", "value", "format"]);
    const variable = map.require("variable")?.asWritten();
    const expression = map.require("value")?.asWritten();
    requireExpressionFormat(map);
    return variable === undefined || expression === undefined ? [] : [{ variable, expression }];
  });
  return location && { location, assignments };
}

function requireExpressionFormat(map: YamlMap): void {
  map.require("format")?.asOneOf(["c_expression", "ext_c_expression"]);
}
