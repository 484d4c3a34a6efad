// Environment variables that a configuration names.

/** The names, each once, in the order of the file. */
export function variablesIn(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  if ("from" in part && typeof part.from === "string") return [part.from];
  return [...new Set(Object.values(part).flatMap(variablesIn))];
}

/** Those of the environments' access that are set, and the names of those that are not. */
export function valuesFor(config: { environments?: unknown }, env: Readonly<Record<string, string | undefined>>) {
  const values: Record<string, string> = {};
  const missing: string[] = [];
  const environments = Array.isArray(config.environments) ? config.environments : [];
  for (const name of new Set(environments.flatMap((one: { access?: unknown }) => variablesIn(one?.access)))) {
    const value = env[name];
    if (value === undefined || value === "") missing.push(name);
    else values[name] = value;
  }
  return { values, missing };
}
