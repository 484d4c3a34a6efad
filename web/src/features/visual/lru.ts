// Cache with a size limit that evicts the least recently used entries, but never those on the screen.

export type Lru<V> = {
  get(key: string): V | undefined;
  has(key: string): boolean;
  set(key: string, value: V, bytes: number): void;
  /** Sets the keys that are never evicted, whatever their size. */
  pin(keys: Iterable<string>): void;
  readonly bytes: number;
  clear(): void;
};

export function createLru<V>(limit: number, drop: (value: V) => void): Lru<V> {
  const kept = new Map<string, { value: V; bytes: number }>();
  let pinned = new Set<string>();
  let total = 0;
  const remove = (key: string) => {
    const entry = kept.get(key);
    if (!entry) return;
    kept.delete(key);
    total -= entry.bytes;
    drop(entry.value);
  };
  const shrink = () => {
    for (const key of [...kept.keys()]) {
      if (total <= limit) return;
      if (!pinned.has(key)) remove(key);
    }
  };
  return {
    get(key) {
      const entry = kept.get(key);
      if (!entry) return undefined;
      // A Map iterates in insertion order, so reinserting marks the entry as most recently used.
      kept.delete(key);
      kept.set(key, entry);
      return entry.value;
    },
    has: (key) => kept.has(key),
    set(key, value, bytes) {
      remove(key);
      kept.set(key, { value, bytes });
      total += bytes;
      shrink();
    },
    pin(keys) {
      pinned = new Set(keys);
      shrink();
    },
    get bytes() {
      return total;
    },
    clear() {
      for (const key of [...kept.keys()]) remove(key);
    },
  };
}
