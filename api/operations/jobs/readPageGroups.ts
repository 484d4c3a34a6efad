// Template groups of a project's latest crawl, with their pages and the scenarios that cover them.
import type { CrawledGroup, CrawlResult } from "../../../domain/crawl/crawl.ts";
import { ProductError } from "../../../domain/errors.ts";
import { hintOf } from "../../../domain/nearest.ts";
import { groupsOfUrls } from "../../../models/crawlAddresses/groups.ts";
import { groupsOfPages, pagesOfGroup } from "../../../models/crawlAddresses/queries.ts";
import { latestCrawl } from "../../../models/jobs/queries.ts";
import type { Job } from "../../../models/jobs/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeOffset, encodeCursor, type Paging } from "../../lib/paging.ts";
import { fitting } from "./fitting.ts";

export type PageGroupView = {
  group: string;
  pages: number;
  example: string;
  title: string;
  scenarios: string[];
};
export type PageGroupsView = {
  jobId: string;
  crawledAt: string;
  startUrl: string;
  groups: PageGroupView[];
  /** Number of groups, or of pages if a group is specified. */
  total: number;
  withoutScenario: number;
  /** Only if a group is specified. */
  pages?: { url: string; title: string; depth: number }[];
  nextCursor: string | null;
};

const MAX_LABELS = 10;
/** Keeps a response within 25,000 tokens. */
const MAX_CHARACTERS = 50_000;

/** Returns null if the project has no completed crawl. If `group` is given, lists its pages. Throws `not_found` with the closest groups. */
export async function readPageGroups(
  ctx: OperationContext,
  caller: Caller,
  { project, group, limit = DEFAULT_LIMIT, cursor }: { project: Project; group?: string } & Paging,
): Promise<PageGroupsView | null> {
  requireRight(caller, "mcpRead");
  const crawl = await latestCrawl(ctx.models, project._id);
  if (!crawl) return null;
  const { groups: kept, startUrl, counts } = crawl.result as CrawlResult;
  const labels = await labelsByGroup(ctx, project, crawl);
  const view = (entry: CrawledGroup): PageGroupView => ({
    ...entry,
    scenarios: (labels.get(entry.group) ?? []).slice(0, MAX_LABELS),
  });
  const from = decodeOffset(cursor, 9) ?? 0;
  const head = {
    jobId: crawl._id,
    crawledAt: crawl.finishedAt?.toISOString() ?? "",
    startUrl,
    withoutScenario: counts.groups - labels.size,
  };
  const isKept = group === undefined ? from + limit <= kept.length : kept.some((entry) => entry.group === group);
  const groups = isKept || kept.length === counts.groups ? kept : await allGroups(ctx, crawl, kept);
  const next = (shown: number, total: number) =>
    from + shown < total && shown > 0 ? encodeCursor(from + shown) : null;
  if (group === undefined) {
    const shown = fitting(groups.slice(from, from + limit).map(view), MAX_CHARACTERS);
    return { ...head, groups: shown, total: counts.groups, nextCursor: next(shown.length, counts.groups) };
  }
  const named = groups.find((entry) => entry.group === group);
  if (!named) throw unknownGroup(group, groups);
  const found = await pagesOfGroup(ctx.models, { jobId: crawl._id, group }, { from, limit });
  const pages = fitting(
    found.map(({ url, title, depth }) => ({ url, title: title.slice(0, 100), depth })),
    MAX_CHARACTERS,
  );
  return {
    ...head,
    groups: [view(named)],
    pages,
    total: named.pages,
    nextCursor: next(pages.length, named.pages),
  };
}

/** Returns the groups stored in the crawl's result, which are the largest, followed by those found only through their pages. */
async function allGroups(
  ctx: OperationContext,
  crawl: Pick<Job, "_id">,
  kept: readonly CrawledGroup[],
): Promise<CrawledGroup[]> {
  const pages = await groupsOfPages(ctx.models, crawl._id);
  const known = new Set(kept.map(({ group }) => group));
  const others = new Map<string, CrawledGroup>();
  for (const { url, title, group } of pages) {
    if (known.has(group)) continue;
    const before = others.get(group) ?? { group, pages: 0, example: url, title };
    const shorter = url.length - before.example.length || (url < before.example ? -1 : 1);
    others.set(group, {
      ...(shorter < 0 ? { group, example: url, title } : before),
      pages: before.pages + 1,
    });
  }
  return [...kept, ...[...others.values()].sort((a, b) => b.pages - a.pages || (a.group < b.group ? -1 : 1))];
}

async function labelsByGroup(
  ctx: OperationContext,
  project: Project,
  crawl: Parameters<typeof groupsOfUrls>[1],
): Promise<Map<string, string[]>> {
  const scenarios = await scenariosOf(ctx.models, project._id, { fields: { label: 1, url: 1 }, by: "label" });
  const groupOf = await groupsOfUrls(
    ctx.models,
    crawl,
    scenarios.map(({ url }) => url),
  );
  const labels = new Map<string, string[]>();
  for (const { label, url } of scenarios) {
    const group = groupOf(url);
    if (group !== undefined) labels.set(group, [...(labels.get(group) ?? []), label]);
  }
  return labels;
}

function unknownGroup(group: string, groups: readonly CrawledGroup[]): ProductError {
  const names = groups.map((entry) => entry.group);
  const hint = hintOf(group, names, "Call it without group for the list.");
  return new ProductError("not_found", `The latest crawl has no template group "${group.slice(0, 100)}".${hint}`);
}
