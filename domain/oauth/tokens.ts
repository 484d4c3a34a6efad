// Format of codes and tokens. Each has a prefix by which secret scanners recognize it, and a checksum like that of API keys.
import { checksum } from "../keys.ts";

const PREFIX = { code: "svc_oac_", access: "svc_oat_", refresh: "svc_ort_" } as const;
export type TokenKind = keyof typeof PREFIX;

/** Number of random bytes in a code or token, and in the constant half of a refresh token. */
export const SECRET_BYTES = 32;

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");

/** Returns the text of a code or token. */
export function composeToken(kind: TokenKind, ...secrets: Uint8Array[]): string {
  const text = PREFIX[kind] + secrets.map(encode).join(".");
  return `${text}.${checksum(text)}`;
}

/** Returns whether the text has the format of this kind. A malformed text needs no lookup. */
export function isToken(kind: TokenKind, text: string): boolean {
  if (text.length > 200 || !text.startsWith(PREFIX[kind])) return false;
  const at = text.lastIndexOf(".");
  return at > 0 && checksum(text.slice(0, at)) === text.slice(at + 1);
}

/**
 * Returns the half of a refresh token that stays the same when it is renewed, or null if the text is not a refresh token. A token with a
 * known half that is not the newest has been used before, which reveals a stolen token.
 */
export function familyOf(text: string): string | null {
  if (!isToken("refresh", text)) return null;
  const [family, , , ...more] = text.slice(PREFIX.refresh.length).split(".");
  return family && more.length === 0 ? family : null;
}

/** Lifetimes in milliseconds. An unused connection ends with its refresh token. */
export const LIFETIMES = { codeMs: 2 * 60_000, accessMs: 60 * 60_000, refreshMs: 60 * 24 * 60 * 60_000 } as const;
