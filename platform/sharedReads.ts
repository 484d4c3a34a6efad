// Shares one read among all callers who ask for the same thing at the same time.

type Reads<T> = { running: Promise<T>; next: Promise<T> | null; startedAt: number };

/** After this time, a read is no longer waited for by others: its connection may be silent. */
const MAX_SHARED_MS = 1_000;

/**
 * Callers who arrive while a read is running share the next one, which starts when it has ended. A read therefore always starts after its
 * callers have asked, so that nobody misses their own change, and any number of callers costs at most two reads at a
 * time, or one more for each second that a read takes.
 */
export class SharedReads<T> {
  readonly #reads = new Map<string, Reads<T>>();
  readonly #maxSharedMs: number;

  constructor(maxSharedMs = MAX_SHARED_MS) {
    this.#maxSharedMs = maxSharedMs;
  }

  /** `key` names what is read, and therefore the answer: `read` must not depend on the caller. Rejects as `read` does, for all its callers. */
  read(key: string, read: () => Promise<T>): Promise<T> {
    const open = this.#reads.get(key);
    if (open === undefined || performance.now() - open.startedAt > this.#maxSharedMs) return this.#start(key, read);
    const start = () => this.#start(key, read);
    open.next ??= open.running.then(start, start);
    return open.next;
  }

  #start(key: string, read: () => Promise<T>): Promise<T> {
    // Async, so that a `read` that throws rejects like any other.
    const reads: Reads<T> = { running: (async () => read())(), next: null, startedAt: performance.now() };
    this.#reads.set(key, reads);
    const forget = () => {
      if (reads.next === null && this.#reads.get(key) === reads) this.#reads.delete(key);
    };
    reads.running.then(forget, forget);
    return reads.running;
  }
}

/** Returns a function that shares reads, separately for each owner, such as the models of a database. */
export function sharedReads<T>(): (owner: object, key: string, read: () => Promise<T>) => Promise<T> {
  const owners = new WeakMap<object, SharedReads<T>>();
  return (owner, key, read) => {
    const reads = owners.get(owner) ?? new SharedReads<T>();
    owners.set(owner, reads);
    return reads.read(key, read);
  };
}
