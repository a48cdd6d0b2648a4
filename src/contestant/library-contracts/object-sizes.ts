/** Sizes in bytes of the types that contracts name in `sizeof`, as glibc has them on x86-64 and on i386. */
const SIZES: Readonly<Record<string, readonly [lp64: number, ilp32: number]>> = {
  int: [4, 4],
  wchar_t: [4, 4],
  "void *": [8, 4],
  pthread_t: [8, 4],
  pthread_attr_t: [56, 36],
  pthread_mutex_t: [40, 24],
  pthread_mutexattr_t: [4, 4],
  pthread_cond_t: [48, 48],
  pthread_condattr_t: [4, 4],
  pthread_rwlock_t: [56, 32],
  pthread_rwlockattr_t: [8, 8],
  pthread_spinlock_t: [4, 4],
  pthread_barrier_t: [32, 20],
  pthread_barrierattr_t: [4, 4],
  pthread_once_t: [4, 4],
  pthread_key_t: [4, 4],
  sem_t: [32, 16],
  "struct sched_param": [4, 4],
  "struct timespec": [16, 8],
  thrd_t: [8, 4],
  mtx_t: [40, 24],
  cnd_t: [48, 48],
  once_flag: [4, 4],
  tss_t: [4, 4],
};

/** Types that have a size here. */
export const SIZED_TYPES: readonly string[] = Object.keys(SIZES);

/** An extent as a C expression without the names of these types. */
export function withSizes(extent: string): string {
  return extent.replaceAll(SIZEOF, (_text, type: string) => {
    const [lp64, ilp32] = sizesOf(type);
    return lp64 === ilp32 ? String(lp64) : `(sizeof(long) == 8 ? ${lp64} : ${ilp32})`;
  });
}

/** The number of bytes of an extent that is one number or one `sizeof`; undefined for others. */
export function fixedSize(extent: string, pointerBits: number): number | undefined {
  const text = extent.replaceAll(SIZEOF, (_text, type: string) =>
    String(sizesOf(type)[pointerBits === 64 ? 0 : 1]),
  );
  return /^\d+$/.test(text) ? Number(text) : undefined;
}

const SIZEOF = /sizeof\(([^()]+)\)/g;

function sizesOf(type: string): readonly [lp64: number, ilp32: number] {
  const sizes = SIZES[type];
  if (sizes === undefined) throw new Error(`the size of ${type} is not known`);
  return sizes;
}
