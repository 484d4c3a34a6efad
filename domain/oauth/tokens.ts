// The texts of codes and tokens. Each has a prefix by which scanners for secrets find it, and a checksum as API keys have.
import { checksum } from "../keys.ts";

const PREFIX = { code: "svc_oac_", access: "svc_oat_", refresh: "svc_ort_" } as const;
export type TokenKind = keyof typeof PREFIX;

/** Bytes of chance in a code or a token, and in the half of a refresh token that stays the same. */
export const SECRET_BYTES = 32;

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64url");

/** The text of a code or token. */
export function composeToken(kind: TokenKind, ...secrets: Uint8Array[]): string {
  const text = PREFIX[kind] + secrets.map(encode).join(".");
  return `${text}.${checksum(text)}`;
}

/** Whether the text has the form of this kind: what has not costs no look-up. */
export function isToken(kind: TokenKind, text: string): boolean {
  if (text.length > 200 || !text.startsWith(PREFIX[kind])) return false;
  const at = text.lastIndexOf(".");
  return at > 0 && checksum(text.slice(0, at)) === text.slice(at + 1);
}

/**
 * The half of a refresh token that stays the same over its renewals. A token with the right half that is not the newest was used
 * before: by that a stolen one is noticed. Null: no refresh token.
 */
export function familyOf(text: string): string | null {
  if (!isToken("refresh", text)) return null;
  const [family, , , ...more] = text.slice(PREFIX.refresh.length).split(".");
  return family && more.length === 0 ? family : null;
}

/** How long each works, in milliseconds. A connection that nobody uses ends with its refresh token. */
export const LIFETIMES = { codeMs: 2 * 60_000, accessMs: 60 * 60_000, refreshMs: 60 * 24 * 60 * 60_000 } as const;
