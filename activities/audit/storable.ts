// Plain data as both databases accept it. The embedded one rejects lists within lists, and field names with a dot or a leading dollar sign.

/** Converts lists within lists to `{ items: […] }`, and changes such names; everything else is unchanged. */
export function storable<T>(value: T): T {
  return changed(value, false) as T;
}

function changed(value: unknown, inList: boolean): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => changed(item, true));
    return inList ? { items } : items;
  }
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replaceAll(".", "_").replace(/^\$/, "_"),
      changed(inner, false),
    ]),
  );
}
