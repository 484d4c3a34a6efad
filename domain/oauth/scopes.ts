// What an app may do that a person connected: the scopes of OAuth, and which rights they become.
import type { Scope } from "../keys.ts";
import type { Role } from "../people/members.ts";

export const OAUTH_SCOPES = ["read", "write"] as const;
export type OauthScope = (typeof OAUTH_SCOPES)[number];

/** As tokens and requests name it: whoever may change things may read too. */
export const scopeText = (scope: OauthScope): string => (scope === "write" ? "read write" : "read");

/** The scope of a request; null: it names one that does not exist. Nothing named: everything, and the person decides. */
export function scopeAsked(text: string | undefined): OauthScope | null {
  const words = (text ?? "").split(" ").filter(Boolean);
  if (words.length === 0) return "write";
  // Clients ask for refresh tokens by this word; they get one in any case.
  const known = words.filter((word) => word !== "offline_access");
  if (known.some((word) => !OAUTH_SCOPES.includes(word as OauthScope))) return null;
  return known.includes("write") ? "write" : "read";
}

/** What a person of this role may grant. */
export const grantable = (role: Role): readonly OauthScope[] => (role === "viewer" ? ["read"] : OAUTH_SCOPES);

/** What a token may do now: never more than the person who granted it. */
export const scopeNow = (granted: OauthScope, role: Role): Scope =>
  granted === "write" && grantable(role).includes("write") ? "mcp_full" : "mcp_read";
