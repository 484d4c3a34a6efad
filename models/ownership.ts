// Caches that a server belongs to this installation, until another one may answer in its place.

export type Ownership = {
  /**
   * Resolves if the server belongs to this installation. Rejects with StrangerError, or with the check's own error while the server is
   * unavailable.
   */
  ensure(): Promise<void>;
  /** Reports that the connection was lost, so that the next server is checked again. */
  doubt(): void;
};

/** Concurrent callers share one check; its result is valid for `freshMs`. */
export function watchOwnership(
  check: () => Promise<void>,
  freshMs = Number.POSITIVE_INFINITY,
  now = Date.now,
): Ownership {
  let foundAt = Number.NEGATIVE_INFINITY;
  let doubts = 0;
  let checking: Promise<void> | null = null;
  const look = async () => {
    const [began, before] = [now(), doubts];
    await check();
    if (doubts === before) foundAt = began;
  };
  return {
    async ensure() {
      if (now() - foundAt < freshMs) return;
      checking ??= look().finally(() => {
        checking = null;
      });
      await checking;
    },
    doubt() {
      doubts += 1;
      foundAt = Number.NEGATIVE_INFINITY;
    },
  };
}
