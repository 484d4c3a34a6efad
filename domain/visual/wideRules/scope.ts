// Which scenarios a rule is for: one, those with a tag, those at addresses that fit a pattern, or all of the project.
import { globMatches } from "../../functional/textMatch.ts";

/** How a scope is written: `project`, `tag:checkout`, `path:/blog/*`. A rule without one is the scenario's own. */
export type ScopeText = string;
export type Scope = { kind: "tag"; tag: string } | { kind: "path"; pattern: string } | { kind: "project" };

/** What a scope asks of a scenario. */
export type Scoped = { url: string; tags?: readonly string[] };

export const MAX_TAG = 40;
export const TAG = /^[a-z0-9][a-z0-9-]{0,39}$/;
export const TAG_PROBLEM = "must be 1 to 40 lower-case letters, digits and dashes";
export const MAX_TAGS = 20;
export const MAX_PATTERN = 500;
/** For messages and schemas. */
export const SCOPE_WORDS = "project, tag:<tag> or path:<pattern such as /blog/*>";

/** Null: it is no scope. */
export function parseScope(text: ScopeText): Scope | null {
  if (text === "project") return { kind: "project" };
  const tag = text.startsWith("tag:") ? text.slice("tag:".length) : null;
  if (tag !== null) return TAG.test(tag) ? { kind: "tag", tag } : null;
  const pattern = text.startsWith("path:") ? text.slice("path:".length) : null;
  return pattern !== null && isPattern(pattern) ? { kind: "path", pattern } : null;
}

/** A path in which `*` stands for any text, also for slashes. */
export const isPattern = (pattern: string): boolean =>
  pattern.startsWith("/") && pattern.length <= MAX_PATTERN && !/[\s?#]/.test(pattern);

/** Whether a rule with this scope is for the scenario. */
export function touches(scope: Scope, { url, tags = [] }: Scoped): boolean {
  if (scope.kind === "project") return true;
  if (scope.kind === "tag") return tags.includes(scope.tag);
  const path = pathOf(url);
  return path !== null && globMatches(scope.pattern, path);
}

/** Without query and fragment; null where the address is none. */
export function pathOf(url: string): string | null {
  return URL.parse(url, "http://environment.invalid/")?.pathname ?? null;
}

const RANKS = { tag: 1, path: 2, project: 3 } as const;

/** The scenario's own rules first, then those of tags, of paths, of the project: where two say different things, the lower rank wins. */
export function rankOf(scope: ScopeText | undefined): number {
  const parsed = scope === undefined ? null : parseScope(scope);
  return parsed ? RANKS[parsed.kind] : 0;
}

/** For sentences: "all scenarios", "scenarios with the tag checkout", "scenarios at /blog/*". */
export function scopeWords(scope: ScopeText): string {
  const parsed = parseScope(scope);
  if (parsed?.kind === "tag") return `scenarios with the tag ${parsed.tag}`;
  if (parsed?.kind === "path") return `scenarios at ${parsed.pattern}`;
  return "all scenarios";
}
