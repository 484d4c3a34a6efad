// OAuth scopes of connected apps, and the API key scopes that they map to.
import type { Scope } from "../keys.ts";
import type { Role } from "../people/members.ts";

export const OAUTH_SCOPES = ["read", "write"] as const;
export type OauthScope = (typeof OAUTH_SCOPES)[number];

/** Returns the scope as it appears in tokens and requests; write access includes read access. */
export const scopeText = (scope: OauthScope): string => (scope === "write" ? "read write" : "read");

/** Parses the scope of a request; null if it contains an unknown one. Without a scope the app requests everything, and the person decides. */
export function scopeAsked(text: string | undefined): OauthScope | null {
  const words = (text ?? "").split(" ").filter(Boolean);
  if (words.length === 0) return "write";
  // Clients use this word to request a refresh token; they get one in any case.
  const known = words.filter((word) => word !== "offline_access");
  if (known.some((word) => !OAUTH_SCOPES.includes(word as OauthScope))) return null;
  return known.includes("write") ? "write" : "read";
}

/** Returns the scopes that a person with this role may grant. */
export const grantable = (role: Role): readonly OauthScope[] => (role === "viewer" ? ["read"] : OAUTH_SCOPES);

/** Returns what a token currently allows: never more than the role of the person who granted it. */
export const scopeNow = (granted: OauthScope, role: Role): Scope =>
  granted === "write" && grantable(role).includes("write") ? "mcp_full" : "mcp_read";
