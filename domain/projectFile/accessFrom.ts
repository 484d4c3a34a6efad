// Site access in the project file: which environment variable of the caller contains each value.
import type { SignInCall, TotpSettings } from "../signIn/call.ts";
import type { ShotStep, SiteAccess } from "../visual/shot.ts";

export type From = { from: string };
type Value = string | From;
type StepFrom = ShotStep | { op: "fill"; selector: string; value: From };

/** Texts of `headers`, `json` and `form` may be variables too, but secrets should be referenced as `{secret.X}`. */
type CallFrom = Omit<SignInCall, "headers" | "json" | "form"> & {
  headers?: Record<string, Value>;
  json?: unknown;
  form?: Record<string, Value>;
};

/** Either everything from one variable that contains JSON, or separate parts. */
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

/** A request body may have a field with this name next to others, so the object must have only this field. */
export const isFrom = (value: unknown): value is From =>
  typeof value === "object" &&
  value !== null &&
  "from" in value &&
  typeof value.from === "string" &&
  Object.keys(value).length === 1;

/** Returns the distinct variables that a part of the file names, in its order. */
export function variablesOf(part: unknown): string[] {
  if (isFrom(part)) return [part.from];
  if (typeof part !== "object" || part === null) return [];
  return [...new Set(Object.values(part).flatMap(variablesOf))];
}

/** Returns the access with its values filled in, or null if a variable has no value or contains no JSON. */
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
