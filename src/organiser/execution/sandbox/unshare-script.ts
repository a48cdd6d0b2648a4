/**
 * Builds the sandbox's file system where bubblewrap is absent; runs as the
 * first process of fresh namespaces, with mount(8) and pivot_root(8) only.
 *
 * Words: MOUNT-POINT SIZE (KIND SOURCE TARGET)… -- COMMAND…
 *
 * A read-only bind mount takes two calls, and the second must repeat the
 * flags that the kernel has locked for an ordinary user (nosuid, nodev).
 */
const SCRIPT = `set -e; umask 022
root=$1; size=$2; shift 2
bind() {
  if [ -d "$1" ]; then mkdir -p "$root$2"; else mkdir -p "$root\${2%/*}"; : >>"$root$2"; fi
  mount --rbind "$1" "$root$2"
}
memory() { mkdir -p "$root$1"; mount -t tmpfs -o "nosuid,nodev,size=$size,mode=1777" tmpfs "$root$1"; }
mount -t tmpfs -o "nosuid,nodev,size=1m,mode=755" tmpfs "$root"
while [ "$1" != -- ]; do
  case $1 in
    read-only) bind "$2" "$3"; mount -o remount,bind,ro,nosuid,nodev "$root$3" ;;
    writable) bind "$2" "$3"; mount -o remount,bind,rw,nosuid,nodev "$root$3" ;;
    symbolic-link) ln -s "$2" "$root$3" ;;
    directory) mkdir -p "$root$3" ;;
    empty) memory "$3" ;;
    proc)
      mkdir -p "$root$3"; mount -t proc -o nosuid,nodev,noexec proc "$root$3"
      for part in sys sysrq-trigger irq bus; do
        [ ! -e "$root$3/$part" ] || { mount --bind "$root$3/$part" "$root$3/$part"
          mount -o remount,bind,ro,nosuid,nodev,noexec "$root$3/$part"; }
      done ;;
    devices)
      mkdir -p "$root$3"
      for device in null zero full random urandom; do
        : >"$root$3/$device"; mount --bind "/dev/$device" "$root$3/$device"
      done
      ln -s /proc/self/fd "$root$3/fd"; ln -s fd/0 "$root$3/stdin"
      ln -s fd/1 "$root$3/stdout"; ln -s fd/2 "$root$3/stderr" ;;
  esac
  shift 3
done
shift
cd "$root"
mkdir .host
pivot_root . .host
umount -l /.host
rmdir /.host
mount -o remount,bind,ro,nosuid,nodev /
ip link set lo up 2>/dev/null || true
set +e
`;

/**
 * The script. Unless a reaper takes its place, the shell has to stay process 1 so that the tool is
 * not: process 1 ignores signals by default, and would have to reap orphans.
 */
export function unshareScript({ staysFirst }: { readonly staysFirst: boolean }): string {
  return SCRIPT + (staysFirst ? '"$@"\nexit $?' : 'exec "$@"');
}
