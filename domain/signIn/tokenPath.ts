// Finds one value in a response. Supports the singular queries of JSONPath (RFC 9535), because a query with several results identifies no
// token.

const STEP = /\.?([A-Za-z_$][\w$-]*)|\[(\d{1,6})\]|\[(?:"([^"\\]{1,200})"|'([^'\\]{1,200})')\]/y;

/** Returns the members and indexes of a path, or null if it is not valid. */
export function readTokenPath(path: string): (string | number)[] | null {
  const text = path.startsWith("$") && !/^\$[\w$-]/.test(path) ? path.slice(1) : path;
  const steps: (string | number)[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < text.length) {
    const [, member, index, double, single] = STEP.exec(text) ?? [];
    if (index !== undefined) steps.push(Number(index));
    else {
      const name = member ?? double ?? single;
      if (name === undefined) return null;
      steps.push(name);
    }
  }
  return steps.length > 0 ? steps : null;
}

/** Returns the value at the path, or undefined if there is none. */
export function valueAt(answer: unknown, path: string): unknown {
  let at = answer;
  for (const step of readTokenPath(path) ?? [""]) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string | number, unknown>)[step];
  }
  return at;
}
