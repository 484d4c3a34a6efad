// Fills in what a sign-in call sends: references to secrets and variables, and the one-time code.
import { type EnvironmentValues, fillReferences } from "../functional/values.ts";
import { type JsonValue, TOTP_REFERENCE } from "./call.ts";

export type CallValues = EnvironmentValues & {
  /** Missing: the call needs none. */
  totp?: string;
};

/** Throws MissingValue where the environment has no such secret or variable. A reference inside of a value stays text. */
export function fillText(text: string, values: CallValues): string {
  const parts = text.split(TOTP_REFERENCE);
  return parts.map((part) => fillReferences(part, values).text).join(values.totp ?? TOTP_REFERENCE);
}

/** Every text in it filled in, names apart. Throws as fillText does. */
export function fillJson(value: JsonValue, values: CallValues): JsonValue {
  if (typeof value === "string") return fillText(value, values);
  if (Array.isArray(value)) return value.map((one) => fillJson(one, values));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fillJson(one, values)]));
}

export function fillTexts(texts: Readonly<Record<string, string>>, values: CallValues): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, one]) => [name, fillText(one, values)]));
}
