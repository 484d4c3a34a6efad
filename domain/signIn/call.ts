// How a site is signed in to by an HTTP request, and what of its answer lets a visitor in.

/** A value of a JSON body. Texts may hold `{secret.X}`, `{env.X}` and `{totp}`. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

export const CALL_METHODS = ["POST", "GET", "PUT", "PATCH"] as const;
export const TOKEN_PLACES = ["header", "cookie", "localStorage", "sessionStorage"] as const;

/** One value of the answer and where the site expects it. */
export type TokenPlace = {
  /** Members and indices, such as `data.tokens[0].value` or `$.data.token`. */
  path: string;
  in: (typeof TOKEN_PLACES)[number];
  /** Of the header, the cookie or the stored item. */
  name: string;
  /** `{token}` stands for the value. Missing: the value alone; for the header Authorization "Bearer {token}". */
  template?: string;
};

export type SignInCall = {
  /** POST unless given. */
  method?: (typeof CALL_METHODS)[number];
  /** Relative to the environment, or an absolute address. */
  url: string;
  headers?: Record<string, string>;
  json?: JsonValue;
  form?: Record<string, string>;
  /** Missing: the cookies that the answer sets let a visitor in. */
  take?: TokenPlace[];
  /** Where the site leads visitors who are not signed in. */
  page?: string;
};

/** RFC 6238; the usual settings unless given. */
export type TotpSettings = {
  /** Base32. */
  secret: string;
  /** 6 unless given. */
  digits?: number;
  /** Seconds; 30 unless given. */
  period?: number;
  /** SHA1 unless given. */
  algorithm?: (typeof TOTP_ALGORITHMS)[number];
};
export const TOTP_ALGORITHMS = ["SHA1", "SHA256", "SHA512"] as const;

/** What stands for the present code in a step's value, and in headers and body of a call. */
export const TOTP_REFERENCE = "{totp}";

/** Whether a code is needed. */
export const usesTotp = (part: unknown): boolean => JSON.stringify(part ?? null).includes(TOTP_REFERENCE);

/** The text that goes to the place of the token. */
export function placed({ in: place, name, template }: TokenPlace, token: string): string {
  const bearer = place === "header" && name.toLowerCase() === "authorization";
  return (template ?? (bearer ? "Bearer {token}" : "{token}")).replaceAll("{token}", () => token);
}
