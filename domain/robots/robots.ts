// robots.txt after RFC 9309 and as Google's published parser reads it, for one robot. The file comes from a stranger: reading it and asking it stay linear in its length.
import { agentOf, readLines } from "./lines.ts";
import { compileRule, type Rule, ruleMatches } from "./rule.ts";

export type Verdict = {
  allowed: boolean;
  /** The line of the rule that decided, from 1; null: no rule holds for the address. */
  line: number | null;
};

export type Robots = {
  /** Undefined: the file does not hold for this origin. */
  judge(url: string): Verdict | undefined;
  /** Seconds; undefined: the file names none. */
  crawlDelay: number | undefined;
  /** As the file names them. */
  sitemaps: string[];
  /** Rules for this robot that are left out, because there are more than are read. */
  leftOut: number;
};

/**
 * Of one robot. A plain rule costs a comparison of its own length, a rule with a star one walk along the path: with as many
 * as these, of the worst kind, one address takes 10 ms. Large sites have some hundreds of rules, of which tens have a star.
 */
export const ROBOTS_LIMITS = { rules: 20_000, starRules: 2_000, sitemaps: 1_000 } as const;

type Group = { rules: { pattern: string; allow: boolean; line: number }[]; crawlDelay?: number };

/** `address` is that of the file: rules hold for its origin alone. `robot` is the name that groups are looked up by, without a version. */
export function readRobotsFile(address: string, text: string, robot: string): Robots {
  const own = robot.toLowerCase();
  const groups = new Map<string, Group>();
  const sitemaps: string[] = [];
  let agents = new Set<string>();
  // To Google only rules end the list of agents. Who writes a pause, which Google does not know, means the agents just above.
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
      // A group may name thousands of robots: only those that can be asked for are kept.
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
      // `search` leaves out the question mark of an empty query, which a rule may name.
      const path = parsed.href.slice(parsed.href.indexOf("/", parsed.protocol.length + 2)).replace(/#.*$/s, "");
      const rule = decisive(rules, upperEscapes(path));
      return { allowed: rule?.allow ?? true, line: rule?.line ?? null };
    },
    crawlDelay: group.crawlDelay,
    sitemaps,
    leftOut: group.rules.length - rules.length,
  };
}

/** A folder's index page is the folder itself to Google. An empty pattern is no rule. */
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
    const rule = compileRule(upperEscapes(encoded(pattern)), allow, line);
    if (rule.parts.length > 1) stars += 1;
    if (rule.parts.length === 1 || stars <= ROBOTS_LIMITS.starRules) rules.push(rule);
  }
  return rules;
}

/** The longest pattern that matches; of equally long ones, one that allows. */
function decisive(rules: readonly Rule[], path: string): Rule | undefined {
  let found: Rule | undefined;
  for (const rule of rules) {
    const isBetter =
      !found || rule.length > found.length || (rule.length === found.length && rule.allow && !found.allow);
    if (isBetter && ruleMatches(rule, path)) found = rule;
  }
  return found;
}

/** What is not ASCII, as addresses write it. The rest stays as it is: addresses hold brackets too, and no space. */
const encoded = (pattern: string): string => pattern.toWellFormed().replace(/[^\0-\x7f]+/g, encodeURIComponent);

const upperEscapes = (path: string): string => path.replace(/%[0-9a-f]{2}/gi, (found) => found.toUpperCase());
