/** Whether runs can be isolated, limited and measured as a competition demands. */
import type { ExecutionHost } from "../measuring/execution-host.ts";
import { measurementKind } from "../measuring/measurement-kind.ts";
import { readText } from "../system/proc-fs.ts";
import { firstRunUser } from "../system/run-user.ts";
import { fail, type HostCheck, ok, warn } from "./host-check.ts";

const NEEDED_CONTROLLERS = ["memory", "pids", "cpuset"] as const;
const SCOPE = "systemd-run --user --scope --property=Delegate=yes agon …";
const DELEGATE =
  "sudo systemctl set-property user@$(id -u).service Delegate='cpu cpuset io memory pids'";
const PROCESS_KILL = [5, 14] as const;
const PEAK_MEMORY = [5, 19] as const;

/** Reads what was found at the start of Agon, and settings of the kernel below `root`. */
export function isolationChecks(host: ExecutionHost, kernel: string, root = ""): HostCheck[] {
  return [
    kernelVersion(kernel, host),
    controlGroups(host),
    ...(host.isRoot ? [groupEntry(readText(`${root}/proc/self/mountinfo`) ?? "")] : []),
    sandbox(host, root),
    systemCalls(host),
    ...(host.isRoot ? [users(firstRunUser())] : []),
    host.hasReaper
      ? ok("exit codes", "exact")
      : warn("exit codes", "exit 137 looks like a kill", "sudo apt-get install perl-base"),
  ];
}

function kernelVersion(release: string, host: ExecutionHost): HostCheck {
  const version = release.split(/[.-]/).slice(0, 2).map(Number);
  const isOlder = (than: readonly [number, number]): boolean =>
    (version[0] ?? 0) < than[0] || (version[0] === than[0] && (version[1] ?? 0) < than[1]);
  const remedy = `use Linux ${PEAK_MEMORY.join(".")} or later`;
  if (host.cgroups !== undefined && host.cgroups.v1.size === 0 && isOlder(PEAK_MEMORY)) {
    return warn("kernel", `${release} does not report the peak memory of a control group`, remedy);
  }
  if (isOlder(PROCESS_KILL)) {
    return warn("kernel", `${release} cannot kill a control group at once`, remedy);
  }
  return ok("kernel", release);
}

function controlGroups(host: ExecutionHost): HostCheck {
  const name = "control groups";
  const { cgroups } = host;
  if (cgroups === undefined) {
    return fail(name, "none can be used; figures are sampled from /proc", SCOPE);
  }
  const has = (controller: (typeof NEEDED_CONTROLLERS)[number]): boolean =>
    cgroups.v1.has(controller) || (cgroups.unified?.controllers.has(controller) ?? false);
  const missing = NEEDED_CONTROLLERS.filter((controller) => !has(controller));
  const kind = measurementKind(host);
  if (missing.length === 0) return ok(name, kind);
  return warn(name, `${kind}, but without ${missing.join(" and ")}`, DELEGATE);
}

/**
 * Where groups are not mounted for frequent changes, a process that enters one waits for the kernel
 * (`cgroup-entry.ts`). The remedy slows down forks on the whole machine, so this is only a hint.
 */
function groupEntry(mounts: string): HostCheck {
  const name = "start of runs";
  const unified = /^\S+ \S+ \S+ \S+ (\S+) .* - cgroup2 \S+ (\S+)$/m.exec(mounts);
  const [, folder = "", options = ""] = unified ?? [];
  if (unified === null) return ok(name, "no unified hierarchy of control groups");
  return options.split(",").includes("favordynmods")
    ? ok(name, "control groups are entered without waiting (favordynmods)")
    : ok(name, `some ms shorter after 'mount -o remount,favordynmods ${folder}' (Linux 6.0)`);
}

function systemCalls({ isolation, callFilter }: ExecutionHost): HostCheck {
  const name = "system calls";
  if (isolation === "bubblewrap" && callFilter !== undefined) {
    return ok(name, "those that reach past the sandbox are denied");
  }
  const reason =
    callFilter === undefined ? "the kernel or processor has no filter" : "no bubblewrap";
  return warn(name, `all are allowed (${reason})`, "use bubblewrap on x86-64 or arm64");
}

function users(first: number | undefined): HostCheck {
  if (first !== undefined) return ok("users", `one of its own for each run, from ${first} on`);
  const remedy = "give this container more users, or set AGON_RUN_USERS";
  return warn("users", "all runs have the user 'nobody', and can starve each other", remedy);
}

function sandbox({ isolation }: ExecutionHost, root: string): HostCheck {
  if (isolation === "bubblewrap") return ok("sandbox", isolation);
  const remedy = forbiddenNamespaces(root) ?? "sudo apt-get install bubblewrap";
  return isolation === "unshare"
    ? warn("sandbox", "unshare; bubblewrap does not work here", remedy)
    : fail("sandbox", "none works; tools could read and write everything", remedy);
}

/** The command that permits user namespaces, if they are forbidden. */
function forbiddenNamespaces(root: string): string | undefined {
  const settings = [
    { name: "kernel.unprivileged_userns_clone", bad: "0", good: "1" },
    { name: "kernel.apparmor_restrict_unprivileged_userns", bad: "1", good: "0" },
    { name: "user.max_user_namespaces", bad: "0", good: "10000" },
  ];
  const found = settings.find(
    ({ name, bad }) => readText(`${root}/proc/sys/${name.replaceAll(".", "/")}`) === bad,
  );
  return found === undefined ? undefined : `sudo sysctl -w ${found.name}=${found.good}`;
}
