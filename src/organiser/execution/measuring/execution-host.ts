import type { IsolationKind } from "../../../ground/model/index.ts";
import type { Machine } from "../system/machine.ts";
import type { CgroupHierarchies } from "./cgroup-hierarchies.ts";
import type { PowerZone } from "./energy.ts";

/** Capabilities of this machine for running untrusted programs. */
export interface ExecutionHost {
  /** Undefined: CPU time and memory are read from /proc. */
  readonly cgroups?: CgroupHierarchies;
  readonly isolation: IsolationKind;
  /** Cores that runs may be pinned to. */
  readonly machine: Machine;
  readonly isRoot: boolean;
  /** Whether the exact exit status of sandboxed tools is known; see `reaper.ts`. */
  readonly hasReaper: boolean;
  /** Packages whose energy can be measured; absent or empty: none. */
  readonly powerZones?: readonly PowerZone[];
  /** For bubblewrap: the system calls that tools may not make; see `seccomp/call-filter.ts`. */
  readonly callFilter?: Uint8Array;
}
