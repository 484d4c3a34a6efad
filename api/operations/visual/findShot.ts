// Finds the result of a run that a call refers to: a scenario in a viewport, a browser, and a part of the page.
import { ProductError } from "../../../domain/errors.ts";
import { hintOf, quoted } from "../../../domain/nearest.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { SHOT_OUTCOME, type Shot } from "../../../models/shots/schema.ts";
import type { OperationContext } from "../../lib/context.ts";

export { sizesOf } from "../../../models/shots/facts.ts";

import { NO_MODE } from "../../../domain/visual/modes.ts";
import { modeField } from "../../../domain/visual/viewWords.ts";
import { findShot as findStored, shotsOf } from "../../../models/shots/queries.ts";

export type ShotQuery = { scenarioLabel: string; viewport: string; browser?: string; selector?: string; mode?: string };

/** The place of a result; `selector` is null for the whole page. */
export type ShotPlace = Pick<Shot, "scenarioLabel" | "viewport" | "browser" | "mode"> & { selector: string | null };

type ShotKey = Pick<Shot, "_id" | keyof typeof SHOT_OUTCOME>;

export const placeOf = (
  shot: Pick<Shot, "scenarioLabel" | "viewport" | "browser" | "mode" | "selector">,
): ShotPlace => {
  const { scenarioLabel, viewport, browser, selector } = shot;
  return { scenarioLabel, viewport, browser, selector: selector || null, ...modeField(shot) };
};

/** Returns the worst matching result, and the other matches. Throws `not_found` with what exists. */
export async function findShot(
  ctx: Pick<OperationContext, "models">,
  run: Pick<Run, "_id">,
  wanted: ShotQuery,
): Promise<{ shot: Shot; others: ShotPlace[] }> {
  const { scenarioLabel, viewport, browser, selector, mode } = wanted;
  const choice = { runId: run._id, scenarioLabels: [scenarioLabel] };
  const ofScenario = await shotsOf(ctx.models, choice, { fields: SHOT_OUTCOME });
  if (ofScenario.length === 0) throw await unknownScenario(ctx, run, scenarioLabel);
  const onViewport = ofScenario.filter((shot) => shot.viewport === viewport);
  if (onViewport.length === 0)
    throw missing(`"${scenarioLabel}" was not shot on ${viewport} in this run, but on`, ofScenario, "viewport");
  const inBrowser = onViewport.filter((shot) => browser === undefined || shot.browser === browser);
  if (inBrowser.length === 0)
    throw missing(`"${scenarioLabel}" was not shot in ${browser} in this run, but in`, onViewport, "browser");
  const inMode = inBrowser.filter((shot) => mode === undefined || (shot.mode ?? NO_MODE) === mode);
  if (inMode.length === 0)
    throw missing(`"${scenarioLabel}" was not shot in the mode ${mode} in this run, but in`, inBrowser, "mode");
  const fitting = inMode.filter((shot) => selector === undefined || shot.selector === selector);
  const [worst, ...others] = fitting.toSorted(worstFirst);
  const shot = worst && (await findStored(ctx.models, worst._id));
  if (!shot)
    throw new ProductError(
      "not_found",
      `"${scenarioLabel}" has no part "${selector}" in this run; its parts: ${quoted(inMode.map((s) => s.selector || "(the whole page)"))}.`,
    );
  return { shot, others: others.map(placeOf) };
}

const isBad = ({ status }: ShotKey) => status === "failed" || status === "error";

/** A failed result without a comparison counts as entirely different. */
const mismatchOf = (shot: ShotKey): number => shot.mismatchPercent ?? (isBad(shot) ? 100 : 0);

function worstFirst(a: ShotKey, b: ShotKey): number {
  return Number(isBad(b)) - Number(isBad(a)) || mismatchOf(b) - mismatchOf(a) || a.index - b.index;
}

function missing(what: string, shots: ShotKey[], field: "viewport" | "browser" | "mode"): ProductError {
  return new ProductError("not_found", `${what} ${quoted([...new Set(shots.map((shot) => shot[field] ?? NO_MODE))])}.`);
}

async function unknownScenario(
  { models }: Pick<OperationContext, "models">,
  run: Pick<Run, "_id">,
  label: string,
): Promise<ProductError> {
  const shots = await shotsOf(models, { runId: run._id }, { fields: { scenarioLabel: 1 } });
  const hint = hintOf(label, [...new Set(shots.map((shot) => shot.scenarioLabel))]);
  return new ProductError("not_found", `Run ${run._id} has no result of a scenario "${label}".${hint}`);
}
