// A page of results to review, of one run or of several: groups of equal changes, light rows of their results, and full details of those
// being viewed.

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

/** `shots`: only these, whatever their result. `at`: index of the result to show first; within a run it may be one that passed. */
export type Wanted = Paging & { shots?: readonly string[]; at?: number };

/**
 * Source of the list. `groups`: all its results, in review order. `idOf`: returns the id of a result that is not listed; if omitted,
 * nothing else can be shown.
 */
type Listed = {
  projectId: string;
  groups: readonly ReviewGroup<ListedShot>[];
  tiny: Pick<TinyClasses, "has">;
  idOf?: (index: number) => string;
};

/** Groups results by run: one read per run, because a list of ids does not narrow a read on the embedded database. */
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

/**
 * Returns the first result that is not reviewed yet, otherwise the first one. If `at` is not found, returns none, because showing another
 * result in its place would lead to wrong decisions.
 */
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

/** Returns the rules that apply to these scenarios. */
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
