// Plain data as both databases take it. The embedded one refuses lists within lists, and field names with a dot or a leading dollar.

/** Lists within lists become `{ items: […] }`, and such names are changed; all else stays as it is. */
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
