// Fills references to secrets and variables, and the one-time code, into a sign-in call.
import { type EnvironmentValues, fillReferences } from "../functional/values.ts";
import { type JsonValue, TOTP_REFERENCE } from "./call.ts";

export type CallValues = EnvironmentValues & {
  /** Omitted if the call needs no code. */
  totp?: string;
};

/** Throws MissingValue if the environment has no such secret or variable. A reference inside a value is not resolved. */
export function fillText(text: string, values: CallValues): string {
  const parts = text.split(TOTP_REFERENCE);
  return parts.map((part) => fillReferences(part, values).text).join(values.totp ?? TOTP_REFERENCE);
}

/** Fills in all texts, but not names. Throws like `fillText`. */
export function fillJson(value: JsonValue, values: CallValues): JsonValue {
  if (typeof value === "string") return fillText(value, values);
  if (Array.isArray(value)) return value.map((one) => fillJson(one, values));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fillJson(one, values)]));
}

export function fillTexts(texts: Readonly<Record<string, string>>, values: CallValues): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, one]) => [name, fillText(one, values)]));
}
