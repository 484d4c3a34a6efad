// Evaluates the gathered data: findings and scores of pages, of the host and of the run.
import type { RuleOutcome } from "../../audit/page.ts";
import { type Checked, checked, type Place, runChecks } from "../../audit/runChecks.ts";
import type { SecurityPage, SecuritySite, SitePage } from "./gathered.ts";
import { documentHop } from "./headers.ts";
import type { Said } from "./modifiers.ts";
import { type Scored, scoreOf } from "./score.ts";
import { PAGE_CHECKS, SITE_CHECKS } from "./table.ts";

export type AuditedPage = Checked & {
  score: number;
  metrics: Record<string, number | null>;
  details: Record<string, unknown>;
};
export type AuditedSite = Checked & {
  metrics: Record<string, number | null>;
  details: Record<string, unknown>;
  notMeasured?: string;
};

/** Maximum age of the advisory data without a warning. Older data misses too many vulnerabilities. */
export const MAX_DATA_AGE_DAYS = 365;

/**
 * Audits one page. The findings are the page's own; the score also counts the headers and cookies of its response, whose findings belong
 * to
 * the host.
 */
export function auditPage(page: SecurityPage, place: Place): AuditedPage {
  const own = runChecks(PAGE_CHECKS, page, place);
  const alone = aloneOf(page, place);
  const { score, grade, modifiers } = scoreOf([...saidBy(own), ...saidBy(runChecks(SITE_CHECKS, alone, place))], alone);
  const scan = page.libraries;
  const libraries = scan.state === "scanned" ? scan.libraries : null;
  return {
    ...own,
    score,
    metrics: {
      cookies: page.cookieCount,
      requests: page.exchangeCount,
      libraries: libraries?.length ?? null,
      vulnerableLibraries: libraries?.filter(({ advisories }) => advisories.length > 0).length ?? null,
      inlineScripts: page.inlineScripts,
      inlineHandlers: page.inlineHandlers,
    },
    details: {
      grade,
      modifiers,
      status: page.status,
      loaded: page.loaded,
      finalUrl: page.finalUrl,
      headers: documentHop(page)?.headers.slice(0, 60) ?? [],
      cookies: page.cookies.slice(0, 60),
      libraries:
        scan.state === "scanned"
          ? {
              data: scan.data,
              unreadScripts: scan.unreadScripts,
              found: scan.libraries.slice(0, 60).map(({ component, version, detectedBy, advisories }) => ({
                component,
                version,
                detectedBy,
                advisories: advisories.length,
              })),
            }
          : { state: scan.state, reason: scan.reason },
    },
  };
}

/** Audits the host: one result for each fact, over all pages. */
export function auditSite(site: SecuritySite, place: Place): AuditedSite {
  const host = runChecks(SITE_CHECKS, site, place);
  const pageSaid = site.pageRules.map((rule): Said => ({ ...rule, target: "" }));
  const scored = scoreOf([...pageSaid, ...saidBy(host)], site);
  const notMeasured = problemsOf(site);
  const unasked = unansweredRules(site);
  return {
    findings: host.findings,
    rules: host.rules.filter(({ rule }) => !unasked.has(rule)),
    ...(isSilent(site) && { notMeasured: `The host gave no answer. ${notMeasured[0] ?? ""}`.trim() }),
    metrics: { score: site.pages.length === 0 ? null : scored.score, total: scored.total },
    details: { ...shown(scored), advisories: advisoriesOf(site), notMeasured, warnings: warningsOf(site, notMeasured) },
  };
}

/** Returns the outcomes of the page rules, for the overall score. */
export function pageRulesOf(
  page: SecurityPage,
  { baseUrl, accepted }: Partial<Pick<Place, "baseUrl" | "accepted">> = {},
): RuleOutcome[] {
  return checked(
    PAGE_CHECKS.map((check) => ({ check, results: [check.run(page)].flat() })),
    { pillar: "security", page: page.url, baseUrl: baseUrl ?? page.url, accepted },
  ).rules;
}

/** Returns the number of days between the data's date and the audit. */
export function dataAgeDays(date: string, at: string): number {
  return Math.floor((Date.parse(at) - Date.parse(date)) / 86_400_000);
}

const shown = ({ grade, modifiers, observatory }: Scored): Record<string, unknown> => ({
  grade,
  modifiers,
  /** Score by Observatory's points alone. If it differs, the modifiers with the source "ours" explain why. */
  observatory,
});

/** Returns a host with only this page, so that the host rules can run on it. */
function aloneOf(page: SitePage & Pick<SecurityPage, "at">, place: Place): SecuritySite {
  return {
    at: page.at,
    baseUrl: place.baseUrl,
    pages: [page],
    redirect: { state: "inapplicable", reason: "Reported for the host." },
    tls: [],
    exposures: [],
    advisories: null,
    scanProblems: [],
    pageRules: [],
  };
}

function saidBy({ findings, rules }: Checked): Said[] {
  return [
    ...findings.map(({ rule, outcome, severity, target }) => ({ rule, outcome, severity, target })),
    // Findings do not include passed rules, but bonuses require them.
    ...rules.filter(({ outcome }) => outcome === "passed").map((rule) => ({ ...rule, target: "" })),
  ];
}

/** Returns rules that made a request and got no response. They do not pass, and their earlier findings are not considered fixed. */
function unansweredRules({ redirect, cors, tls, exposures }: SecuritySite): ReadonlySet<string> {
  const isSilentPart = ({ state }: { state: string }) => state === "not_measured";
  return new Set([
    ...(isSilentPart(redirect) ? ["https-redirect"] : []),
    ...(cors && isSilentPart(cors) ? ["cors"] : []),
    ...(tls.some(isSilentPart) ? ["tls-certificate", "tls-protocol"] : []),
    // Some probes may fail if a host limits requests, so the rule counts as unanswered only if most of them do.
    ...(exposures.filter(isSilentPart).length * 2 > exposures.length ? ["exposed-file"] : []),
  ]);
}

/** Whether no page was read and no request to the host was answered. */
const isSilent = ({ pages, redirect, cors, tls, exposures }: SecuritySite): boolean =>
  pages.length === 0 &&
  redirect.state !== "answered" &&
  cors?.state !== "answered" &&
  tls.every(({ state }) => state === "not_measured") &&
  exposures.every(({ state }) => state === "not_measured");

function problemsOf(site: SecuritySite): string[] {
  const { cors } = site;
  const silent = site.exposures.filter(({ state }) => state === "not_measured");
  return [
    ...(site.redirect.state === "not_measured" ? [`The redirect to HTTPS: ${site.redirect.reason}`] : []),
    ...(cors?.state === "not_measured" ? [`What other origins may read: ${cors.reason}`] : []),
    ...site.tls.flatMap((tls) => (tls.state === "not_measured" ? [`TLS of ${tls.host}: ${tls.reason}`] : [])),
    ...(silent.length > 0
      ? [`${silent.length} of ${site.exposures.length} probes for exposed files: ${silent[0]?.reason ?? "no answer"}`]
      : []),
    ...site.scanProblems.slice(0, 5).map((reason) => `Libraries: ${reason}`),
  ];
}

function advisoriesOf({ advisories, at }: SecuritySite): Record<string, unknown> | null {
  return advisories === null ? null : { ...advisories, ageDays: dataAgeDays(advisories.date, at) };
}

function warningsOf({ advisories, at }: SecuritySite, notMeasured: readonly string[]): string[] {
  const age = advisories === null ? 0 : dataAgeDays(advisories.date, at);
  const old =
    advisories !== null && age > MAX_DATA_AGE_DAYS
      ? [
          `The advisories about libraries are of ${advisories.date}, ${age} days old: newer vulnerabilities are not known.`,
        ]
      : [];
  return [...old, ...notMeasured.map((what) => `Not measured: ${what}`)];
}
