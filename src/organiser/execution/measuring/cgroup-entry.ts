/**
 * Entering a control group is expensive the first time: the kernel keeps all forks of the machine
 * out of it (`cgroup_threadgroup_rwsem`). So that forks need no lock at other times, the first
 * process to enter waits until every core has noticed (a grace period of RCU: 12 ms seen). A
 * process that enters soon afterwards does not wait.
 */
import { close, openSync, write } from "node:fs";
import { join } from "node:path";
import { readText } from "../system/proc-fs.ts";
import { lines, locateCgroups } from "./cgroup-hierarchies.ts";

/**
 * The group in which this process was found: the kernel's description of it, and the list of
 * members that contains it.
 */
interface Place {
  readonly memberships: string;
  readonly members: string | undefined;
}

let place: Place | undefined;

/**
 * Lets this process enter the group that it is already in, while a sandbox is being built, so that
 * the run's own entry need not wait. Otherwise it changes nothing. Resolves to whether that was
 * possible; never rejects.
 */
export function prepareEntry(): Promise<boolean> {
  const members = ownMembers();
  if (members === undefined) return Promise.resolve(false);
  let descriptor: number;
  try {
    descriptor = openSync(members, "w");
  } catch {
    return Promise.resolve(false);
  }
  // Asynchronous, since this thread has a run to start.
  return new Promise((resolve) => {
    write(descriptor, "0", (error) => close(descriptor, () => resolve(error === null)));
  });
}

/**
 * The list of members of a group that contains this process; searched again when the process was
 * moved.
 */
function ownMembers(): string | undefined {
  const memberships = readText("/proc/self/cgroup") ?? "";
  if (place?.memberships !== memberships) place = { memberships, members: findMembers() };
  return place.members;
}

function findMembers(): string | undefined {
  const { unified, v1 } = locateCgroups();
  const directories = [...v1.values(), ...(unified === undefined ? [] : [unified.directory])];
  const own = String(process.pid);
  // In namespaces paths may mislead, and entering another group would move this process.
  return directories
    .map((directory) => join(directory, "cgroup.procs"))
    .find((file) => lines(readText(file)).includes(own));
}
