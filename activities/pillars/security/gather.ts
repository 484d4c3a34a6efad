// Visits a page on a wide screen and records what its security depends on.

import { CaptureFailure } from "../../../browsers/page/failures.ts";
import { type Visit, visitPage } from "../../../browsers/page/visit.ts";
import type { AuditPage, Gathered } from "../../../domain/audit/page.ts";
import { withoutSecrets } from "../../../domain/pillars/security/addresses.ts";
import type { SecurityPage } from "../../../domain/pillars/security/gathered.ts";
import type { GatherTools } from "../../audit/pillar.ts";
import { heldCookies } from "./cookieJar.ts";
import { documentHops, keptExchanges } from "./hops.ts";
import { documentFacts, READ_DOCUMENT } from "./inPage.ts";
import { createLibrarySearch, type LibrarySearch } from "./libraries/search.ts";
import { type ScriptBodies, watchScripts } from "./scriptBodies.ts";

const DESKTOP = { name: "desktop", width: 1440, height: 900, scale: 1, mobile: false } as const;
const MAX_SOURCE_MAPS = 20;

/** Problems of the page are `not_measured`; browser crashes and a cancellation of the run are thrown. */
export async function gather(tools: GatherTools, page: AuditPage): Promise<Gathered<SecurityPage>> {
  const search = createLibrarySearch(tools);
  let scripts: Awaited<ReturnType<typeof watchScripts>> | undefined;
  tools.note("opening the page");
  return visitPage(
    tools.visit,
    {
      url: page.url,
      viewport: DESKTOP,
      access: tools.access,
      acceptErrorStatus: true,
      async prepare(lease, guard) {
        scripts = await watchScripts(lease, guard);
      },
    },
    tools.signal,
    async (visit) => readPage(tools, page, visit, await scripts?.collect(), search),
  );
}

async function readPage(
  tools: GatherTools,
  page: AuditPage,
  visit: Visit,
  scripts: ScriptBodies = { bodies: [], urls: [], unread: 0 },
  search: LibrarySearch,
): Promise<SecurityPage> {
  const now = Date.now();
  tools.note("reading the page");
  const facts = documentFacts(await readDocument(visit));
  const { cookies, count } = await heldCookies(visit, tools.access);
  const exchanges = await visit.exchanges();
  tools.note("looking for libraries");
  const libraries = await search.find(visit, scripts, facts.inlineTexts);
  return {
    at: new Date(now).toISOString(),
    url: page.url,
    finalUrl: withoutSecrets(visit.finalUrl),
    status: visit.status,
    loaded: visit.loaded,
    html: facts.html,
    hops: documentHops(exchanges, now),
    metaCsp: facts.metaCsp,
    metaReferrer: facts.metaReferrer,
    exchanges: keptExchanges(exchanges),
    exchangeCount: exchanges.length,
    cookies,
    cookieCount: count,
    resources: facts.resources,
    plainReferences: facts.plainReferences,
    forms: facts.forms,
    passwordFields: facts.passwordFields,
    inlineScripts: facts.inlineScripts,
    inlineHandlers: facts.inlineHandlers,
    sourceMaps: sourceMapsOf(scripts, visit.finalUrl),
    libraries,
  };
}

/** A page that navigates in the meantime is read once more; one that never comes to rest is not measured. */
async function readDocument({ driver, guard, limits }: Visit): Promise<unknown> {
  const late = (): CaptureFailure =>
    new CaptureFailure("page_error", "The page did not answer: its scripts keep it busy.");
  for (let tries = 1; ; tries += 1) {
    try {
      return await guard.run(driver.evaluate(READ_DOCUMENT), limits.answerMs, late);
    } catch (error) {
      if (guard.signal.aborted || error instanceof CaptureFailure) throw error;
      if (tries >= 3) throw new CaptureFailure("page_error", "The page could not be read: it kept navigating.");
    }
  }
}

/** The last comment of a script may name its source map; only maps on the page's own origin are requested. */
export function sourceMapsOf(scripts: Pick<ScriptBodies, "bodies">, pageUrl: string): string[] {
  const origin = URL.parse(pageUrl)?.origin;
  const found = new Set<string>();
  for (const { url, text } of scripts.bodies) {
    if (URL.parse(url)?.origin !== origin || found.size >= MAX_SOURCE_MAPS) continue;
    const name = /\/[/*][#@] ?sourceMappingURL=([^\s'"*]{1,500})/.exec(text.slice(-2_000))?.[1];
    const map = name === undefined ? null : URL.parse(name, url);
    if (map === null || map.origin !== origin || !map.protocol.startsWith("http")) continue;
    found.add(withoutSecrets(map.href));
  }
  return [...found];
}
