// Chooses the pages of an audit that visits what a crawl found, and describes where they come from. Pure.
import { keyOf } from "../crawl/address.ts";
import { byAudit } from "../pillars/derive.ts";
import { DECLARED_PILLARS } from "../pillars/index.ts";
import { plural } from "../text.ts";
import { type PageChoice, pageChoiceOf } from "./pageChoice.ts";
import type { AuditPillar, Pillar } from "./pillars.ts";
import { isAuditPillarSetting, type ProjectSettings } from "./settings.ts";

/** Maximum number of pages per run if the plan sets no limit: what one run can process in a few hours. */
export const MAX_SITE_PAGES = 5_000;

/** Whether an audit can visit the pages of a crawl and, if the pillar measures a sample, the maximum number of pages in it. */
export const SITE_PAGES: Record<AuditPillar, { allowed: boolean; sample?: number }> = byAudit(
  DECLARED_PILLARS,
  ({ audit }) => ({
    allowed: "pages" in audit.settings,
    ...("sample" in audit && { sample: audit.sample }),
  }),
);

/** Returns whether runs of a pillar can visit the pages of a crawl. */
export const canVisitSites = (pillar: Pillar | null): pillar is AuditPillar =>
  pillar !== null && Object.hasOwn(SITE_PAGES, pillar) && SITE_PAGES[pillar as AuditPillar].allowed;

/** Returns the page choice that is stored with a run; null for the pages of its scenarios. */
export function pagesOfRun(wish: {
  pillar: Pillar | null;
  settings: ProjectSettings | undefined;
  asked?: PageChoice | null;
  scenarios?: readonly string[] | null;
}): Exclude<PageChoice, "scenarios"> | null {
  const { pillar, settings, asked, scenarios } = wish;
  if (!canVisitSites(pillar)) return null;
  const own = settings?.audits?.[pillar];
  const setting = isAuditPillarSetting(own) ? (own as { pages?: PageChoice }).pages : undefined;
  const choice = pageChoiceOf({ asked, scenarios, setting });
  return choice === "scenarios" ? null : choice;
}

export type FoundPage = { url: string; group: string };
type Named = { url: string };

export type ChosenPages<P> = {
  /** The scenarios' pages first, then those of the crawl, nearest to the start page first. */
  pages: (P | FoundPage)[];
  /** Number of pages or templates beyond the limit. */
  left: number;
};

/**
 * Chooses the pages. `scenarios`: pages that are always included and represent their templates. `found`: pages of the crawl, nearest
 * first. `examples`: the page that represents each group; without an entry, the first page of the group.
 */
export function choosePages<P extends Named>(input: {
  choice: Exclude<PageChoice, "scenarios">;
  scenarios: readonly P[];
  found: readonly FoundPage[];
  examples: ReadonlyMap<string, string>;
  most: number;
}): ChosenPages<P> {
  const { choice, scenarios, found, examples, most } = input;
  const named = new Set(scenarios.map(({ url }) => keyOf(url)));
  const others = found.filter(({ url }) => !named.has(keyOf(url)));
  const more = choice === "crawl" ? others : onePerGroup(found, others, named, examples);
  const all = [...scenarios, ...more];
  return { pages: all.slice(0, most), left: Math.max(0, all.length - most) };
}

/** Returns one page per group, largest groups first, because a limit cuts off the end. The group of the start page comes first. */
function onePerGroup(
  found: readonly FoundPage[],
  others: readonly FoundPage[],
  named: ReadonlySet<string>,
  examples: ReadonlyMap<string, string>,
): FoundPage[] {
  const sizes = new Map<string, number>();
  for (const { group } of found) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  for (const { url, group } of found) if (named.has(keyOf(url))) sizes.delete(group);
  const first = found[0]?.group;
  const chosen = new Map<string, FoundPage>();
  for (const page of others) {
    if (!sizes.has(page.group)) continue;
    // The start page represents its template because everybody sees it.
    const isExample = page.group !== first && examples.get(page.group) === page.url;
    if (!chosen.has(page.group) || isExample) chosen.set(page.group, page);
  }
  const rank = (group: string) => (group === first ? Number.POSITIVE_INFINITY : (sizes.get(group) ?? 0));
  return [...chosen.values()].sort((a, b) => rank(b.group) - rank(a.group));
}

/** Returns the sentence that describes where a run's pages come from. */
export function pagesSentence(input: {
  choice: Exclude<PageChoice, "scenarios">;
  crawlId: string;
  crawledAt: Date | null;
  found: number;
  templates: number;
  chosen: number;
  left: number;
  /** Maximum number of pages in the sample; set for pillars that measure too slowly to visit all pages. */
  sample?: number;
}): string {
  const { choice, crawlId, crawledAt, found, templates, chosen, left, sample } = input;
  const day = crawledAt ? ` of ${crawledAt.toISOString().slice(0, 10)}` : "";
  const byTemplate = choice === "templates" || sample !== undefined;
  const what = byTemplate ? "one of each template that" : "what";
  const site = `${plural(found, "page")} in ${plural(templates, "template")}`;
  const why = sample === undefined ? "the plan allows no more" : "performance is measured on a sample";
  const more = plural(left, byTemplate ? "more template" : "more page");
  const cut = left === 0 ? "" : ` ${more} ${left === 1 ? "is" : "are"} left out: ${why}.`;
  return `${plural(chosen, "page")}: those of the scenarios, and ${what} the crawl ${crawlId}${day} found (${site}).${cut}`;
}
