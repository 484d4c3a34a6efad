// Sign-in with OpenID Connect: its settings, and who may sign in.

import { ROLES, type Role } from "./members.ts";
import type { OidcProblem } from "./oidcProblems.ts";

/** Settings as in the configuration. */
export type OidcConfig = {
  oidcIssuer: string | null;
  oidcClientId: string | null;
  oidcClientSecret: string | null;
  oidcName: string;
  oidcDomains: string;
  oidcRole: Role;
  oidcGroupsClaim: string;
  oidcGroupRoles: string;
};

export type OidcSettings = {
  issuer: string;
  clientId: string;
  /** null: a public client, which only PKCE protects. */
  clientSecret: string | null;
  name: string;
  /** In lower case; empty: only people who have an account. */
  domains: readonly string[];
  role: Role;
  groupsClaim: string;
  /** Empty: roles are assigned in Plumbline. */
  groupRoles: ReadonlyMap<string, Role>;
};

const words = (list: string): string[] =>
  list
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean);

const LOOPBACK = /^(localhost|127(?:\.\d+){3}|\[::1\])$/;

/** http is only for a provider on this machine, because anywhere else tokens could be intercepted. */
export const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname);

/** Splits `group:role` at the last colon, because names of groups may contain colons. */
const pair = (text: string): [string, string] => {
  const at = text.lastIndexOf(":");
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
};
const isRole = (text: string): text is Role => ROLES.some((role) => role === text);

/** Returns the problems of the settings as sentences. */
export function oidcConfigProblems(config: Partial<OidcConfig>): string[] {
  const problems: string[] = [];
  const { oidcIssuer: issuer, oidcClientId: id, oidcGroupRoles: roles } = config;
  if (issuer) {
    const url = URL.parse(issuer);
    if (!url || !(url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url))))
      problems.push("SVC_OIDC_ISSUER must be an https address (http only on this machine)");
    if (!id) problems.push("SVC_OIDC_CLIENT_ID must be set with SVC_OIDC_ISSUER");
  } else if (id) problems.push("SVC_OIDC_ISSUER must be set with SVC_OIDC_CLIENT_ID");
  for (const text of words(roles ?? "")) {
    const [group, role] = pair(text);
    if (group === "" || !isRole(role))
      problems.push(`SVC_OIDC_GROUP_ROLES holds "${text.slice(0, 80)}", which is not group:role (${ROLES.join(", ")})`);
  }
  return problems;
}

/** Returns null if sign-in with OpenID Connect is not configured. */
export function oidcSettings(config: OidcConfig): OidcSettings | null {
  const { oidcIssuer: issuer, oidcClientId: clientId } = config;
  if (!issuer || !clientId) return null;
  const groupRoles = words(config.oidcGroupRoles)
    .map(pair)
    .filter((one): one is [string, Role] => isRole(one[1]));
  return {
    issuer,
    clientId,
    clientSecret: config.oidcClientSecret,
    name: config.oidcName,
    role: config.oidcRole,
    domains: words(config.oidcDomains.toLowerCase()),
    groupsClaim: config.oidcGroupsClaim,
    groupRoles: new Map(groupRoles),
  };
}

/** Unverified claims of the provider about a person. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * Returns the claims of the ID token, completed by the userinfo endpoint. The address and whether it is verified always come from the same
 * source: a token without an address does not verify the address that userinfo returns.
 */
export function joinClaims(token: Claims, userinfo: Claims): Claims {
  if (token.email !== undefined) return { ...userinfo, ...token, email_verified: token.email_verified };
  return { ...userinfo, ...token, email: userinfo.email, email_verified: userinfo.email_verified };
}

export type Judged = { issuer: string; subject: string; email: string; name: string; role: Role | null };

/** Returns the person that the claims describe, or why they may not sign in. `role`: null if roles are assigned in Plumbline. */
export function judgeClaims(settings: OidcSettings, claims: Claims): Judged | { problem: OidcProblem } {
  const { iss, sub, email, email_verified: verified, name } = claims;
  if (typeof iss !== "string" || typeof sub !== "string") return { problem: "oidc_failed" };
  if (typeof email !== "string" || email.length > 254 || !/^[^\s@]+@[^\s@]+$/.test(email))
    return { problem: "oidc_email" };
  // Some providers send it as a string.
  if (verified !== true && verified !== "true") return { problem: "oidc_unverified" };
  const address = email.toLowerCase();
  const domain = address.slice(address.lastIndexOf("@") + 1);
  if (settings.domains.length > 0 && !settings.domains.includes(domain)) return { problem: "oidc_domain" };
  const shown = typeof name === "string" ? name.replace(/\s+/g, " ").trim().slice(0, 100) : "";
  return { issuer: iss, subject: sub, email: address, name: shown || address, role: roleOf(settings, claims) };
}

/** Returns the highest role of the person's groups, or the default role if none of the groups has one. */
function roleOf({ groupRoles, groupsClaim, role }: OidcSettings, claims: Claims): Role | null {
  if (groupRoles.size === 0) return null;
  const said = claims[groupsClaim];
  const groups = Array.isArray(said) ? said.filter((one) => typeof one === "string") : [];
  const roles = groups.map((group) => groupRoles.get(group));
  return ROLES.find((one) => roles.includes(one)) ?? role;
}
