// Environment variables that a configuration refers to.
import type { Config } from "./types.ts";

/** Returns the distinct names in the order of the file. */
export function variablesIn(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  if ("from" in part && typeof part.from === "string") return [part.from];
  return [...new Set(Object.values(part).flatMap(variablesIn))];
}

/** Returns the values of the variables used by the environments' access and by channels, and the names of those that are not set. */
export function valuesFor(config: Config, env: Readonly<Record<string, string | undefined>>) {
  const values: Record<string, string> = {};
  const missing: string[] = [];
  const environments = Array.isArray(config.environments) ? config.environments : [];
  const named = [...environments.map((one: { access?: unknown }) => one?.access), config.notifications];
  for (const name of new Set(named.flatMap(variablesIn))) {
    const value = env[name];
    if (value === undefined || value === "") missing.push(name);
    else values[name] = value;
  }
  return { values, missing };
}
