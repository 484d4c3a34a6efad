// Creates plan pages from the URLs of scenarios, one per path. Existing pages of the plan do not change.
import { guessPageType, wordsOf } from "./pageTypes.ts";
import { type PlanPage, planPageOf } from "./plan.ts";

type Place = { label: string; url: string; _id: string };
export type Discovered = {
  /** Pages that are not in the plan yet. */
  fresh: PlanPage[];
  /** Pages of the plan that already cover scenarios. */
  known: { pageId: string; scenarioLabels: string[] }[];
  /** Scenarios whose URL cannot be a page, with the reason as a sentence. */
  skipped: { scenarioLabel: string; reason: string }[];
};

const MAX_ID = 80;
const MAX_SCENARIOS = 50;

/** Returns new and known pages. `urlOf` returns the absolute URL of a scenario or throws. `pages`: those of the plan, with their URLs. */
export function discoverPages(
  scenarios: readonly Place[],
  pages: readonly PlanPage[],
  baseUrl: string,
  urlOf: (url: string) => string,
): Discovered {
  const found: Discovered = { fresh: [], known: [], skipped: [] };
  const ids = new Set(pages.map(({ id }) => id));
  const plan = {
    pages: pages.map((page) => ({ ...page, path: addressOf(page.path, urlOf)?.href ?? null })),
    events: [],
  };
  for (const group of byAddress(scenarios, urlOf, found.skipped)) {
    const [first, ...rest] = group;
    if (!first) continue;
    const labels = group.map(({ label }) => label);
    const own =
      planPageOf(plan, first.at.href, baseUrl) ??
      pages.find(({ scenarioIds }) => group.some(({ _id }) => scenarioIds.includes(_id)));
    if (own) {
      found.known.push({ pageId: own.id, scenarioLabels: labels });
      continue;
    }
    const path = pathWithin(first.at, baseUrl);
    const pathname = path.startsWith("/") ? (path.split("?")[0] ?? path) : first.at.pathname;
    found.fresh.push({
      id: idFor(pathname, ids),
      // A page with several scenarios is named after the one with the simplest URL.
      label: first.label,
      pageType: guessPageType(pathname),
      path,
      attributes: [],
      scenarioIds: [first, ...rest].slice(0, MAX_SCENARIOS).map(({ _id }) => _id),
      closed: false,
    });
  }
  return found;
}

type Addressed = Place & { at: URL };

/** Groups scenarios by origin and path; within a group the shortest query comes first. */
function byAddress(
  scenarios: readonly Place[],
  urlOf: (url: string) => string,
  skipped: Discovered["skipped"],
): Addressed[][] {
  const groups = new Map<string, Addressed[]>();
  for (const scenario of scenarios) {
    const at = addressOf(scenario.url, urlOf);
    if (at === null) {
      skipped.push({ scenarioLabel: scenario.label, reason: "Its address is not one that a browser can open." });
      continue;
    }
    const path = at.origin + at.pathname;
    groups.set(path, [...(groups.get(path) ?? []), { ...scenario, at }]);
  }
  return [...groups.values()].map((group) => group.sort((a, b) => a.at.search.length - b.at.search.length));
}

function addressOf(url: string | null, urlOf: (url: string) => string): URL | null {
  if (url === null) return null;
  try {
    const at = new URL(urlOf(url));
    at.hash = "";
    return at;
  } catch {
    return null;
  }
}

/** Returns the path relative to the site, as in scenario URLs (a base with a path is part of it); absolute if outside of the site. */
function pathWithin(at: URL, baseUrl: string): string {
  const base = new URL(baseUrl);
  const root = base.pathname.endsWith("/") ? base.pathname : `${base.pathname}/`;
  const inside = at.origin === base.origin && `${at.pathname}/`.startsWith(root);
  return inside ? `/${at.pathname.slice(root.length)}${at.search}` : at.href;
}

/** Returns an id such as `page-products-lamp`, with a number if the plan already has it. */
function idFor(pathname: string, taken: Set<string>): string {
  const base = `page-${wordsOf(pathname).join("-") || "home"}`.slice(0, MAX_ID).replace(/-+$/, "");
  let id = base;
  for (let n = 2; taken.has(id); n++) id = `${base}-${n}`;
  taken.add(id);
  return id;
}
