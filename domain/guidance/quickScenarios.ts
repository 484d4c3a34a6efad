// Suggests which pages to cover first: known pages without a scenario, by what visitors do there and how many are similar.

import { oneDecimal } from "../health/figures.ts";
import { plural } from "../text.ts";
import { byName, type Facts, type KnownPage } from "./facts.ts";
import { depthOf, labelOf, type PageKind, pageOf, samePage } from "./pages.ts";

/** Points of a page: what visitors do there counts most, then how many pages look like it, then how close it is. */
export const POINTS = {
  /** Multiplied by importance − 0.8, which is 0 to 0.7. */
  importance: 100,
  /** Points per page of its template group, and the maximum number of pages counted. */
  group: { each: 4, most: 10 },
  /** Subtracted for every click or path segment beyond the first. */
  depth: 6,
  /** Added if the tracking plan names the page, because somebody measures it. */
  planned: 15,
} as const;

export type Suggestion = {
  label: string;
  key: string;
  kind: PageKind;
  points: number;
  /** Number of pages with its template, including itself. */
  alike: number;
  why: string;
  /** Args for creating the scenario. */
  args: { label: string; url: string; captureBaseline: true };
};

export type Suggestions = { suggestions: Suggestion[]; known: number; uncovered: number };

/** Returns the best pages, one for each template group; a group that already has a scenario comes last. */
export function suggestScenarios(
  facts: Pick<Facts, "scenarios" | "knownPages" | "baseUrl">,
  most: number,
): Suggestions {
  const covered = new Set(facts.scenarios.map(({ key }) => samePage(key)));
  const pages = [...Map.groupBy(facts.knownPages, ({ key }) => samePage(key))].map(([key, seen]) => merged(key, seen));
  const groups = Map.groupBy(pages, ({ group, key }) => group || groupByPath(key));
  const candidates = [...groups].flatMap(([group, members]) => {
    const taken = members.some(({ key }) => covered.has(key));
    const [best] = members
      .filter(({ key }) => !covered.has(key))
      .map((page) => ({ page, ...pointsOf(page, members.length) }))
      .sort((a, b) => b.points - a.points || byName(a.page.key, b.page.key));
    return best ? [{ ...best, group, taken, alike: members.length }] : [];
  });
  candidates.sort((a, b) => Number(a.taken) - Number(b.taken) || b.points - a.points || byName(a.page.key, b.page.key));
  const labels = new Set(facts.scenarios.map(({ label }) => label.toLowerCase()));
  const suggestions = candidates.slice(0, most).map(({ page, points, kind, alike, taken }) => {
    const label = freeLabel(labelOf(page.key, page.title), page.key, labels);
    return {
      label,
      key: page.key,
      kind,
      points,
      alike,
      why: whyOf(page, kind, alike, taken),
      args: { label, url: page.url, captureBaseline: true as const },
    };
  });
  return {
    suggestions,
    known: pages.length,
    uncovered: pages.filter(({ key }) => !covered.has(key)).length,
  };
}

type Page = { key: string; url: string; title: string; group: string; depth: number; sources: KnownPage["source"][] };

/** Merges one page known from several sources. */
function merged(key: string, seen: readonly KnownPage[]): Page {
  const depths = seen.flatMap(({ depth }) => depth ?? []);
  return {
    key,
    // As the site itself writes it, including a trailing slash; the crawl is the most reliable source.
    url: [...seen].sort((a, b) => byName(sourceOrder(a), sourceOrder(b)) || byName(a.key, b.key))[0]?.key || "/",
    title: seen.map(({ title }) => title).find((title) => title !== "") ?? "",
    group: seen.map(({ group }) => group).find((group) => group !== "") ?? "",
    depth: depths.length > 0 ? Math.min(...depths) : depthOf(key),
    sources: [...new Set(seen.map(({ source }) => source))],
  };
}

const sourceOrder = ({ source }: KnownPage): string => (source === "crawl" ? "0" : source);

/** Pages whose paths differ in numbers and in the last segment below a folder are assumed to have the same template. */
function groupByPath(key: string): string {
  const steps = key.split("/").filter(Boolean);
  if (steps.length < 2) return key;
  return `${steps
    .slice(0, -1)
    .map((step) => (/\d/.test(step) ? "#" : step))
    .join("/")}/*`;
}

function pointsOf({ key, depth, sources }: Page, alike: number): { points: number; kind: PageKind } {
  const { kind, importance } = pageOf(key);
  const points =
    POINTS.importance * (importance - 0.8) +
    POINTS.group.each * Math.min(POINTS.group.most, alike - 1) +
    (sources.includes("tracking") ? POINTS.planned : 0) -
    POINTS.depth * Math.max(0, depth - 1);
  return { kind, points: oneDecimal(points) };
}

const KIND_TEXT: Record<PageKind, string> = {
  home: "It is where visits begin.",
  checkout: "Visitors pay here.",
  account: "Visitors sign in here.",
  offer: "Visitors choose here.",
  search: "Visitors look for things here.",
  contact: "Visitors get in touch here.",
  legal: "The law asks for it.",
  page: "No other page is like it.",
};

function whyOf({ depth, sources }: Page, kind: PageKind, alike: number, taken: boolean): string {
  const said = kind === "page" && alike > 1 ? [] : [KIND_TEXT[kind]];
  if (alike > 1)
    said.push(`It represents ${plural(alike, "page")} of its kind${taken ? ", one of which has a scenario" : ""}.`);
  if (sources.includes("tracking")) said.push("The tracking plan names it.");
  if (sources.includes("crawl") && depth > 0) said.push(`It is ${plural(depth, "click")} from the first page.`);
  return said.join(" ");
}

/** Labels are unique in a project. */
function freeLabel(wanted: string, key: string, taken: Set<string>): string {
  const tries = [wanted, `${wanted} (${key.slice(0, 100)})`];
  for (let n = 2; n < 1_000; n++) tries.push(`${wanted} ${n}`);
  const label = tries.find((one) => !taken.has(one.toLowerCase())) ?? key.slice(0, 200);
  taken.add(label.toLowerCase());
  return label;
}
