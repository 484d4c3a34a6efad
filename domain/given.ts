// Which fields somebody gave.

/** The object without the fields that are undefined: `undefined` says nothing, and as a value it would overwrite what is there. */
export function given<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
