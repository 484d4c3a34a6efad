// Scopes of rules: one scenario, those with a tag, those at addresses that match a pattern, or all of the project.
import { globMatches } from "../../functional/textMatch.ts";

/** Scope as text: `project`, `tag:checkout`, `path:/blog/*`. A rule without a scope is the scenario's own. */
export type ScopeText = string;
export type Scope = { kind: "tag"; tag: string } | { kind: "path"; pattern: string } | { kind: "project" };

/** The fields of a scenario that scopes refer to. */
export type Scoped = { url: string; tags?: readonly string[] };

export const MAX_TAG = 40;
export const TAG = new RegExp(`^[a-z0-9][a-z0-9-]{0,${MAX_TAG - 1}}$`);
export const TAG_PROBLEM = `must be 1 to ${MAX_TAG} lower-case letters, digits and dashes`;
export const MAX_TAGS = 20;
export const MAX_PATTERN = 500;
/** For messages and schemas. */
export const SCOPE_WORDS = "project, tag:<tag> or path:<pattern such as /blog/*>";

/** Returns the scope, or null if the text is not one. */
export function parseScope(text: ScopeText): Scope | null {
  if (text === "project") return { kind: "project" };
  const tag = text.startsWith("tag:") ? text.slice("tag:".length) : null;
  if (tag !== null) return TAG.test(tag) ? { kind: "tag", tag } : null;
  const pattern = text.startsWith("path:") ? text.slice("path:".length) : null;
  return pattern !== null && isPattern(pattern) ? { kind: "path", pattern } : null;
}

/** Whether the text is a path pattern, in which `*` stands for any text, including slashes. */
export const isPattern = (pattern: string): boolean =>
  pattern.startsWith("/") && pattern.length <= MAX_PATTERN && !/[\s?#]/.test(pattern);

/** Whether a rule with this scope applies to the scenario. */
export function touches(scope: Scope, { url, tags = [] }: Scoped): boolean {
  if (scope.kind === "project") return true;
  if (scope.kind === "tag") return tags.includes(scope.tag);
  const path = pathOf(url);
  return path !== null && globMatches(scope.pattern, path);
}

/** Returns the path without query and fragment, or null if the address is invalid. */
export function pathOf(url: string): string | null {
  return URL.parse(url, "http://environment.invalid/")?.pathname ?? null;
}

const RANKS = { tag: 1, path: 2, project: 3 } as const;

/** Ranks scopes: the scenario's own rules first, then those of tags, of paths, of the project. If two rules conflict, the lower rank wins. */
export function rankOf(scope: ScopeText | undefined): number {
  const parsed = scope === undefined ? null : parseScope(scope);
  return parsed ? RANKS[parsed.kind] : 0;
}

/** Examples: "all scenarios", "scenarios with the tag checkout", "scenarios at /blog/*". */
export function scopeWords(scope: ScopeText): string {
  const parsed = parseScope(scope);
  if (parsed?.kind === "tag") return `scenarios with the tag ${parsed.tag}`;
  if (parsed?.kind === "path") return `scenarios at ${parsed.pattern}`;
  return "all scenarios";
}
