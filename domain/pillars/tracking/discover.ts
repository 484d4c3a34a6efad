// Plan pages made from the addresses of scenarios: one a path. What the plan already has stays as it is.
import { guessPageType, wordsOf } from "./pageTypes.ts";
import { type PlanPage, planPageOf } from "./plan.ts";

type Place = { label: string; url: string; _id: string };
export type Discovered = {
  /** Not in the plan yet. */
  fresh: PlanPage[];
  /** Pages of the plan that already stand for scenarios. */
  known: { pageId: string; scenarioLabels: string[] }[];
  /** Scenarios whose address cannot be a page, with a sentence why. */
  skipped: { scenarioLabel: string; reason: string }[];
};

const MAX_ID = 80;
const MAX_SCENARIOS = 50;

/** `urlOf` gives the absolute address of a scenario, or throws. `pages`: those of the plan, with their addresses. */
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
      // Several scenarios of one page are called by the one with the barest address.
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

/** By origin and path; within a group the shortest query comes first. */
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

/** Relative to the site, as addresses of scenarios are (a base with a path is part of each); absolute outside of it. */
function pathWithin(at: URL, baseUrl: string): string {
  const base = new URL(baseUrl);
  const root = base.pathname.endsWith("/") ? base.pathname : `${base.pathname}/`;
  const inside = at.origin === base.origin && `${at.pathname}/`.startsWith(root);
  return inside ? `/${at.pathname.slice(root.length)}${at.search}` : at.href;
}

/** `page-products-lamp`; numbered where the plan has it already. */
function idFor(pathname: string, taken: Set<string>): string {
  const base = `page-${wordsOf(pathname).join("-") || "home"}`.slice(0, MAX_ID).replace(/-+$/, "");
  let id = base;
  for (let n = 2; taken.has(id); n++) id = `${base}-${n}`;
  taken.add(id);
  return id;
}
