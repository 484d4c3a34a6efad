// A page of what people judge, of one run or of several: groups of equal changes, light rows of their results, all that is known of those looked at.

import type { TinyClasses } from "../../../domain/visual/reading/tiny.ts";
import { type ReviewGroup, reviewGroupOf } from "../../../domain/visual/reviewGroups.ts";
import type { WideKind } from "../../../domain/visual/wideRules/wideRule.ts";
import { baselineIdOf } from "../../../models/baselines/key.ts";
import { baselinesOfShots } from "../../../models/baselines/queries.ts";
import { orderedComparisonRules, orderedContentRules } from "../../../models/rules/queries.ts";
import { shotsOf } from "../../../models/shots/queries.ts";
import type { ListedShot } from "../../../models/shots/reviews.ts";
import { wideRulesOfLabels } from "../../../models/wideRules/ofScenario.ts";
import type { OperationContext } from "../../lib/context.ts";
import { type Paging, pageOf } from "../../lib/paging.ts";
import { groupTitle, TITLED_BY } from "./reviewTitle.ts";
import { DETAIL_FIELDS, type DetailShot, ROW_FIELDS, type RowShot, reviewDetail, reviewRow } from "./reviewViews.ts";

const DEFAULT_PAGE = 500;
const MAX_RULES = 500;
const CURSOR_DIGITS = 9;
const WIDE_WORDS = {
  mode: "comparison",
  normalize: "content",
  page: "page",
  misMatchThreshold: "tolerance",
} as const satisfies Record<WideKind, string>;

/** `shots`: only these, whatever came of them. `at`: the result, by its index, that is looked at first; of a run also one that passed. */
export type Wanted = Paging & { shots?: readonly string[]; at?: number };

/**
 * What the list is made of. `groups`: of all its results, in the order in which they are judged. `idOf`: the id of a result that is not
 * listed; left out: nothing else is shown.
 */
type Listed = {
  projectId: string;
  groups: readonly ReviewGroup<ListedShot>[];
  tiny: Pick<TinyClasses, "has">;
  idOf?: (index: number) => string;
};

/** The runs of results: one read for each, since a list of ids narrows no read on the embedded database. */
export type RunsOf = (ids: readonly string[]) => Iterable<readonly [runId: string, ids: readonly string[]]>;

export async function reviewPage(
  ctx: OperationContext,
  { projectId, groups, tiny, idOf }: Listed,
  wanted: Wanted,
  runsOf: RunsOf,
) {
  const order = groups.flatMap(({ results }) => results);
  const { shots: named, at, cursor, limit = DEFAULT_PAGE } = wanted;
  const { entries, nextCursor } = named?.length
    ? { entries: named.map((_id) => ({ _id })), nextCursor: null }
    : pageOf(order, { limit, cursor }, CURSOR_DIGITS);
  const ids = entries.map(({ _id }) => _id);
  const looked = named?.length ? ids : cursor === undefined ? lookedAt(order, at, idOf) : [];
  const onPage = new Set(ids);
  const own = groups.filter(({ results }) => results.some(({ _id }) => onPage.has(_id)));
  const titledBy = own.flatMap(({ results }) => results.slice(0, TITLED_BY).map(({ _id }) => _id));

  const light = [...new Set([...ids, ...titledBy])].filter((id) => !looked.includes(id));
  const [rows, full] = await Promise.all([
    light.length > 0 ? readRows(ctx, runsOf(light)) : [],
    looked.length > 0 ? readDetails(ctx, runsOf(looked)) : [],
  ]);
  const byId = new Map<string, RowShot>([...rows, ...full].map((shot) => [shot._id, shot]));
  const read = (some: readonly string[]) => some.flatMap((id) => byId.get(id) ?? []);
  const [standing, rules] = await Promise.all([
    baselinesOfShots(ctx.models, read([...new Set([...ids, ...looked])])),
    rulesOf(ctx, projectId, new Set(full.map(({ scenarioLabel }) => scenarioLabel))),
  ]);
  const groupOf = new Map(own.flatMap((group) => group.results.map(({ _id }) => [_id, group] as const)));
  const placeOf = (shot: RowShot) =>
    [groupOf.get(shot._id) ?? reviewGroupOf(shot, tiny), standing.get(baselineIdOf(shot.baselineKey))] as const;
  return {
    groups: own.map((group) => groupView(group, read(group.results.slice(0, TITLED_BY).map(({ _id }) => _id)))),
    shots: read(ids).map((shot) => reviewRow(ctx, shot, ...placeOf(shot))),
    details: full.map((shot) => reviewDetail(ctx, shot, ...placeOf(shot))),
    rules,
    nextCursor,
  };
}

async function readRows({ models }: OperationContext, runs: ReturnType<RunsOf>): Promise<RowShot[]> {
  const found: RowShot[] = [];
  for (const [runId, ids] of runs) found.push(...(await shotsOf(models, { runId, ids }, { fields: ROW_FIELDS })));
  return found;
}

async function readDetails({ models }: OperationContext, runs: ReturnType<RunsOf>): Promise<DetailShot[]> {
  const found: DetailShot[] = [];
  for (const [runId, ids] of runs) found.push(...(await shotsOf(models, { runId, ids }, { fields: DETAIL_FIELDS })));
  return found;
}

/** The first that is still to judge, else the first. Another one in place of one that was asked for would be decided by mistake. */
function lookedAt(order: readonly ListedShot[], at: number | undefined, idOf: Listed["idOf"]): string[] {
  const isOpen = ({ status, review }: ListedShot) => status !== "approved" && !review;
  const found =
    at === undefined
      ? (order.find(isOpen) ?? order[0])?._id
      : (order.find(({ index }) => index === at)?._id ?? idOf?.(at));
  return found === undefined ? [] : [found];
}

const groupView = ({ id, kind, results }: ReviewGroup<ListedShot>, titledBy: readonly RowShot[]) => ({
  id,
  kind,
  title: groupTitle(kind, titledBy),
  count: results.length,
});

/** Those that hold for these scenarios. */
async function rulesOf({ models }: OperationContext, projectId: string, labels: ReadonlySet<string>) {
  if (labels.size === 0) return [];
  const place = { projectId };
  const [comparisonRules, contentRules, wide] = await Promise.all([
    orderedComparisonRules(models, place, MAX_RULES),
    orderedContentRules(models, place, MAX_RULES),
    wideRulesOfLabels(models, projectId, labels),
  ]);
  return [
    ...comparisonRules.map(({ _id, scenarioLabel, selector, mode }) => ({
      id: _id,
      kind: "comparison" as const,
      scenarioLabel,
      selector,
      value: mode,
    })),
    ...contentRules.map(({ _id, scenarioLabel, selector, normalize }) => ({
      id: _id,
      kind: "content" as const,
      scenarioLabel,
      selector,
      value: normalize,
    })),
    ...wide.slice(0, MAX_RULES).map(({ kind, ...rule }) => ({ ...rule, kind: WIDE_WORDS[kind] })),
  ].filter(({ scenarioLabel }) => labels.has(scenarioLabel));
}
