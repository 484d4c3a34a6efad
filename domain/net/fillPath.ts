// Paths of endpoints with their parameters.

/** The path with a value in place of each `{name}`, encoded as one segment. Throws where a value is missing. */
export function fillPath(path: string, params: Readonly<Record<string, string | number>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path} needs ${name}.`);
    return encodeURIComponent(value);
  });
}
