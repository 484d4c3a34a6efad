// Everything of a visual run that a person judges: groups of equal changes, pictures, regions in words, rules, decisions.
import { ProductError } from "../../../domain/errors.ts";
import { given } from "../../../domain/given.ts";
import { shotKindOf } from "../../../domain/runTypes.ts";
import { plural } from "../../../domain/text.ts";
import { changeGroups } from "../../../domain/visual/reading/groups.ts";
import { changeSentence, elementWords } from "../../../domain/visual/reading/sentence.ts";
import { shotTitle, shotWords } from "../../../domain/visual/reading/shotWords.ts";
import { type TinyClasses, tinySentence } from "../../../domain/visual/reading/tiny.ts";
import { toldOfRegion } from "../../../domain/visual/regionSentence.ts";
import { REVIEW_KINDS, type ReviewKind, reviewGroupOf } from "../../../domain/visual/reviewGroups.ts";
import { modeField } from "../../../domain/visual/viewWords.ts";
import type { WideKind } from "../../../domain/visual/wideRules/wideRule.ts";
import { baselineIdOf } from "../../../models/baselines/key.ts";
import { baselinesOfShots, type Standing } from "../../../models/baselines/queries.ts";
import { findProject } from "../../../models/projects/queries.ts";
import { orderedComparisonRules, orderedContentRules } from "../../../models/rules/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { sizesOf } from "../../../models/shots/facts.ts";
import { pageOfShots } from "../../../models/shots/queries.ts";
import { countReviews } from "../../../models/shots/reviews.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { wideRulesOfLabels } from "../../../models/wideRules/ofScenario.ts";
import { artifactLink } from "../../../platform/artifactLinks.ts";
import { traceViewerPath } from "../../../platform/publicLink.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { decodeOffset, encodeCursor, type Paging } from "../../lib/paging.ts";
import { viewProjectHead } from "../projects/projectView.ts";
import { findRun } from "../runs/findRun.ts";
import { runRow } from "../runs/runRow.ts";
import { comparedView, shotLinks } from "./resultView.ts";
import { markOf, reviewView } from "./reviewMark.ts";

const DEFAULT_PAGE = 500;
const MAX_REGIONS = 20;
const MAX_CHANGES = 20;
const MAX_SHIFTS = 20;
const MAX_REASONS = 5;
const MAX_RULES = 500;
const FIELDS = {
  index: 1,
  scenarioId: 1,
  scenarioLabel: 1,
  selector: 1,
  viewport: 1,
  browser: 1,
  mode: 1,
  url: 1,
  status: 1,
  reasons: 1,
  mismatchPercent: 1,
  changedPixels: 1,
  threshold: 1,
  regions: 1,
  shifts: 1,
  fingerprint: 1,
  causes: 1,
  flaky: 1,
  carriedFrom: 1,
  changes: 1,
  attempts: 1,
  captures: 1,
  baseline: 1,
  baselineKey: 1,
  artifacts: 1,
  traceId: 1,
  decidedAt: 1,
  review: 1,
  reviewRev: 1,
  reference: 1,
} as const satisfies Record<string, 1>;

const WIDE_WORDS = {
  mode: "comparison",
  normalize: "content",
  page: "page",
  misMatchThreshold: "tolerance",
} as const satisfies Record<WideKind, string>;

export async function reviewableRun(ctx: OperationContext, caller: Caller, runId: string): Promise<Run> {
  const run = await findRun(ctx, caller, runId);
  if (shotKindOf(run.type) !== "visual")
    throw new ProductError("conflict", `Run "${runId}" is not a visual test: it has no screenshots to review.`);
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
  const choice = shots?.length ? { ids: shots } : ({ toReview: true } as const);
  const [{ entries, more }, { progress, tiny }, project] = await Promise.all([
    pageOfShots(models, { runId: run._id, after, ...choice }, { fields: FIELDS, limit: limit ?? DEFAULT_PAGE }),
    countReviews(models, run._id),
    findProject(models, run.projectId),
  ]);
  const place = { projectId: run.projectId };
  const labels = new Set(entries.map(({ scenarioLabel }) => scenarioLabel));
  const [standing, comparisonRules, contentRules, wide] = await Promise.all([
    baselinesOfShots(models, entries),
    orderedComparisonRules(models, place, MAX_RULES),
    orderedContentRules(models, place, MAX_RULES),
    wideRulesOfLabels(models, run.projectId, labels),
  ]);
  const last = entries.at(-1);
  return {
    project: project && viewProjectHead(project),
    run: runRow(run),
    progress,
    groups: groupsOf(entries, tiny),
    shots: entries.map((shot) => shotView(ctx, shot, standing.get(baselineIdOf(shot.baselineKey)), tiny)),
    rules: [
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
    ].filter(({ scenarioLabel }) => labels.has(scenarioLabel)),
    nextCursor: more && last ? encodeCursor(last.index) : null,
  };
}

type Tiny = Pick<TinyClasses, "has">;

/** In the order in which they are judged, within each kind those of most pictures first. */
function groupsOf(shots: readonly Shot[], tiny: Tiny) {
  const groups = new Map<string, { id: string; kind: ReviewKind; shots: Shot[] }>();
  for (const shot of shots) {
    const { id, kind } = reviewGroupOf(shot, tiny);
    const known = groups.get(id);
    if (known) known.shots.push(shot);
    else groups.set(id, { id, kind, shots: [shot] });
  }
  return [...groups.values()]
    .map(({ id, kind, shots: own }) => ({
      id,
      kind,
      title: groupTitle(kind, own),
      count: own.length,
      shotIds: own.map(({ _id }) => _id),
    }))
    .sort((a, b) => REVIEW_KINDS.indexOf(a.kind) - REVIEW_KINDS.indexOf(b.kind) || b.count - a.count);
}

/** The largest change in words that hold for all of them, and how many others there are. */
function groupTitle(kind: ReviewKind, shots: readonly Shot[]): string {
  const [first] = shots;
  if (!first) return "";
  const changes = kind === "change" || kind === "tiny" ? changeGroups(shots) : [];
  const largest = first.changes?.[0];
  const { told, pixels = 0 } = changes.find(({ key }) => key === largest?.key) ?? {};
  if (!told || !largest) return shotTitle(first);
  // How many there are stands beside it, and is known only when all pages of the list are read.
  const sentence =
    kind === "tiny" ? tinySentence({ pixels, what: elementWords(told), results: 1 }) : changeSentence(told);
  const more = changes.length - 1;
  return `${sentence}${more > 0 ? ` and ${plural(more, "more change")}` : ""}`;
}

function shotView(ctx: OperationContext, shot: Shot, standing: Standing | undefined, tiny: Tiny) {
  const { baseline, test, diff, map } = shotLinks(ctx, shot);
  const { id: groupId, kind } = reviewGroupOf(shot, tiny);
  const words = shotWords(shot);
  const first = shot.captures.length > 1 ? (shot.captures[0]?.artifactId ?? null) : null;
  const current = standing && !standing.withdrawn ? standing.picture.artifactId : null;
  return {
    shotId: shot._id,
    index: shot.index,
    groupId,
    kind,
    mark: markOf(shot, standing),
    scenarioId: shot.scenarioId,
    scenarioLabel: shot.scenarioLabel,
    url: shot.url,
    selector: shot.selector || null,
    viewport: shot.viewport,
    browser: shot.browser,
    ...modeField(shot),
    status: shot.status,
    ...given({ carriedFrom: shot.carriedFrom }),
    flaky: shot.flaky,
    attempts: shot.attempts,
    mismatchPercent: shot.mismatchPercent,
    changedPixels: shot.changedPixels,
    threshold: shot.threshold,
    title: shotTitle(shot),
    reasons: shot.reasons
      // Its words are those of the changes.
      .filter(({ code }) => code !== "content_changed" || words.length === 0)
      .slice(0, MAX_REASONS)
      .map(({ code, message }) => ({ code, message })),
    changes: words.slice(0, MAX_CHANGES).map((change) => ({
      ...change,
      regions: change.regions.filter((at) => at < MAX_REGIONS),
    })),
    changeCount: words.length,
    regions: shot.regions.slice(0, MAX_REGIONS).map((region, at) => {
      const { box, kind: what, selector, share } = region;
      const own = words.find(({ regions }) => regions.includes(at));
      return {
        box,
        kind: what,
        selector,
        share,
        sentence: `${own?.sentence ?? changeSentence(toldOfRegion(region))}.`,
      };
    }),
    regionCount: shot.regions.length,
    shifts: shot.shifts.slice(0, MAX_SHIFTS),
    sizes: sizesOf(shot) ?? testSizeOf(shot),
    pictures: { baseline, test, diff, map, firstTest: first && artifactLink(ctx, first) },
    traceViewer: shot.traceId ? traceViewerPath(ctx, shot.traceId) : null,
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
