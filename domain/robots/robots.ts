// robots.txt after RFC 9309, for one robot. The file comes from a stranger: reading it and asking it stay linear in its length.
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

/** `address` is that of the file: rules hold for its origin alone. `robot` is the name that groups are looked up by. */
export function readRobotsFile(address: string, text: string, robot: string): Robots {
  const own = nameOf(robot);
  const groups = new Map<string, Group>();
  const sitemaps: string[] = [];
  let agents = new Set<string>();
  let afterAgent = false;
  // A group may name thousands of robots: only those that can be asked for are kept.
  const forEachGroup = (use: (group: Group) => void): void => {
    for (const agent of agents) {
      const group = groups.get(agent) ?? { rules: [] };
      groups.set(agent, group);
      use(group);
    }
  };
  for (const { number, name, value } of fieldsOf(text)) {
    if (name === "user-agent") {
      if (!afterAgent) agents = new Set();
      const agent = nameOf(value);
      if (agent === own || agent === "*") agents.add(agent);
    } else if (name === "disallow" || name === "allow")
      forEachGroup(({ rules }) => {
        if (value !== "") rules.push({ pattern: value, allow: name === "allow", line: number });
      });
    else if (name === "crawl-delay")
      forEachGroup((group) => {
        const seconds = Number(value);
        if (!Number.isNaN(seconds)) group.crawlDelay = seconds;
      });
    else if (name === "sitemap" && value !== "" && sitemaps.length < ROBOTS_LIMITS.sitemaps) sitemaps.push(value);
    afterAgent = name === "user-agent";
  }
  const group = groups.get(own) ?? groups.get("*") ?? { rules: [] };
  const rules = compiled(group.rules);
  const origin = URL.parse(address)?.origin;
  return {
    judge(url) {
      const parsed = URL.parse(url);
      if (!parsed || parsed.origin !== origin) return undefined;
      const rule = decisive(rules, upperEscapes(parsed.pathname + parsed.search));
      return { allowed: rule?.allow ?? true, line: rule?.line ?? null };
    },
    crawlDelay: group.crawlDelay,
    sitemaps,
    leftOut: group.rules.length - rules.length,
  };
}

/** The lines that hold a field, numbered from 1; names in small letters. */
function* fieldsOf(text: string): Generator<{ number: number; name: string; value: string }> {
  const lines = text.replaceAll("\r\n", "\n").replaceAll("\r", "\n");
  let number = 0;
  for (let at = 0; at < lines.length; ) {
    const next = lines.indexOf("\n", at);
    const line = lines.slice(at, next < 0 ? lines.length : next);
    at += line.length + 1;
    number += 1;
    const comment = line.indexOf("#");
    const colon = line.indexOf(":");
    if (colon < 1 || (comment >= 0 && comment < colon)) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    if (name !== "") yield { number, name, value: line.slice(colon + 1, comment < 0 ? undefined : comment).trim() };
  }
}

/** Without a version, such as in `robot/1.0`. */
const nameOf = (agent: string): string => (agent.toLowerCase().split("/", 1)[0] ?? "").trim();

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

/** Signs that an address cannot hold, as addresses write them; what is escaped already stays as it is. */
function encoded(pattern: string): string {
  try {
    return encodeURI(pattern).replaceAll("%25", "%");
  } catch {
    // Half of a pair of surrogates.
    return pattern;
  }
}

const upperEscapes = (path: string): string => path.replace(/%[0-9a-f]{2}/gi, (found) => found.toUpperCase());
