// Runs a table of checks over what was gathered and makes findings of what they say.
import { createHash } from "node:crypto";
import { type Check, type CheckResult, type Finding, OUTCOMES, SEVERITIES } from "./finding.ts";
import type { RuleOutcome } from "./page.ts";
import type { AuditPillar } from "./pillars.ts";

/** Where the findings belong: the page, and the address of the site, which fingerprints leave out. */
export type Place = { pillar: AuditPillar; page: string; baseUrl: string };

export type Checked = {
  /** Everything that is not `passed` or `inapplicable`, worst first. */
  findings: Finding[];
  rules: RuleOutcome[];
};

/** All checks, in the order of the table. A check that throws is a defect of ours and is thrown on. */
export function runChecks<G>(checks: readonly Check<G>[], gathered: G, place: Place): Checked {
  return checked(
    checks.map((check) => ({ check, results: [check.run(gathered)].flat() })),
    place,
  );
}

/** The same for results that come from elsewhere (axe, Lighthouse, plan validation). */
export function checked(
  all: readonly { check: Omit<Check<never>, "run" | "title">; results: readonly CheckResult[] }[],
  place: Place,
): Checked {
  const seen = new Map<string, number>();
  const findings: Finding[] = [];
  const rules: RuleOutcome[] = [];
  for (const { check, results } of all) {
    const worst = [...results].sort((a, b) => rank(a, check) - rank(b, check))[0];
    rules.push({
      rule: check.rule,
      outcome: worst?.outcome ?? "inapplicable",
      severity: worst?.severity ?? check.severity,
    });
    for (const result of results) {
      if (result.outcome === "passed" || result.outcome === "inapplicable") continue;
      const page = result.page ?? place.page;
      const name = fingerprintOf(place.pillar, check.rule, pageKey(page, place.baseUrl), result.target);
      const times = seen.get(name) ?? 0;
      seen.set(name, times + 1);
      findings.push({
        // Several results about one target stay apart by their order.
        fingerprint:
          times === 0
            ? name
            : fingerprintOf(place.pillar, check.rule, pageKey(page, place.baseUrl), `${result.target}#${times}`),
        pillar: place.pillar,
        rule: check.rule,
        severity: result.severity ?? check.severity,
        outcome: result.outcome,
        page,
        target: result.target,
        message: result.message,
        evidence: result.evidence ?? {},
        help: check.help,
      });
    }
  }
  findings.sort((a, b) => order(a) - order(b));
  return { findings, rules };
}

/** The same page of two environments has the same key: address without the site's origin, and without a fragment. */
export function pageKey(url: string, baseUrl: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return url;
  const own = URL.parse(baseUrl)?.origin === parsed.origin;
  return `${own ? "" : parsed.origin}${parsed.pathname}${parsed.search}`;
}

/** 32 hexadecimal digits of a SHA-256. */
export function fingerprintOf(...parts: string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

const order = (f: Pick<Finding, "outcome" | "severity">) =>
  OUTCOMES.indexOf(f.outcome) * SEVERITIES.length + SEVERITIES.indexOf(f.severity);
const rank = (r: CheckResult, check: Pick<Check<never>, "severity">) =>
  order({ outcome: r.outcome, severity: r.severity ?? check.severity });
