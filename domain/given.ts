/** Returns the object without its undefined fields, which would otherwise overwrite existing values when merged. */
export function given<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}
