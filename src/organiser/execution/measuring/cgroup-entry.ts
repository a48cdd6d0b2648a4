/**
 * Entering a control group is dear the first time: the kernel keeps all forks
 * of the machine out of it (`cgroup_threadgroup_rwsem`), and so that forks need
 * no lock at other times, whoever enters first waits until every core has taken
 * notice (a grace period of RCU: 12 ms seen). Whoever enters soon afterwards
 * does not wait.
 */
import { close, openSync, write } from "node:fs";
import { join } from "node:path";
import { readText } from "../system/proc-fs.ts";
import { lines, locateCgroups } from "./cgroup-hierarchies.ts";

/** Where this process was found to stand: what the kernel said of it, and a list of members that has it. */
interface Place {
  readonly memberships: string;
  readonly members: string | undefined;
}

let place: Place | undefined;

/**
 * Lets this process enter a group in which it is already, which changes
 * nothing, while a sandbox is being built: so the run's own entry need not
 * wait. Resolves to whether that was possible; never rejects.
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
  // Another thread waits; this one has a run to start.
  return new Promise((resolve) => {
    write(descriptor, "0", (error) => close(descriptor, () => resolve(error === null)));
  });
}

/** The list of a group's members in which this process is; looked for again when somebody has moved it. */
function ownMembers(): string | undefined {
  const memberships = readText("/proc/self/cgroup") ?? "";
  if (place?.memberships !== memberships) place = { memberships, members: findMembers() };
  return place.members;
}

function findMembers(): string | undefined {
  const { unified, v1 } = locateCgroups();
  const directories = [...v1.values(), ...(unified === undefined ? [] : [unified.directory])];
  const own = String(process.pid);
  // In namespaces paths may mislead, and entering another group would move us.
  return directories
    .map((directory) => join(directory, "cgroup.procs"))
    .find((file) => lines(readText(file)).includes(own));
}
