/**
 * Numbers of the system calls that are denied or examined. A kernel serves programs of several
 * architectures (32-bit programs on a 64-bit machine), each with numbers of its own; `-` stands for
 * a call that it does not have.
 */
const TABLE = `
call               x86-64 i386  arm64
add_key            248    286   217
request_key        249    287   218
keyctl             250    288   219
userfaultfd        323    374   282
bpf                321    357   280
perf_event_open    298    336   241
io_uring_setup     425    425   425
io_uring_enter     426    426   426
io_uring_register  427    427   427
mount              165    21    40
umount             -      22    -
umount2            166    52    39
pivot_root         155    217   41
move_mount         429    429   429
open_tree          428    428   428
fsopen             430    430   430
fsconfig           431    431   431
fsmount            432    432   432
fspick             433    433   433
mount_setattr      442    442   442
setns              308    346   268
unshare            272    310   97
clone              56     120   220
clone3             435    435   435
socket             41     359   198
socketcall         -      102   -
ioctl              16     54    29
mmap               9      -     222
mmap2              -      192   -
old_mmap           -      90    -
memfd_create       319    356   279
shmget             29     395   194
ipc                -      117   -
kexec_load         246    283   104
kexec_file_load    320    -     294
create_module      174    127   -
init_module        175    128   105
finit_module       313    350   273
delete_module      176    129   106
reboot             169    88    142
swapon             167    87    224
swapoff            168    115   225
settimeofday       164    79    170
stime              -      25    -
clock_settime      227    264   112
clock_settime64    -      404   -
acct               163    51    89
quotactl           179    131   60
quotactl_fd        443    443   443
sethostname        170    74    161
setdomainname      171    121   162
iopl               172    110   -
ioperm             173    101   -
lookup_dcookie     212    253   18
syslog             103    103   116
vhangup            153    111   58
nfsservctl         180    169   42
open_by_handle_at  304    342   265
fanotify_init      300    338   262
uselib             134    86    -
vm86               -      166   -
vm86old            -      113   -
`;

/** An instruction set with its way of calling the kernel. */
export type CallArchitecture = "x86-64" | "i386" | "arm64";

/** `AUDIT_ARCH_*` of linux/audit.h, by which a filter distinguishes them. */
export const AUDIT_ARCHITECTURE: Readonly<Record<CallArchitecture, number>> = {
  "x86-64": 0xc000003e,
  i386: 0x40000003,
  arm64: 0xc00000b7,
};

const [HEADER = [], ...ROWS] = TABLE.trim()
  .split("\n")
  .map((line) => line.trim().split(/\s+/));

/** Number by name; calls that the architecture does not have are missing. */
export function callNumbers(architecture: CallArchitecture): ReadonlyMap<string, number> {
  const column = HEADER.indexOf(architecture);
  return new Map(
    ROWS.flatMap((row) => {
      const [name = "", number = "-"] = [row[0], row[column]];
      return number === "-" ? [] : [[name, Number(number)] as const];
    }),
  );
}
