// Gathers one page: the browser's view of it, robots.txt of its origin, and its head as sent by the server.

import { needsBrowser } from "../../../browsers/page/access.ts";
import { CaptureFailure } from "../../../browsers/page/failures.ts";
import { type Exchange, type Visit, visitPage } from "../../../browsers/page/visit.ts";
import type { AuditPage, Gathered } from "../../../domain/audit/page.ts";
import { isHidden, storableUrl } from "../../../domain/pillars/seo/address.ts";
import type { SeoPage, SeoRedirect } from "../../../domain/pillars/seo/gathered.ts";
import { readHead } from "../../../domain/pillars/seo/htmlHead.ts";
import { readLinkHeader } from "../../../domain/pillars/seo/linkHeader.ts";
import { DEFAULT_VIEWPORTS } from "../../../domain/visual/shot.ts";
import type { GatherTools } from "../../audit/pillar.ts";
import { follow, hop, textOf } from "../../site/request.ts";
import { readRobots } from "../../site/robots.ts";
import { type Collected, collect } from "./collect.ts";
import { PAGE_LIMITS, SERVED_BYTES } from "./limits.ts";
import { noteListeners } from "./listeners.ts";
import { askOnce } from "./prober.ts";
import { shownHref, toDocument } from "./toDocument.ts";

/** How long scripts may keep fetching after the page has loaded. */
const QUIET_MS = 3_000;

type Seen = Omit<SeoPage, "robotsTxt" | "served" | "servedReason">;

export async function gather(tools: GatherTools, page: AuditPage): Promise<Gathered<SeoPage>> {
  tools.note("opening the page");
  const visit = { url: page.url, viewport: DEFAULT_VIEWPORTS.desktop, access: tools.access, acceptErrorStatus: true };
  const visited = await visitPage(tools.visit, visit, tools.signal, see);
  if (visited.state === "not_measured") return visited;
  const seen = visited.data;
  tools.note("reading robots.txt and the page as it is sent");
  const robotsTxt = await readRobots(tools, isHidden(seen.finalUrl) ? page.url : seen.finalUrl || page.url);
  const { served, servedReason } = await readServed(tools, seen);
  if (seen.document && !seen.document.hasIcon) seen.document.hasIcon = await hasIconFile(tools, seen.finalUrl);
  return { state: "gathered", data: { ...seen, robotsTxt, served, servedReason } };
}

async function see(visit: Visit): Promise<Seen> {
  const quiet = visit.page.waitForLoadState("networkidle", { timeout: 0 });
  await visit.guard
    .run(quiet, QUIET_MS, () => new Error("busy"))
    .catch((error: unknown) => {
      if (visit.guard.signal.aborted) throw error;
    });
  const collected = await evaluate(visit);
  await noteListeners(visit, collected);
  const documents = (await visit.exchanges()).filter(({ type, mainFrame }) => type === "document" && mainFrame);
  const landing = documents.findLast(({ status }) => status !== null && (status < 300 || status >= 400));
  const headers = (name: string): string[] =>
    (landing?.headers ?? []).flatMap(([key, value]) => (key === name ? value.slice(0, 2_000) : []));
  const contentType = headers("content-type")[0] ?? null;
  const document = collected.html ? toDocument(collected) : null;
  if (document && /charset/i.test(contentType ?? "")) document.charsetDeclared = true;
  return {
    at: new Date().toISOString(),
    asked: storableUrl(documents[0]?.url ?? visit.finalUrl) ?? "",
    finalUrl: storableUrl(visit.page.url()) ?? storableUrl(visit.finalUrl) ?? storableUrl(landing?.url ?? "") ?? "",
    status: landing?.status ?? visit.status,
    loaded: visit.loaded,
    redirects: redirectsOf(documents),
    contentType,
    robotsHeaders: headers("x-robots-tag").slice(0, 20),
    ...headerLinksOf(headers("link"), landing?.url ?? visit.finalUrl),
    document,
  };
}

/** A page that is currently navigating is evaluated once more. */
async function evaluate({ driver, guard, page, limits }: Visit): Promise<Collected> {
  const late = (): CaptureFailure =>
    new CaptureFailure("timeout", "The page could not be read in time, because its scripts keep it busy.");
  const ask = () => guard.run(driver.evaluate(`(${collect})(${JSON.stringify(PAGE_LIMITS)})`), limits.answerMs, late);
  try {
    return (await ask()) as Collected;
  } catch (error) {
    if (error instanceof CaptureFailure || guard.signal.aborted) throw error;
    await guard.run(page.waitForLoadState("load", { timeout: 0 }), limits.loadMs, late);
    return (await ask()) as Collected;
  }
}

function redirectsOf(documents: readonly Exchange[]): SeoRedirect[] {
  return documents.flatMap(({ url, status, headers }, index) => {
    const next = documents[index + 1];
    if (status === null || status < 300 || status >= 400 || !next || !headers.some(([name]) => name === "location"))
      return [];
    return [{ status, from: storableUrl(url) ?? "", to: storableUrl(next.url) ?? "" }];
  });
}

/** Returns what Link headers say about the page; `url` is the address that sent them. */
function headerLinksOf(
  values: readonly string[],
  url: string,
): Required<Pick<SeoPage, "headerCanonicals" | "headerHreflangs">> {
  const links = values.flatMap(readLinkHeader);
  return {
    headerCanonicals: links.flatMap(({ href, rel }) => (rel.includes("canonical") ? [href] : [])).slice(0, 10),
    headerHreflangs: links
      .flatMap(({ href, rel, hreflang }) =>
        rel.includes("alternate") && hreflang !== ""
          ? [
              {
                href: shownHref(href, storableUrl(href, url)),
                url: storableUrl(href, url),
                inHead: true,
                lang: hreflang.slice(0, 60),
              },
            ]
          : [],
      )
      .slice(0, PAGE_LIMITS.hreflangs),
  };
}

/** Requests the same address without a browser, up to 256 KiB. If that is another page than the browser's, there is no finding. */
async function readServed(tools: GatherTools, seen: Seen): Promise<Pick<SeoPage, "served" | "servedReason">> {
  const not = (servedReason: string) => ({ served: null, servedReason });
  if (!seen.document || seen.finalUrl === "") return not("What came is not an HTML document.");
  if (tools.access !== undefined && needsBrowser(tools.access))
    return not("Behind a sign-in the page cannot be read without a browser.");
  if (!/^utf-?8$/i.test(seen.document.charset)) return not("The page is not written in UTF-8.");
  if (isHidden(seen.finalUrl)) return not("The address contains what looks like a secret.");
  const answer = await hop(tools, seen.finalUrl, { maxBytes: SERVED_BYTES });
  if (answer.state === "failed") return not(`The page could not be read without a browser: ${answer.reason}`);
  if (answer.status !== seen.status) return not(`Without a browser the address answered ${answer.status}.`);
  if (!/html/i.test(answer.contentType)) return not("Without a browser the address gave no HTML.");
  // In the HTML standard a byte order mark declares the character set as well.
  if (answer.body.indexOf("\uFEFF") === 0) seen.document.charsetDeclared = true;
  return { served: readHead(textOf(answer.body, answer.contentType), seen.finalUrl), servedReason: "" };
}

async function hasIconFile(tools: GatherTools, url: string): Promise<boolean> {
  const address = URL.parse("/favicon.ico", url)?.href;
  if (address === undefined) return false;
  const { end } = await follow((at) => askOnce(tools, at, "status"), address);
  // Applications often answer any address with their page.
  return end.state === "answered" && end.status === 200 && !/html/i.test(end.contentType);
}
