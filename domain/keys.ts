// API keys: kinds, scopes, what each scope allows, and the checksum in a key's text.

import { KEY_KINDS, type KeyKind, type Scope } from "./words/keys.ts";

export { KEY_KINDS, type KeyKind, SCOPES, type Scope } from "./words/keys.ts";

export const KEY_PREFIX: Record<KeyKind, string> = { project: "svc_live_", org: "svc_org_live_" };

/** What a caller is about to do with a key. */
export type Right = "ci" | "mcpRead" | "mcpWrite";

const RIGHTS_OF_SCOPE: Record<Scope, readonly Right[]> = {
  ci: ["ci"],
  mcp_read: ["mcpRead"],
  mcp_full: ["ci", "mcpRead", "mcpWrite"],
};

/** Returns whether a scope allows a right. Keys created before scopes existed (`null`) are mcp_full. */
export function scopeAllows(scope: Scope | null, right: Right): boolean {
  return RIGHTS_OF_SCOPE[scope ?? "mcp_full"].includes(right);
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Returns a 32-bit CRC of the body as six base-62 characters. It distinguishes a typo from an unknown key without a lookup. */
export function checksum(text: string): string {
  let crc = 0xffffffff;
  for (let i = 0; i < text.length; i++) {
    crc ^= text.charCodeAt(i) & 0xff;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  let rest = (crc ^ 0xffffffff) >>> 0;
  let out = "";
  for (let i = 0; i < 6; i++) {
    out = ALPHABET[rest % 62] + out;
    rest = Math.floor(rest / 62);
  }
  return out;
}

/** Returns the key's text from 24 random bytes: prefix, 32 base-62 characters, checksum. Of the 192 random bits about 190 survive the encoding. */
export function composeKey(kind: KeyKind, random: Uint8Array): string {
  let value = 0n;
  for (const byte of random) value = value * 256n + BigInt(byte);
  let body = "";
  for (let i = 0; i < 32; i++) {
    body = ALPHABET[Number(value % 62n)] + body;
    value /= 62n;
  }
  const text = KEY_PREFIX[kind] + body;
  return text + checksum(text);
}

/** Returns the kind of a well-formed key, or null if the prefix, length, alphabet or checksum is wrong. */
export function parseKey(text: string): KeyKind | null {
  const kind = KEY_KINDS.find((k) => text.startsWith(KEY_PREFIX[k]));
  if (!kind) return null;
  const body = text.slice(KEY_PREFIX[kind].length);
  if (!/^[0-9A-Za-z]{38}$/.test(body)) return null;
  return checksum(text.slice(0, -6)) === text.slice(-6) ? kind : null;
}
