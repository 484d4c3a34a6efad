// What API keys can do and access, in words. Pure data.

export const SCOPES = ["ci", "mcp_read", "mcp_full"] as const;
export type Scope = (typeof SCOPES)[number];

export const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  mcp_full: "CI runs, and tools that read and change",
  mcp_read: "Tools that read",
  ci: "CI runs",
};

export const KEY_KINDS = ["project", "org"] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

export const KEY_KIND_WORDS: Readonly<Record<KeyKind, string>> = {
  project: "One project",
  org: "All projects of the organisation",
};
