// Environment variables that a configuration refers to.
import { variablesOf } from "../../domain/projectFile/accessFrom.ts";
import type { Config } from "./types.ts";

/** Returns the values of the variables used by the environments' access and by channels, and the names of those that are not set. */
export function valuesFor(config: Config, env: Readonly<Record<string, string | undefined>>) {
  const values: Record<string, string> = {};
  const missing: string[] = [];
  const environments = Array.isArray(config.environments) ? config.environments : [];
  const named = [...environments.map((one: { access?: unknown }) => one?.access), config.notifications];
  for (const name of new Set(named.flatMap(variablesOf))) {
    const value = env[name];
    if (value === undefined || value === "") missing.push(name);
    else values[name] = value;
  }
  return { values, missing };
}
