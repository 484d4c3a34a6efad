// A result as the review shows it: a light row of the list, or full details of the one being viewed.
import { changeSentence } from "../../../domain/visual/reading/sentence.ts";
import { shotTitle, shotWords } from "../../../domain/visual/reading/shotWords.ts";
import { changeOfRegion } from "../../../domain/visual/regionSentence.ts";
import type { ReviewKind } from "../../../domain/visual/reviewGroups.ts";
import type { Standing } from "../../../models/baselines/queries.ts";
import type { Row } from "../../../models/lib/fields.ts";
import { sizesOf } from "../../../models/shots/facts.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { artifactLink } from "../../../platform/artifactLinks.ts";
import { traceViewerPath } from "../../../platform/publicLink.ts";
import type { OperationContext } from "../../lib/context.ts";
import { comparedView, placeView, shotLinks } from "./resultView.ts";
import { markOf, reviewView } from "./reviewMark.ts";
import { thumbLink } from "./thumbnails.ts";

const MAX_REGIONS = 20;
const MAX_CHANGES = 20;
const MAX_SHIFTS = 20;
const MAX_REASONS = 5;

/** Fields of a list row. */
export const ROW_FIELDS = {
  index: 1,
  scenarioLabel: 1,
  selector: 1,
  viewport: 1,
  browser: 1,
  mode: 1,
  url: 1,
  status: 1,
  reasons: 1,
  regions: 1,
  fingerprint: 1,
  causes: 1,
  flaky: 1,
  carriedFrom: 1,
  changes: 1,
  baselineKey: 1,
  artifacts: 1,
  decidedAt: 1,
  review: 1,
  reviewRev: 1,
} as const satisfies Partial<Record<keyof Shot, 1>>;
export type RowShot = Row<Shot, keyof typeof ROW_FIELDS>;

/** Additional fields of the result being viewed. */
export const DETAIL_FIELDS = {
  ...ROW_FIELDS,
  scenarioId: 1,
  mismatchPercent: 1,
  changedPixels: 1,
  threshold: 1,
  shifts: 1,
  attempts: 1,
  captures: 1,
  baseline: 1,
  traceId: 1,
  reference: 1,
} as const satisfies Partial<Record<keyof Shot, 1>>;
export type DetailShot = Row<Shot, keyof typeof DETAIL_FIELDS>;

type Group = { id: string; kind: ReviewKind };

export function reviewRow(ctx: OperationContext, shot: RowShot, group: Group, standing: Standing | undefined) {
  const { test, baseline } = shot.artifacts;
  return {
    ...placeView(shot),
    index: shot.index,
    groupId: group.id,
    kind: group.kind,
    mark: markOf(shot, standing),
    title: shotTitle(shot),
    thumbnail: thumbLink(ctx, test ?? baseline),
    review: reviewView(shot),
  };
}

export function reviewDetail(ctx: OperationContext, shot: DetailShot, group: Group, standing: Standing | undefined) {
  const { baseline, test, diff, map } = shotLinks(ctx, shot);
  const words = shotWords(shot);
  const first = shot.captures.length > 1 ? (shot.captures[0]?.artifactId ?? null) : null;
  const current = standing && !standing.withdrawn ? standing.picture.artifactId : null;
  return {
    ...reviewRow(ctx, shot, group, standing),
    scenarioId: shot.scenarioId,
    flaky: shot.flaky,
    attempts: shot.attempts,
    mismatchPercent: shot.mismatchPercent,
    changedPixels: shot.changedPixels,
    threshold: shot.threshold,
    reasons: shot.reasons
      // Omitted if the changes are listed, because they say the same.
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
        sentence: `${own?.sentence ?? changeSentence(changeOfRegion(region))}.`,
      };
    }),
    regionCount: shot.regions.length,
    shifts: shot.shifts.slice(0, MAX_SHIFTS),
    sizes: sizesOf(shot) ?? testSizeOf(shot),
    pictures: { baseline, test, diff, map, firstTest: first && artifactLink(ctx, first) },
    traceViewer: shot.traceId ? traceViewerPath(ctx, shot.traceId) : null,
    comparedWith: comparedView(ctx, shot),
    baselineMoved: current !== null && current !== comparedWith(shot),
    decidedAt: shot.decidedAt?.toISOString() ?? null,
  };
}

/** Returns the image that its own baseline shows unless somebody replaced it; null for a branch without baselines of its own. */
const comparedWith = ({ status, baseline, artifacts }: DetailShot) =>
  status === "approved" ? artifacts.test : (baseline?.artifactId ?? null);

function testSizeOf({ captures }: DetailShot) {
  const capture = captures.findLast(({ artifactId }) => artifactId !== null);
  return { baseline: null, test: capture ? { width: capture.width, height: capture.height } : null };
}
