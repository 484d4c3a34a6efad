// Proposes scenarios that cover a crawled site: the home page and a representative page of each template. Pure, with reasons.
import { DEFAULT_VIEWPORTS, type ViewportName } from "../visual/shot.ts";
import { keyOf } from "./address.ts";
import type { CrawledGroup } from "./crawl.ts";
import { pageLabels, pageNames, type TitledPage } from "./names.ts";

export type Proposal = {
  label: string;
  /** Without the origin, so that it works in every environment. */
  url: string;
  viewports: ViewportName[];
  group: string;
  /** Number of pages of the template. */
  pages: number;
  why: string;
};
/** Result of the job. */
export type ProposalsResult = {
  crawlJobId: string;
  crawledAt: string;
  proposals: Proposal[];
  /** Number of templates already covered by a scenario, and of those beyond the limit. */
  alreadyCovered: number;
  leftOut: number;
};
export type Proposals = { proposals: Proposal[]; covered: number; left: number };

/** The name of the start page. */
export const HOME = "Home";

/** Number of pages from which a template gets every viewport and more than one representative page. */
const LARGE = 10;
const HUGE = 50;
const ALL_VIEWPORTS = Object.keys(DEFAULT_VIEWPORTS) as ViewportName[];
const FEW_VIEWPORTS: ViewportName[] = ["phone", "desktop"];

export type ProposeInput = {
  startUrl: string;
  /** Largest first. */
  groups: readonly CrawledGroup[];
  /** Groups that already have a scenario, and that of the home page. */
  coveredGroups: ReadonlySet<string>;
  homeGroup: string | null;
  homeCovered: boolean;
  labels: readonly string[];
  most: number;
};

/** Returns the pages that represent a template: spread over its addresses from the shortest to the longest. */
export function examplesOf(urls: readonly string[]): string[] {
  const last = urls.length - 1;
  const places = urls.length >= HUGE ? [0, last >> 1, last] : urls.length >= LARGE ? [0, last] : [0];
  return places.flatMap((at) => urls[at] ?? []);
}

/** Proposes the home page first, then the templates with most pages. */
export function proposeScenarios(input: ProposeInput): Proposals {
  // A crawl of an earlier version has one page per template, without names.
  const nameOf = pageNames(input.groups.map(titledExample));
  const wanted: (Omit<Proposal, "label"> & { name: string })[] = [];
  const home = input.groups.find(({ group }) => group === input.homeGroup);
  if (home && !input.homeCovered)
    wanted.push({
      name: HOME,
      url: keyOf(input.startUrl),
      viewports: ALL_VIEWPORTS,
      group: home.group,
      pages: home.pages,
      why: "The start page, which most visits begin with.",
    });
  let covered = 0;
  for (const group of input.groups) {
    if (input.coveredGroups.has(group.group)) covered += 1;
    // The start page represents its template only if it is the template's only page.
    else if (group !== home || group.pages > 1)
      for (const { url, name } of group.examples ?? [{ url: group.example, name: nameOf(titledExample(group)) }])
        wanted.push({
          name,
          url: keyOf(url),
          viewports: group.pages >= LARGE ? ALL_VIEWPORTS : FEW_VIEWPORTS,
          group: group.group,
          pages: group.pages,
          why:
            group.pages === 1
              ? "The only page of its kind."
              : `Represents ${group.pages} pages of the template ${group.group}.`,
        });
  }
  const labels = pageLabels(
    wanted.map(({ name, url }) => ({ name, path: url })),
    input.labels,
  );
  const proposals = wanted.map(({ name: _, ...rest }, at) => ({ label: labels[at] ?? rest.url, ...rest }));
  return { proposals: proposals.slice(0, input.most), covered, left: Math.max(0, proposals.length - input.most) };
}

const titledExample = ({ title }: CrawledGroup): TitledPage => ({ title, heading: "" });
