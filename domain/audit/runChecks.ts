// Runs checks over the gathered data and turns their results into findings.
import { createHash } from "node:crypto";
import { commonTarget } from "./commonTarget.ts";
import { type Check, type CheckResult, type Finding, findingRank } from "./finding.ts";
import type { RuleOutcome } from "./page.ts";
import type { AuditPillar } from "./pillars.ts";

/**
 * Where the findings belong: the page, and the site's base URL, which fingerprints leave out. `accepted`: fingerprints of accepted
 * findings, which do not lower the score.
 */
export type Place = { pillar: AuditPillar; page: string; baseUrl: string; accepted?: readonly string[] };

export type Checked = {
  /** All results except `passed` and `inapplicable`, worst first. */
  findings: Finding[];
  rules: RuleOutcome[];
};

/** Runs all checks in the order of the table. A check that throws is a bug in the service, so the error is not caught. */
export function runChecks<G>(checks: readonly Check<G>[], gathered: G, place: Place): Checked {
  return checked(
    checks.map((check) => ({ check, results: [check.run(gathered)].flat() })),
    place,
  );
}

/** Same as `runChecks`, for results from other sources (axe, Lighthouse, plan validation). */
export function checked(
  all: readonly { check: Omit<Check<never>, "run" | "title" | "fault">; results: readonly CheckResult[] }[],
  place: Place,
): Checked {
  const seen = new Map<string, number>();
  const accepted = new Set(place.accepted);
  const findings: Finding[] = [];
  const rules: RuleOutcome[] = [];
  for (const { check, results } of all) {
    const judged = results.map((result) => {
      if (result.outcome === "passed" || result.outcome === "inapplicable") return result;
      const page = result.page ?? place.page;
      const key = pageKey(page, place.baseUrl);
      const name = fingerprintOf(place.pillar, check.rule, key, result.target);
      const times = seen.get(name) ?? 0;
      seen.set(name, times + 1);
      // Several results about the same target are distinguished by their order.
      const fingerprint =
        times === 0 ? name : fingerprintOf(place.pillar, check.rule, key, `${result.target}#${times}`);
      const severity = result.severity ?? check.severity;
      const common = result.cause ?? commonTarget(result.target);
      // A failure on a page that was still loading is the same defect as on the pages that had loaded.
      const told = result.unsure ? "failed" : result.outcome;
      const cause = fingerprintOf(place.pillar, "cause", check.rule, common, told, severity);
      const isAccepted = accepted.has(fingerprint) || accepted.has(cause);
      const outcome = isAccepted ? "accepted" : result.outcome;
      findings.push({
        fingerprint,
        cause,
        pillar: place.pillar,
        rule: check.rule,
        severity,
        outcome,
        ...(isAccepted && { was: result.outcome }),
        ...(result.unsure && { unsure: true }),
        page,
        target: result.target,
        message: result.message,
        evidence: result.evidence ?? {},
        help: check.help,
      });
      return { ...result, outcome };
    });
    const worst = judged.sort((a, b) => rank(a, check) - rank(b, check))[0];
    rules.push({
      rule: check.rule,
      outcome: worst?.outcome ?? "inapplicable",
      severity: worst?.severity ?? check.severity,
    });
  }
  findings.sort((a, b) => findingRank(a) - findingRank(b));
  return { findings, rules };
}

/** Returns the key of a page: the URL without the site's origin and without a fragment, so the same page of two environments has the same key. */
export function pageKey(url: string, baseUrl: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return url;
  const own = URL.parse(baseUrl)?.origin === parsed.origin;
  return `${own ? "" : parsed.origin}${parsed.pathname}${parsed.search}`;
}

/** Returns 32 hexadecimal digits of a SHA-256 hash. */
export function fingerprintOf(...parts: string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}

const rank = (r: CheckResult, check: Pick<Check<never>, "severity">) =>
  findingRank({ outcome: r.outcome, severity: r.severity ?? check.severity });
