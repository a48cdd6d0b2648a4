import type { RunSetFile } from "./run-set-file.ts";

/** The attributes of the files, several texts where they differ. */
export function joinAttributes(
  files: readonly RunSetFile[],
  title: string | undefined,
): ReadonlyMap<string, readonly string[]> {
  const joined = new Map<string, string[]>();
  for (const file of files) {
    for (const [key, values] of attributesOf(file)) {
      joined.set(key, [...(joined.get(key) ?? []), ...values]);
    }
  }
  if (title !== undefined && title !== "") joined.set("name", [title]);
  return joined;
}

function attributesOf({ file, content }: RunSetFile): ReadonlyMap<string, readonly string[]> {
  const attributes = new Map<string, string[]>([
    ["filename", [file]],
    ["branch", [branchOf(file)]],
    ["timelimit", ["-"]],
    ["memlimit", ["-"]],
    ["cpuCores", ["-"]],
    ["displayName", []],
  ]);
  for (const [key, value] of content.attributes) attributes.set(key, [value]);
  const hostOf = (host: string | undefined): string => host ?? "unknown";
  const systems = [...content.systems].sort((a, b) =>
    hostOf(a.host) < hostOf(b.host) ? -1 : hostOf(a.host) > hostOf(b.host) ? 1 : 0,
  );
  const add = (key: string, value: string | undefined): void => {
    if (value !== undefined) attributes.set(key, [...(attributes.get(key) ?? []), value]);
  };
  for (const system of systems) {
    add("os", system.os);
    add("cpu", system.cpu);
    add("cores", system.cores);
    if (system.frequency !== "") add("freq", system.frequency);
    add("turbo", system.turbo ?? "");
    add("ram", system.ram);
    add("host", hostOf(system.host));
  }
  return attributes;
}

/** Files of a branch are named `BRANCH#…`. */
function branchOf(file: string): string {
  const name = file.slice(file.lastIndexOf("/") + 1);
  return file.includes("#") ? (name.split("#")[0] as string) : "";
}
