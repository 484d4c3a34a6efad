// Evaluates a robots.txt for one robot, according to RFC 9309 and like Google's published parser. The file is untrusted, so parsing and
// evaluating it must be linear in its length.
import { agentOf, readLines } from "./lines.ts";
import { compileRule, type Rule, ruleMatches } from "./rule.ts";

export type Verdict = {
  allowed: boolean;
  /** Line of the rule that decided, from 1; null if no rule matches. */
  line: number | null;
};

export type Robots = {
  /** Returns undefined if the file does not apply to the URL's origin. */
  judge(url: string): Verdict | undefined;
  /** In seconds; undefined if the file contains none. */
  crawlDelay: number | undefined;
  /** As written in the file. */
  sitemaps: string[];
  /** Number of rules for this robot that were ignored because they exceed the limits. */
  leftOut: number;
};

/**
 * Limits for one robot. A plain rule costs a comparison of its own length, a rule with a star one walk along the path. With the maximum
 * number of rules of the worst kind, one URL takes 10 ms. Large sites have several hundred rules, of which a few dozen contain a star.
 */
export const ROBOTS_LIMITS = { rules: 20_000, starRules: 2_000, sitemaps: 1_000 } as const;

type Group = { rules: { pattern: string; allow: boolean; line: number }[]; crawlDelay?: number };

/** `address`: URL of the file; its rules apply only to its origin. `robot`: name that groups are looked up by, without a version. */
export function readRobotsFile(address: string, text: string, robot: string): Robots {
  const own = robot.toLowerCase();
  const groups = new Map<string, Group>();
  const sitemaps: string[] = [];
  let agents = new Set<string>();
  // For Google, only rules end the list of agents. A crawl delay, which Google does not know, applies only to the agents directly above it.
  let hasRules = false;
  let named = new Set<string>();
  let isNaming = false;
  const groupOf = (agent: string): Group => {
    const group = groups.get(agent) ?? { rules: [] };
    groups.set(agent, group);
    return group;
  };
  for (const field of readLines(text)) {
    if ("unread" in field) continue;
    const { number, name, value, directive } = field;
    if (directive === "user-agent") {
      if (hasRules) agents = new Set();
      if (!isNaming) named = new Set();
      hasRules = false;
      const agent = agentOf(value);
      // A group can list thousands of robots; only those that can be looked up are stored.
      if (agent === own || agent === "*") {
        agents.add(agent);
        named.add(agent);
        groupOf(agent);
      }
    } else if (directive === "disallow" || directive === "allow") {
      hasRules = true;
      for (const rule of rulesOf(value, directive === "allow", number))
        for (const agent of agents) groupOf(agent).rules.push(rule);
    } else if (name === "crawl-delay" && !Number.isNaN(Number(value)))
      for (const agent of named) groupOf(agent).crawlDelay = Number(value);
    else if (directive === "sitemap" && value !== "" && sitemaps.length < ROBOTS_LIMITS.sitemaps) sitemaps.push(value);
    isNaming = directive === "user-agent";
  }
  const group = groups.get(own) ?? groups.get("*") ?? { rules: [] };
  const rules = compiled(group.rules);
  const origin = URL.parse(address)?.origin;
  return {
    judge(url) {
      const parsed = URL.parse(url);
      if (!parsed || parsed.origin !== origin) return undefined;
      // `search` drops the question mark of an empty query, which a rule may contain.
      const path = parsed.href.slice(parsed.href.indexOf("/", parsed.protocol.length + 2)).replace(/#.*$/s, "");
      const rule = decisive(rules, comparable(path));
      return { allowed: rule?.allow ?? true, line: rule?.line ?? null };
    },
    crawlDelay: group.crawlDelay,
    sitemaps,
    leftOut: group.rules.length - rules.length,
  };
}

/** Google treats a folder's index page as the folder itself. An empty pattern is not a rule. */
function rulesOf(pattern: string, allow: boolean, line: number): Group["rules"] {
  if (pattern === "") return [];
  const folder = allow ? /^(.*\/)index\.htm[^/]*$/.exec(pattern)?.[1] : undefined;
  return [{ pattern, allow, line }, ...(folder === undefined ? [] : [{ pattern: `${folder}$`, allow, line }])];
}

function compiled(lines: Group["rules"]): Rule[] {
  const rules: Rule[] = [];
  let stars = 0;
  for (const { pattern, allow, line } of lines) {
    if (rules.length >= ROBOTS_LIMITS.rules) break;
    const rule = compileRule(comparable(encoded(pattern)), allow, line);
    if (rule.parts.length > 1) stars += 1;
    if (rule.parts.length === 1 || stars <= ROBOTS_LIMITS.starRules) rules.push(rule);
  }
  return rules;
}

/** Returns the matching rule with the longest pattern; of equally long ones, one that allows. */
function decisive(rules: readonly Rule[], path: string): Rule | undefined {
  let found: Rule | undefined;
  for (const rule of rules) {
    const isBetter =
      !found || rule.length > found.length || (rule.length === found.length && rule.allow && !found.allow);
    if (isBetter && ruleMatches(rule, path)) found = rule;
  }
  return found;
}

/** Encodes non-ASCII characters as URLs do. Other characters stay unchanged, because URLs may contain brackets and never contain spaces. */
const encoded = (pattern: string): string => pattern.toWellFormed().replace(/[^\0-\x7f]+/g, encodeURIComponent);

/** Decodes what needs no encoding (RFC 9309, 2.2.2; Google's parser leaves it as it is), and writes the rest in capitals. */
const comparable = (path: string): string =>
  path.replace(/%[0-9a-f]{2}/gi, (found) => {
    const plain = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return /[a-z\d._~-]/i.test(plain) ? plain : found.toUpperCase();
  });
