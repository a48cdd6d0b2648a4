/**
 * System calls that a tool may not make, as a program for the kernel (seccomp(2)). Namespaces hide
 * only some resources; some calls reach past them:
 *
 * - kernel keyrings belong to the user, not to the run, so that runs could
 *   exchange data (BenchExec denies these calls and `userfaultfd`, too);
 * - sockets to the hypervisor (AF_VSOCK) and other families ignore network
 *   namespaces, or only offer attack surface;
 * - new namespaces would give a tool the capabilities that it was denied, and
 *   with them most of the kernel's privileged code;
 * - huge pages come from a pool of the whole machine, and count towards no memory limit;
 * - work of io_uring, BPF and perf events is done, or observed, outside the run;
 * - tools do not need calls that are reserved to administrators.
 *
 * Tracing one's own processes, 32-bit programs, personality(2) and everything else that verifiers
 * were seen to need stays allowed.
 */
import { encode, give, type Instruction, load, unlessSkip } from "./bpf.ts";
import { AUDIT_ARCHITECTURE, type CallArchitecture, callNumbers } from "./call-numbers.ts";

/** Values of linux/seccomp.h. */
const ACTION = { allow: 0x7fff0000, killProcess: 0x80000000, error: 0x00050000 } as const;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

/** Offsets in `struct seccomp_data`; the lower half of an argument decides all tests made here. */
const OFFSET = {
  call: 0,
  architecture: 4,
  firstArgument: 16,
  secondArgument: 24,
  thirdArgument: 32,
  fourthArgument: 40,
} as const;

/** Denied as by an older kernel: programs can do without. */
const UNKNOWN_CALLS = [
  ...["add_key", "request_key", "keyctl", "userfaultfd"],
  ...["io_uring_setup", "io_uring_enter", "io_uring_register"],
  // A filter cannot see its flags; the C library falls back to clone.
  "clone3",
  // Its arguments lie in memory; the C library uses mmap2.
  "old_mmap",
  // The 32-bit multiplexer hides the family of a socket; the C library then calls socket itself.
  "socketcall",
];

const FORBIDDEN_CALLS = [
  ...["bpf", "perf_event_open", "open_by_handle_at", "fanotify_init", "lookup_dcookie"],
  ...["mount", "umount", "umount2", "pivot_root", "move_mount", "open_tree", "mount_setattr"],
  ...["fsopen", "fsconfig", "fsmount", "fspick", "setns", "quotactl", "quotactl_fd", "acct"],
  ...["kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff", "syslog", "vhangup"],
  ...["create_module", "init_module", "finit_module", "delete_module", "nfsservctl", "uselib"],
  ...["settimeofday", "stime", "clock_settime", "clock_settime64"],
  ...["sethostname", "setdomainname", "iopl", "ioperm", "vm86", "vm86old"],
];

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const NAMESPACE_FLAGS = 0x7e020000;
/** CLONE_NEWTIME; in clone(2) this bit belongs to the exit signal. */
const TIME_NAMESPACE_FLAG = 0x80;
/** MAP_HUGETLB, MFD_HUGETLB, SHM_HUGETLB. */
const HUGE_PAGES = { map: 0x40000, file: 0x4, shared: 0x800 } as const;
/** The number of shmget in the 32-bit multiplexer ipc. */
const IPC_SHMGET = 23;
/** AF_UNIX, AF_INET, AF_INET6, AF_NETLINK. */
const SOCKET_FAMILIES = [1, 2, 10, 16];
/** TIOCSTI and TIOCLINUX type into a terminal. */
const TERMINAL_INPUT = [0x5412, 0x541c];
/** Set in the call numbers of the x32 architecture, whose table has holes of its own. */
const X32_BIT = 0x40000000;

/** Instruction sets that a machine runs; the first is its own. */
const MACHINES: Readonly<Record<string, readonly CallArchitecture[]>> = {
  x64: ["x86-64", "i386"],
  arm64: ["arm64"],
};

/**
 * The filter for a machine (named as `process.arch`), ready for the kernel; undefined for machines
 * whose call numbers are not in the table. Programs of an instruction set that the filter does not
 * know are killed.
 */
export function callFilter(machine: string): Uint8Array | undefined {
  const architectures = MACHINES[machine];
  if (architectures === undefined) return undefined;
  return encode([
    ...architectures.flatMap((architecture) => {
      const body = filterOf(architecture);
      return [
        load(OFFSET.architecture),
        unlessSkip("equals", AUDIT_ARCHITECTURE[architecture], body.length),
        ...body,
      ];
    }),
    give(ACTION.killProcess),
  ]);
}

function filterOf(architecture: CallArchitecture): Instruction[] {
  const numbers = callNumbers(architecture);
  const on = (name: string, then: readonly Instruction[]): Instruction[] => {
    const number = numbers.get(name);
    return number === undefined ? [] : [unlessSkip("equals", number, then.length), ...then];
  };
  const deny = (error: number) => (name: string) => on(name, [give(ACTION.error | error)]);
  const denyFlags = (flags: number, argument: number = OFFSET.firstArgument): Instruction[] => [
    load(argument),
    unlessSkip("hasAnyBit", flags, 1),
    give(ACTION.error | EPERM),
    give(ACTION.allow),
  ];
  const isX32 = architecture === "x86-64" ? unlessSkip("atLeast", X32_BIT, 1) : undefined;
  return [
    load(OFFSET.call),
    ...(isX32 === undefined ? [] : [isX32, give(ACTION.error | ENOSYS)]),
    ...on("clone", denyFlags(NAMESPACE_FLAGS)),
    ...on("unshare", denyFlags(NAMESPACE_FLAGS | TIME_NAMESPACE_FLAG)),
    ...on("mmap", denyFlags(HUGE_PAGES.map, OFFSET.fourthArgument)),
    ...on("mmap2", denyFlags(HUGE_PAGES.map, OFFSET.fourthArgument)),
    ...on("memfd_create", denyFlags(HUGE_PAGES.file, OFFSET.secondArgument)),
    ...on("shmget", denyFlags(HUGE_PAGES.shared, OFFSET.thirdArgument)),
    ...on("ipc", [
      load(OFFSET.firstArgument),
      unlessSkip("equals", IPC_SHMGET, 4),
      ...denyFlags(HUGE_PAGES.shared, OFFSET.fourthArgument),
      give(ACTION.allow),
    ]),
    ...on("ioctl", [
      load(OFFSET.secondArgument),
      ...TERMINAL_INPUT.flatMap((request) => [
        unlessSkip("equals", request, 1),
        give(ACTION.error | EPERM),
      ]),
      give(ACTION.allow),
    ]),
    ...on("socket", [
      load(OFFSET.firstArgument),
      ...SOCKET_FAMILIES.flatMap((family) => [unlessSkip("equals", family, 1), give(ACTION.allow)]),
      give(ACTION.error | EAFNOSUPPORT),
    ]),
    ...UNKNOWN_CALLS.flatMap(deny(ENOSYS)),
    ...FORBIDDEN_CALLS.flatMap(deny(EPERM)),
    give(ACTION.allow),
  ];
}
