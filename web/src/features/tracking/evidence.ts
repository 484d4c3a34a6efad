// What a proof holds, as people read it.

/** What was pushed, indented; as it is where it was cut or is no JSON. */
export function pushedText(copy: unknown): string {
  if (typeof copy !== "string") return copy === undefined ? "" : JSON.stringify(copy, null, 2);
  try {
    return JSON.stringify(JSON.parse(copy), null, 2);
  } catch {
    return copy;
  }
}

/** Where a beacon went, and the parameters of its address. */
export function beaconFields({ url, event }: Record<string, unknown>): [string, string][] {
  const fields: [string, string][] = typeof event === "string" ? [["event", event]] : [];
  if (typeof url !== "string") return fields;
  const parsed = URL.parse(url);
  if (!parsed) return [...fields, ["address", url]];
  return [...fields, ["address", parsed.origin + parsed.pathname], ...parsed.searchParams];
}
