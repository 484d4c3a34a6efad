// What the gathered facts add up to: the findings and score of a page, of the host, and of the run.
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

/** Older data than this misses too much to be silent about. */
export const MAX_DATA_AGE_DAYS = 365;

/**
 * Findings of the page's own; its score counts the headers and cookies of its answer too, whose findings are the host's.
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

/** One result for each fact of the host, over all its pages. */
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

/** Rules that judge the page alone, for the score of the whole. */
export function pageRulesOf(
  page: SecurityPage,
  { baseUrl, accepted }: Partial<Pick<Place, "baseUrl" | "accepted">> = {},
): RuleOutcome[] {
  return checked(
    PAGE_CHECKS.map((check) => ({ check, results: [check.run(page)].flat() })),
    { pillar: "security", page: page.url, baseUrl: baseUrl ?? page.url, accepted },
  ).rules;
}

/** Days between the data's date and the audit. */
export function dataAgeDays(date: string, at: string): number {
  return Math.floor((Date.parse(at) - Date.parse(date)) / 86_400_000);
}

const shown = ({ grade, modifiers, observatory }: Scored): Record<string, unknown> => ({
  grade,
  modifiers,
  /** What the same facts are worth by Observatory's points alone; where it differs, the modifiers whose source is ours say why. */
  observatory,
});

/** A host of this one page, for asking the rules about hosts. */
function aloneOf(page: SitePage & Pick<SecurityPage, "at">, place: Place): SecuritySite {
  return {
    at: page.at,
    baseUrl: place.baseUrl,
    pages: [page],
    redirect: { state: "inapplicable", reason: "Told of the host." },
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
    // Findings leave out what passed, which bonuses ask for.
    ...rules.filter(({ outcome }) => outcome === "passed").map((rule) => ({ ...rule, target: "" })),
  ];
}

/** Rules that had something to ask and got no answer: they neither pass nor are an earlier finding of theirs gone. */
function unansweredRules({ redirect, cors, tls, exposures }: SecuritySite): ReadonlySet<string> {
  const isSilentPart = ({ state }: { state: string }) => state === "not_measured";
  return new Set([
    ...(isSilentPart(redirect) ? ["https-redirect"] : []),
    ...(cors && isSilentPart(cors) ? ["cors"] : []),
    ...(tls.some(isSilentPart) ? ["tls-certificate", "tls-protocol"] : []),
    // Some probes may stay silent where a host counts requests: most of them have to.
    ...(exposures.filter(isSilentPart).length * 2 > exposures.length ? ["exposed-file"] : []),
  ]);
}

/** No page was read, and nothing that was asked of the host was answered. */
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
