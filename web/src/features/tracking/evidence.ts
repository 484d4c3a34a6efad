// Formats the evidence of a proof.

/** Returns the pushed data as indented JSON, or unchanged if it was truncated or is not JSON. */
export function pushedText(copy: unknown): string {
  if (typeof copy !== "string") return copy === undefined ? "" : JSON.stringify(copy, null, 2);
  try {
    return JSON.stringify(JSON.parse(copy), null, 2);
  } catch {
    return copy;
  }
}

/** Returns the URL of a beacon and its query parameters. */
export function beaconFields({ url, event }: Record<string, unknown>): [string, string][] {
  const fields: [string, string][] = typeof event === "string" ? [["event", event]] : [];
  if (typeof url !== "string") return fields;
  const parsed = URL.parse(url);
  if (!parsed) return [...fields, ["address", url]];
  return [...fields, ["address", parsed.origin + parsed.pathname], ...parsed.searchParams];
}
