/**
 * Finds the control groups that this process may use. Linux has three set-ups: v1 (one hierarchy
 * per controller), v2 (one unified hierarchy) and hybrid (v1 controllers beside a v2 tree that
 * offers `cgroup.kill`). Being mounted is not enough: this process must be able to create a child
 * group, so that is tried.
 */
import { accessSync, constants, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { readText } from "../system/proc-fs.ts";

/** The v1 controllers that measuring and limiting use. */
const V1_CONTROLLERS = ["cpuacct", "memory", "pids", "cpuset", "freezer", "blkio"] as const;
export type V1Controller = (typeof V1_CONTROLLERS)[number];

/** Directories below which this process may create groups for runs. */
export interface CgroupHierarchies {
  /** Own directory in the unified hierarchy, with the controllers that its children can get. */
  readonly unified?: { readonly directory: string; readonly controllers: ReadonlySet<string> };
  /** Own directory per v1 controller. */
  readonly v1: ReadonlyMap<V1Controller, string>;
}

/** Prefix of every group that Agon creates; the owner's pid follows. */
export const GROUP_PREFIX = "agon-";

/** Reads the group of this process in each hierarchy, usable or not. */
export function locateCgroups(procSelf = "/proc/self"): CgroupHierarchies {
  const memberships = lines(readText(`${procSelf}/cgroup`)).flatMap((line) => {
    const parts = /^\d+:([^:]*):(.*)$/.exec(line);
    return parts === null
      ? []
      : [{ controllers: (parts[1] ?? "").split(","), path: parts[2] ?? "/" }];
  });
  let unified: { directory: string; controllers: ReadonlySet<string> } | undefined;
  const v1 = new Map<V1Controller, string>();
  for (const line of lines(readText(`${procSelf}/mountinfo`))) {
    const [mount = "", superBlock] = line.split(" - ");
    const [type, , options = ""] = superBlock?.split(" ") ?? [];
    const [, , , root = "/", mountPoint = "/"] = mount.split(" ");
    const own = (controller: string): string | undefined => {
      const path = memberships.find((member) => member.controllers.includes(controller))?.path;
      return path === undefined ? undefined : join(mountPoint, relative(root, path));
    };
    if (type === "cgroup2") {
      const directory = own("");
      if (directory === undefined) continue;
      const controllers = readText(`${directory}/cgroup.controllers`) ?? "";
      unified = { directory, controllers: new Set(controllers.split(" ").filter(Boolean)) };
    } else if (type === "cgroup") {
      for (const controller of V1_CONTROLLERS.filter((name) => options.split(",").includes(name))) {
        const directory = own(controller);
        if (directory !== undefined) v1.set(controller, directory);
      }
    }
  }
  return unified === undefined ? { v1 } : { unified, v1 };
}

let usable: CgroupHierarchies | undefined;

/**
 * Where this process may create groups. Computed once: creating and removing a group in each
 * hierarchy takes milliseconds, and {@link delegateControllers} moves this process.
 */
export function usableCgroups(): CgroupHierarchies {
  usable ??= keepUsable(locateCgroups());
  return usable;
}

/** Keeps the directories in which a child group can really be created and entered. */
function keepUsable(found: CgroupHierarchies): CgroupHierarchies {
  const v1 = new Map([...found.v1].filter(([, directory]) => canCreateGroup(directory)));
  const { unified } = found;
  return unified !== undefined && canCreateGroup(unified.directory) ? { unified, v1 } : { v1 };
}

/**
 * On a pure v2 host a group with processes cannot delegate controllers to its children. So this
 * moves the processes of the own group (this process, and in a delegated scope the process that
 * started it) to a leaf and enables the controllers. Elsewhere it does nothing.
 */
export function delegateControllers(usable: CgroupHierarchies): CgroupHierarchies {
  const { unified, v1 } = usable;
  if (unified === undefined || v1.size > 0 || unified.controllers.size === 0) return usable;
  const leaf = join(unified.directory, `${GROUP_PREFIX}coordinator`);
  mkdirSync(leaf, { recursive: true });
  // Processes may fork while they are moved, hence several rounds.
  for (let round = 0; round < 20; round++) {
    const pids = lines(readText(join(unified.directory, "cgroup.procs")));
    if (pids.length === 0) break;
    for (const pid of pids) tryWrite(join(leaf, "cgroup.procs"), pid);
  }
  const enabled = ["memory", "pids", "cpuset", "cpu", "io"].filter(
    (controller) =>
      unified.controllers.has(controller) &&
      tryWrite(join(unified.directory, "cgroup.subtree_control"), `+${controller}`),
  );
  return { unified: { directory: unified.directory, controllers: new Set(enabled) }, v1 };
}

/** Whether CPU time can be measured and memory limited with what was found. */
export function isSufficient({ unified, v1 }: CgroupHierarchies): boolean {
  const measuresCpu = unified !== undefined || v1.has("cpuacct");
  const limitsMemory = v1.has("memory") || (unified?.controllers.has("memory") ?? false);
  return measuresCpu && limitsMemory;
}

/** Writes to a control file; false when the kernel refuses. */
export function tryWrite(file: string, value: string | number): boolean {
  try {
    writeFileSync(file, String(value));
    return true;
  } catch {
    return false;
  }
}

function canCreateGroup(directory: string): boolean {
  const probe = join(directory, `${GROUP_PREFIX}${process.pid}-probe`);
  try {
    mkdirSync(probe);
  } catch {
    return false;
  }
  try {
    accessSync(join(probe, "cgroup.procs"), constants.W_OK);
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(probe);
  }
}

/** The non-empty lines of a control file. */
export function lines(text: string | undefined): string[] {
  return (text ?? "").split("\n").filter((line) => line !== "");
}
