// Sign-in by an HTTP request: the request, and the part of its response that grants access.

/** A value of a JSON body. Strings may contain `{secret.X}`, `{env.X}` and `{totp}`. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

export const CALL_METHODS = ["POST", "GET", "PUT", "PATCH"] as const;
export const TOKEN_PLACES = ["header", "cookie", "localStorage", "sessionStorage"] as const;

/** A value of the response, and where the site expects it. */
export type TokenPlace = {
  /** Members and indexes, such as `data.tokens[0].value` or `$.data.token`. */
  path: string;
  in: (typeof TOKEN_PLACES)[number];
  /** Name of the header, cookie or stored item. */
  name: string;
  /** Template in which `{token}` stands for the value. Defaults to the value alone, or to "Bearer {token}" for the header Authorization. */
  template?: string;
};

export type SignInCall = {
  /** Defaults to POST. */
  method?: (typeof CALL_METHODS)[number];
  /** Relative to the environment, or an absolute URL. */
  url: string;
  headers?: Record<string, string>;
  json?: JsonValue;
  form?: Record<string, string>;
  /** If omitted, the cookies that the response sets grant access. */
  take?: TokenPlace[];
  /** Page to which the site redirects visitors who are not signed in. */
  page?: string;
};

/** TOTP settings (RFC 6238); the defaults are the usual ones. */
export type TotpSettings = {
  /** Base32. */
  secret: string;
  /** Defaults to 6. */
  digits?: number;
  /** In seconds; defaults to 30. */
  period?: number;
  /** Defaults to SHA1. */
  algorithm?: (typeof TOTP_ALGORITHMS)[number];
};
export const TOTP_ALGORITHMS = ["SHA1", "SHA256", "SHA512"] as const;

/** Placeholder for the current code in a step's value and in the headers and body of a call. */
export const TOTP_REFERENCE = "{totp}";

/** Returns whether a code is needed. */
export const usesTotp = (part: unknown): boolean => JSON.stringify(part ?? null).includes(TOTP_REFERENCE);

/** Returns the text to store in the place of the token. */
export function placed({ in: place, name, template }: TokenPlace, token: string): string {
  const bearer = place === "header" && name.toLowerCase() === "authorization";
  return (template ?? (bearer ? "Bearer {token}" : "{token}")).replaceAll("{token}", () => token);
}
