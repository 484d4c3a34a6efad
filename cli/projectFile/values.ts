// Environment variables that a configuration names.
import type { Config } from "./types.ts";

/** The names, each once, in the order of the file. */
export function variablesIn(part: unknown): string[] {
  if (typeof part !== "object" || part === null) return [];
  if ("from" in part && typeof part.from === "string") return [part.from];
  return [...new Set(Object.values(part).flatMap(variablesIn))];
}

/** Those of the environments' access and of channels that are set, and the names of those that are not. */
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
