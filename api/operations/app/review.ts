// Everything of a visual run that a person judges: groups of equal changes, pictures, regions in words, rules, decisions.
import { ProductError } from "../../../domain/errors.ts";
import { shotKindOf } from "../../../domain/runTypes.ts";
import { regionSentence } from "../../../domain/visual/regionSentence.ts";
import { reviewGroupOf } from "../../../domain/visual/reviewGroups.ts";
import { baselineIdOf } from "../../../models/baselines/key.ts";
import type { Project } from "../../../models/project.ts";
import { pageInTurns } from "../../../models/readInTurns.ts";
import type { ComparisonRuleRecord, ContentRuleRecord } from "../../../models/rule.ts";
import type { Run } from "../../../models/run.ts";
import type { Shot } from "../../../models/shot.ts";
import { sizesOf } from "../../../models/shotFacts.ts";
import { reviewProgress, TO_REVIEW } from "../../../models/shotReviews.ts";
import { artifactLink } from "../../../platform/artifactLinks.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { decodeOffset, encodeCursor, type Paging } from "../../lib/paging.ts";
import { findRun } from "../runs/findRun.ts";
import { comparedView, shotLinks } from "../visual/resultView.ts";
import { appProject } from "./place.ts";
import { markOf, reviewView, type Standing, standingBaselines } from "./reviewMark.ts";
import { runRow } from "./runRow.ts";

const DEFAULT_PAGE = 500;
const MOST_REGIONS = 20;
const MOST_SHIFTS = 20;
const MOST_REASONS = 5;
const MOST_RULES = 500;
const FIELDS = {
  ...{ index: 1, scenarioId: 1, scenarioLabel: 1, selector: 1, viewport: 1, browser: 1, url: 1, status: 1, reasons: 1 },
  ...{ mismatchPercent: 1, changedPixels: 1, threshold: 1, regions: 1, shifts: 1, fingerprint: 1, causes: 1, flaky: 1 },
  ...{ attempts: 1, captures: 1, baseline: 1, baselineKey: 1, artifacts: 1, decidedAt: 1, review: 1, reviewRev: 1 },
  ...{ reference: 1 },
} as const satisfies Record<string, 1>;

export async function reviewableRun(ctx: OperationContext, caller: Caller, runId: string): Promise<Run> {
  const run = await findRun(ctx, caller, runId);
  if (shotKindOf(run.type) !== "visual")
    throw new ProductError("conflict", `Run "${runId}" is no visual test: there are no pictures to judge.`);
  return run;
}

/** `shots`: only these, whatever came of them. */
export async function readReview(
  ctx: OperationContext,
  caller: Caller,
  runId: string,
  { limit, cursor, shots }: Paging & { shots?: readonly string[] },
) {
  requireReadRight(caller);
  const { models } = ctx;
  const run = await reviewableRun(ctx, caller, runId);
  const after = decodeOffset(cursor, 9);
  const wanted = {
    runId: run._id,
    ...(shots?.length ? { _id: { $in: [...shots] } } : { status: { $in: [...TO_REVIEW] } }),
    ...(after !== null && { index: { $gt: after } }),
  };
  const reading = { fields: FIELDS, sort: { index: 1 }, limit: limit ?? DEFAULT_PAGE } as const;
  const [{ entries, more }, progress, project] = await Promise.all([
    pageInTurns<Shot>(models.shots, wanted, reading),
    reviewProgress(models, run._id),
    models.projects.findOne({ _id: run.projectId }).lean<Project>(),
  ]);
  const place = { projectId: run.projectId };
  const [standing, comparisonRules, contentRules] = await Promise.all([
    standingBaselines(models, entries),
    models.comparisonRules.find(place).sort({ _id: 1 }).limit(MOST_RULES).lean<ComparisonRuleRecord[]>(),
    models.contentRules.find(place).sort({ _id: 1 }).limit(MOST_RULES).lean<ContentRuleRecord[]>(),
  ]);
  const labels = new Set(entries.map(({ scenarioLabel }) => scenarioLabel));
  const last = entries.at(-1);
  return {
    project: project && appProject(project),
    run: runRow(run),
    progress,
    groups: groupsOf(entries),
    shots: entries.map((shot) => shotView(ctx, shot, standing.get(baselineIdOf(shot.baselineKey)))),
    rules: [
      ...comparisonRules.map(({ _id, scenarioLabel, selector, mode }) => ({
        ...{ id: _id, kind: "comparison" as const, scenarioLabel, selector, value: mode },
      })),
      ...contentRules.map(({ _id, scenarioLabel, selector, normalize }) => ({
        ...{ id: _id, kind: "content" as const, scenarioLabel, selector, value: normalize },
      })),
    ].filter(({ scenarioLabel }) => labels.has(scenarioLabel)),
    nextCursor: more && last ? encodeCursor(last.index) : null,
  };
}

/** In the order in which they are judged: changes of most pictures first, then first pictures, what is unstable, errors. */
const ORDER = ["change", "no_baseline", "unstable", "error"] as const;

function groupsOf(shots: readonly Shot[]) {
  const groups = new Map<string, { id: string; kind: (typeof ORDER)[number]; title: string; shotIds: string[] }>();
  for (const shot of shots) {
    const { id, kind } = reviewGroupOf(shot);
    const known = groups.get(id);
    if (known) known.shotIds.push(shot._id);
    else groups.set(id, { id, kind, title: titleOf(shot), shotIds: [shot._id] });
  }
  return [...groups.values()]
    .map((group) => ({ ...group, count: group.shotIds.length }))
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || b.count - a.count);
}

/** The largest change in words, else why it failed. */
function titleOf({ regions, reasons, scenarioLabel }: Shot): string {
  const [largest] = [...regions].sort((a, b) => b.share - a.share);
  return largest ? regionSentence(largest) : (reasons[0]?.message ?? scenarioLabel);
}

function shotView(ctx: OperationContext, shot: Shot, standing: Standing | undefined) {
  const { baseline, test, diff, map } = shotLinks(ctx, shot);
  const { id: groupId, kind } = reviewGroupOf(shot);
  const first = shot.captures.length > 1 ? (shot.captures[0]?.artifactId ?? null) : null;
  const current = standing && !standing.withdrawn ? standing.picture.artifactId : null;
  return {
    ...{ shotId: shot._id, index: shot.index, groupId, kind, mark: markOf(shot, standing) },
    ...{
      scenarioId: shot.scenarioId,
      scenarioLabel: shot.scenarioLabel,
      url: shot.url,
      selector: shot.selector || null,
    },
    ...{
      viewport: shot.viewport,
      browser: shot.browser,
      status: shot.status,
      flaky: shot.flaky,
      attempts: shot.attempts,
    },
    ...{ mismatchPercent: shot.mismatchPercent, changedPixels: shot.changedPixels, threshold: shot.threshold },
    title: titleOf(shot),
    reasons: shot.reasons.slice(0, MOST_REASONS).map(({ code, message }) => ({ code, message })),
    regions: shot.regions.slice(0, MOST_REGIONS).map((region) => {
      const { box, kind: what, selector, share } = region;
      return { box, kind: what, selector, share, sentence: regionSentence(region) };
    }),
    regionCount: shot.regions.length,
    shifts: shot.shifts.slice(0, MOST_SHIFTS),
    sizes: sizesOf(shot) ?? testSizeOf(shot),
    pictures: { baseline, test, diff, map, firstTest: first && artifactLink(ctx, first) },
    comparedWith: comparedView(ctx, shot),
    baselineMoved: current !== null && current !== comparedWith(shot),
    review: reviewView(shot),
    decidedAt: shot.decidedAt?.toISOString() ?? null,
  };
}

/** The picture that its own baseline shows unless somebody replaced it; a branch without baselines of its own has none yet. */
const comparedWith = ({ status, baseline, artifacts }: Shot) =>
  status === "approved" ? artifacts.test : (baseline?.artifactId ?? null);

function testSizeOf({ captures }: Shot) {
  const capture = captures.findLast(({ artifactId }) => artifactId !== null);
  return { baseline: null, test: capture ? { width: capture.width, height: capture.height } : null };
}
