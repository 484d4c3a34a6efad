// Previews of a rule before it is saved, and the elements that a drawn box snaps to.
import { ProductError } from "../../../domain/errors.ts";
import { areaOf, coveredArea } from "../../../domain/visual/compare/picture.ts";
import { matchRuleBoxes } from "../../../domain/visual/compare/ruleBoxes.ts";
import type { Box, PageMap } from "../../../domain/visual/pageMap.ts";
import { ruleEffect } from "../../../domain/visual/ruleEffect.ts";
import type { ComparisonMode, ComparisonRule } from "../../../domain/visual/shot.ts";
import { mapsOf, sizesOf } from "../../../models/shots/facts.ts";
import { findJudgedShot, judgedShotsOf } from "../../../models/shots/queries.ts";
import { comparisonRulesOf } from "../../../models/wideRules/ofScenario.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { findRun } from "../runs/findRun.ts";
import { reviewableRun } from "../visual/review.ts";

/** Limited, because each result reads two page maps from the store; a scenario rarely has more. */
const MAX_RESULTS = 24;
const MAX_BOXES = 50;
const MAX_ELEMENTS = 2_000;
const PREVIEW = "preview";

export type PreviewInput = { scenarioLabel: string; selector: string; mode: ComparisonMode };

/**
 * Previews the rule on every result of the scenario in the run, across all viewports. Uses stored regions and page maps; nothing is
 * compared again.
 */
export async function previewRule(
  ctx: OperationContext,
  caller: Caller,
  runId: string,
  { scenarioLabel, selector, mode }: PreviewInput,
) {
  requireReadRight(caller);
  const run = await reviewableRun(ctx, caller, runId);
  const [shots, stored] = await Promise.all([
    judgedShotsOf(ctx.models, { runId: run._id, scenarioLabels: [scenarioLabel] }, MAX_RESULTS),
    comparisonRulesOf(ctx.models, { projectId: run.projectId, scenarioLabel }),
  ]);
  if (shots.length === 0)
    throw new ProductError("not_found", `Run "${runId}" has no result of a scenario "${scenarioLabel}".`);
  const others = stored.filter((rule) => rule.selector !== selector);
  const rules: ComparisonRule[] = [...others, { id: PREVIEW, selector, mode }];
  const results = [];
  for (const shot of shots) {
    const sizes = sizesOf(shot);
    const maps = await mapsOf(ctx, shot);
    const place = {
      shotId: shot._id,
      viewport: shot.viewport,
      browser: shot.browser,
      selector: shot.selector || null,
      status: shot.status,
      mismatchBefore: shot.mismatchPercent,
      boxes: boxesOf(maps.testMap, selector, sizes?.test),
      hides: hiddenShare(maps.testMap, selector, mode),
    };
    const { mismatchPercent, changedPixels } = shot;
    if (!sizes || mismatchPercent === null || changedPixels === null || shot.status !== "failed") {
      results.push({
        ...place,
        matched: place.boxes.length,
        mismatchAfter: null,
        wouldPass: null,
        why: "It has no difference to review.",
      });
      continue;
    }
    const { reasons, threshold, regions, shifts } = shot;
    const judged = { reasons, threshold, regions, shifts, mismatchPercent, changedPixels, sizes, ...maps };
    const { matched, mismatchAfter, wouldPass, why } = ruleEffect(judged, rules, PREVIEW);
    results.push({ ...place, matched, mismatchAfter, wouldPass, why });
  }
  return { runId: run._id, scenarioLabel, selector, mode, results };
}

/** Returns the share of the page that is not scored, 0 to 1; null without a page map. */
export function hiddenShare(map: PageMap | null, selector: string, mode: ComparisonMode): number | null {
  if (!map) return null;
  const page = { x: 0, y: 0, width: map.width, height: map.height };
  if (mode === "full" || areaOf(page) === 0) return 0;
  return coveredArea(matchRuleBoxes(map, selector).boxes, page) / areaOf(page);
}

/** Returns boxes in pixels of the screenshot. */
function boxesOf(map: PageMap | null, selector: string, size: { width: number } | undefined): Box[] {
  if (!map) return [];
  const { boxes } = matchRuleBoxes(map, selector);
  return boxes.slice(0, MAX_BOXES).map((box) => scaled(box, size && map.width > 0 ? size.width / map.width : 1));
}

const scaled = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x * by,
  y: y * by,
  width: width * by,
  height: height * by,
});

/** Returns the visible elements of a screenshot (new one or baseline) in document order. */
export async function shotElements(ctx: OperationContext, caller: Caller, shotId: string, side: "test" | "baseline") {
  requireReadRight(caller);
  const unknown = () => new ProductError("not_found", `Result "${shotId}" was not found.`);
  const shot = await findJudgedShot(ctx.models, shotId);
  if (!shot) throw unknown();
  await findRun(ctx, caller, shot.runId).catch((error: unknown) => {
    throw error instanceof ProductError && error.code === "not_found" ? unknown() : error;
  });
  const maps = await mapsOf(ctx, shot);
  const map = side === "test" ? maps.testMap : maps.baselineMap;
  const test = shot.captures.findLast(({ artifactId }) => artifactId !== null);
  const width = side === "test" ? test?.width : shot.baseline?.width;
  const by = map && width && map.width > 0 ? width / map.width : 1;
  const all = map?.elements ?? [];
  return {
    shotId,
    side,
    known: map !== null,
    cut: map !== null && (map.cut || all.length > MAX_ELEMENTS),
    elements: all.slice(0, MAX_ELEMENTS).map(({ parent, tag, selector, role, text, box }) => ({
      parent,
      tag,
      selector,
      role,
      text,
      box: scaled(box, by),
    })),
  };
}
