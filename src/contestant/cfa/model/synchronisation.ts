/** Determines which library models order threads. */

/**
 * Whether a library model is one of synchronisation: its own accesses are no accesses of the
 * program, and other threads run only at its explicit points.
 */
export function isSynchronisation(name: string): boolean {
  return /^(pthread_|sem_|mtx_|cnd_|thrd_|tss_|call_once$|__agon_sync_)/.test(name);
}
