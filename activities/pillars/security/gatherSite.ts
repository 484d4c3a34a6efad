// Gathers facts about the host, after all its pages: the redirect to HTTPS, the certificate, and exposed files.

import type { RuleOutcome } from "../../../domain/audit/page.ts";
import { isHttps, sameSite } from "../../../domain/pillars/security/addresses.ts";
import { pageRulesOf } from "../../../domain/pillars/security/audit.ts";
import type { SecurityPage, SecuritySite, SitePage, TlsFacts } from "../../../domain/pillars/security/gathered.ts";
import { inTurns } from "../../../platform/inTurns.ts";
import { visitableHosts } from "../../../platform/net/allowedHosts.ts";
import type { ConnectRule } from "../../../platform/net/connect.ts";
import { systemResolve } from "../../../platform/net/resolve.ts";
import type { GatheredPage, GatherTools } from "../../audit/pillar.ts";
import { probeSharing } from "./crossOrigin.ts";
import { probeExposures } from "./exposedFiles.ts";
import { probeRedirect } from "./httpsRedirect.ts";
import { probeTls } from "./tlsProbe.ts";

const MAX_TLS_HOSTS = 4;

export async function gatherSite(
  tools: GatherTools,
  gathered: readonly GatheredPage<SecurityPage>[],
): Promise<SecuritySite> {
  const { baseUrl } = tools.run;
  const pages = gathered.map(({ data }) => data);
  tools.note("asking over plain HTTP");
  const redirect = await probeRedirect(tools, baseUrl);
  tools.note("asking as a page of another origin");
  const cors = await probeSharing(tools, baseUrl);
  tools.note("reading the certificate");
  const tls: TlsFacts[] = [];
  for (const origin of secureOrigins(baseUrl, pages))
    tls.push(await probeTls(connectRule(tools), origin, tools.signal));
  tools.note("looking for exposed files");
  const maps = [...new Set(pages.flatMap(({ sourceMaps }) => sourceMaps))];
  const exposures = await probeExposures(tools, new URL(baseUrl).origin, maps);
  const scans = pages.map(({ libraries }) => libraries);
  return {
    at: new Date().toISOString(),
    baseUrl,
    pages: pages.map(sitePage),
    redirect,
    cors,
    tls,
    exposures,
    advisories: scans.find((scan) => scan.state === "scanned")?.data ?? null,
    scanProblems: [...new Set(scans.flatMap((scan) => (scan.state === "not_measured" ? [scan.reason] : [])))],
    pageRules: await worstRules(pages, tools.run),
  };
}

function connectRule({ config }: Pick<GatherTools, "config">): ConnectRule {
  return { allowList: visitableHosts(config), resolve: systemResolve, connectTimeoutMs: 10_000 };
}

/** Returns the site's own hosts that served pages over HTTPS. */
function secureOrigins(baseUrl: string, pages: readonly SecurityPage[]): string[] {
  const urls = [baseUrl, ...pages.map(({ finalUrl }) => finalUrl)];
  const own = urls.filter((url) => isHttps(url) && sameSite(url, baseUrl));
  return [...new Set(own.map((url) => new URL(url).origin))].slice(0, MAX_TLS_HOSTS);
}

function sitePage(page: SecurityPage): SitePage {
  const { url, finalUrl, html, hops, metaCsp, metaReferrer, cookies, cookieCount } = page;
  const resources = page.resources.filter(({ kind }) => kind === "script");
  return { url, finalUrl, html, hops, metaCsp, metaReferrer, cookies, cookieCount, resources };
}

/** For each rule and outcome, one entry per severity is enough for the score. */
async function worstRules(
  pages: readonly SecurityPage[],
  place: { baseUrl: string; accepted?: readonly string[] },
): Promise<RuleOutcome[]> {
  const worst = new Map<string, RuleOutcome>();
  await inTurns(pages, (page) => {
    for (const rule of pageRulesOf(page, place))
      worst.set(JSON.stringify([rule.rule, rule.outcome, rule.severity]), rule);
  });
  return [...worst.values()];
}
