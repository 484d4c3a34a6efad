// Reads Content Security Policies: which ones are enforced, and which weaknesses csp_evaluator finds.
import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { Severity, Type } from "csp_evaluator/dist/finding.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import type { SitePage } from "./gathered.ts";
import { headerValues } from "./headers.ts";

/** `grade`: how certain the weakness is. `kind`: stable text for a target, without nonces and URLs. */
export type Weakness = { directive: string; kind: string; grade: "high" | "medium" | "doubtful"; description: string };

type Policy = Record<string, string[] | undefined>;

/** Returns the policies that browsers enforce on the page, from headers and meta elements. One header may contain several, separated by commas. */
export function enforcedPolicies(page: SitePage): string[] {
  return [...headerValues(page, "content-security-policy"), ...page.metaCsp].flatMap(split);
}

/** Returns only the policies in headers, because frame-ancestors is ignored in a meta element (CSP level 3, 3.3). */
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

/** Returns the sources of a directive, one list per policy that contains it. */
export function sourcesOf(policies: readonly string[], directive: string): string[][] {
  return policies.flatMap((policy) => {
    const sources = parse(policy)?.[directive];
    return sources === undefined ? [] : [sources];
  });
}

/**
 * Returns the weaknesses of all policies together. A resource must pass every policy, so a directive is as weak as in the policy that
 * is strictest about it. Returns null if a policy cannot be parsed.
 */
export function weaknessesOf(policies: readonly string[]): Weakness[] | null {
  const all = policies.map(evaluate);
  if (!all.every((found) => found !== null)) return null;
  const each = all.map((found) => Map.groupBy(found, subject));
  return [...(each[0]?.keys() ?? [])].flatMap((about) => {
    const found = each.map((weaknesses) => weaknesses.get(about) ?? []);
    return found.reduce((a, b) => (worst(b) < worst(a) ? b : a));
  });
}

const GRADES: readonly Weakness["grade"][] = ["doubtful", "medium", "high"];
/** 0: no weakness. */
const worst = (weaknesses: readonly Weakness[]): number =>
  Math.max(0, ...weaknesses.map(({ grade }) => GRADES.indexOf(grade) + 1));

/** A missing script-src and an unsafe one are the same weakness. */
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
    // A page may send anything, so a policy that breaks the library cannot be evaluated.
    return null;
  }
}

/** Returns null if the weakness is not worth reporting. */
function gradeOf(type: Type, severity: Severity, directive: string): Weakness["grade"] | null {
  // Browsers no longer run plug-ins, so the directive is good practice, but its absence is not a vulnerability.
  if (type === Type.MISSING_DIRECTIVES && directive === "object-src") return "doubtful";
  // 'self' may host files uploaded by an attacker, which is true of every policy that is not strict.
  if (type === Type.SCRIPT_ALLOWLIST_BYPASS && severity !== Severity.HIGH) return null;
  if (severity === Severity.HIGH) return "high";
  if (severity === Severity.MEDIUM || severity === Severity.SYNTAX) return "medium";
  if (type === Type.SCRIPT_UNSAFE_EVAL) return "medium";
  return severity === Severity.HIGH_MAYBE ? "doubtful" : null;
}

/** Removes nonces, which are secret and change with each load. */
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
