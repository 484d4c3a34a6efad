// How a site is entered, as a file says it: which environment variable of whoever applies it holds each value.
import type { SignInCall, TotpSettings } from "../signIn/call.ts";
import type { ShotStep, SiteAccess } from "../visual/shot.ts";

export type From = { from: string };
type Value = string | From;
type StepFrom = ShotStep | { op: "fill"; selector: string; value: From };

/** Texts of `headers`, `json` and `form` may be variables too; secrets are better named, as `{secret.X}`. */
type CallFrom = Omit<SignInCall, "headers" | "json" | "form"> & {
  headers?: Record<string, Value>;
  json?: unknown;
  form?: Record<string, Value>;
};

/** Either all of it from one variable that holds JSON, or its parts. */
export type AccessFrom =
  | From
  | {
      basicAuth?: { username: Value; password: From };
      headers?: Record<string, From>;
      cookies?: { name: string; value: From; path?: string }[];
      signIn?: { url: string; steps: StepFrom[] };
      signInCall?: CallFrom;
      totp?: Omit<TotpSettings, "secret"> & { secret: From };
      localStorage?: Record<string, From>;
      sessionStorage?: Record<string, From>;
      secrets?: Record<string, From>;
      variables?: Record<string, Value>;
    };

/** A body that is sent may have a field of this name beside others. */
export const isFrom = (value: unknown): value is From =>
  typeof value === "object" &&
  value !== null &&
  "from" in value &&
  typeof value.from === "string" &&
  Object.keys(value).length === 1;

/** The variables that are named, each once. */
export function variablesOf(access: unknown): string[] {
  if (isFrom(access)) return [access.from];
  if (typeof access !== "object" || access === null) return [];
  return [...new Set(Object.values(access).flatMap(variablesOf))];
}

/** The access with the values in place; null where one has no value, or where the variable holds no JSON. */
export function resolvedAccess(access: AccessFrom, values: Readonly<Record<string, string>>): SiteAccess | null {
  if (variablesOf(access).some((name) => !Object.hasOwn(values, name))) return null;
  if (!isFrom(access)) return filled(access, values) as SiteAccess;
  try {
    return JSON.parse(values[access.from] ?? "") as SiteAccess;
  } catch {
    return null;
  }
}

function filled(part: unknown, values: Readonly<Record<string, string>>): unknown {
  if (isFrom(part)) return values[part.from];
  if (Array.isArray(part)) return part.map((one) => filled(one, values));
  if (typeof part !== "object" || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, filled(one, values)]));
}
