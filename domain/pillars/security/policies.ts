// Reads Content Security Policies: which are enforced, and what csp_evaluator says against them.
import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { Severity, Type } from "csp_evaluator/dist/finding.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import type { SitePage } from "./gathered.ts";
import { headerValues } from "./headers.ts";

/** `grade`: how sure the weakness is. `kind` is stable text for a target, free of nonces and addresses. */
export type Weakness = { directive: string; kind: string; grade: "high" | "medium" | "doubtful"; description: string };

type Policy = Record<string, string[] | undefined>;

/** The policies that browsers enforce on the page, from headers and meta elements. Several are in one header with commas. */
export function enforcedPolicies(page: SitePage): string[] {
  return [...headerValues(page, "content-security-policy"), ...page.metaCsp].flatMap(split);
}

/** Policies of headers alone: frame-ancestors does not count in a meta element (CSP level 3, 3.3). */
export function headerPolicies(page: SitePage): string[] {
  return headerValues(page, "content-security-policy").flatMap(split);
}

function split(value: string): string[] {
  return value
    .split(",")
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .slice(0, 10);
}

/** The sources of a directive, one list for each policy that has it. */
export function sourcesOf(policies: readonly string[], directive: string): string[][] {
  return policies.flatMap((policy) => {
    const sources = parse(policy)?.[directive];
    return sources === undefined ? [] : [sources];
  });
}

/**
 * What is weak about the policies together. A resource must pass all of them, so a directive is as weak as the strictest
 * policy leaves it. null: a policy cannot be read.
 */
export function weaknessesOf(policies: readonly string[]): Weakness[] | null {
  let common: Weakness[] | null = null;
  for (const policy of policies) {
    const found = evaluate(policy);
    if (found === null) return null;
    if (common === null) {
      common = found;
      continue;
    }
    const here = new Map(found.map((weakness) => [subject(weakness), weakness]));
    common = common.filter((weakness) => here.has(subject(weakness)));
  }
  return common ?? [];
}

/** A missing script-src and an unsafe one are weak in the same place. */
function subject({ directive }: Weakness): string {
  return directive === "default-src" ? "script-src" : directive;
}

const MAX_WEAKNESSES = 40;

function evaluate(policy: string): Weakness[] | null {
  try {
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
    const seen = new Map<string, Weakness>();
    for (const { type, severity, directive, description } of findings) {
      const grade = gradeOf(type, severity, directive);
      if (grade === null) continue;
      const kind = Type[type]?.toLowerCase().replaceAll("_", "-") ?? String(type);
      const name = directive.replace(/[^\w-]/g, "").slice(0, 40);
      const known = seen.get(`${name} ${kind}`);
      if (known === undefined || (known.grade !== "high" && grade === "high"))
        seen.set(`${name} ${kind}`, { directive: name, kind, grade, description: masked(description) });
    }
    return [...seen.values()].slice(0, MAX_WEAKNESSES);
  } catch {
    // The page may send anything; a policy that the library stumbles over is one that nobody can vouch for.
    return null;
  }
}

/** null: not worth a word. */
function gradeOf(type: Type, severity: Severity, directive: string): Weakness["grade"] | null {
  // No browser runs plug-ins any more; the directive is good style and no hole.
  if (type === Type.MISSING_DIRECTIVES && directive === "object-src") return "doubtful";
  // 'self' may host what an attacker uploads; that is true of every policy that is not strict.
  if (type === Type.SCRIPT_ALLOWLIST_BYPASS && severity !== Severity.HIGH) return null;
  if (severity === Severity.HIGH) return "high";
  if (severity === Severity.MEDIUM || severity === Severity.SYNTAX) return "medium";
  if (type === Type.SCRIPT_UNSAFE_EVAL) return "medium";
  return severity === Severity.HIGH_MAYBE ? "doubtful" : null;
}

/** Nonces change with each load and are secrets of it. */
function masked(text: string): string {
  return text.replace(/'nonce-[^']{0,200}'/g, "'nonce-…'").slice(0, 300);
}

function parse(policy: string): Policy | null {
  try {
    return new CspParser(policy).csp.directives;
  } catch {
    return null;
  }
}
