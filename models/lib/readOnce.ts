/** Returns a function that reads once per key while it is kept; concurrent calls share a read. */
export function readOnce<K, T>(
  read: (key: K) => Promise<T>,
  nameOf: (key: K) => unknown = (key) => key,
): (key: K) => Promise<T> {
  const known = new Map<unknown, Promise<T>>();
  return (key) => {
    const name = nameOf(key);
    // A mongoose query is executed each time that it is awaited, and only the first succeeds.
    const found = known.get(name) ?? Promise.resolve(read(key));
    known.set(name, found);
    return found;
  };
}
