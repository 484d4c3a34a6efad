// Reads a visual run for a report: its changes with a bounded number of images, inconclusive results, and all results as rows.
import { referenceSentence } from "../../domain/history/referenceSentence.ts";
import { VISUAL } from "../../domain/report/bounds.ts";
import type {
  ResultPlace,
  ResultRow,
  ResultStatus,
  ShownResult,
  VisualChange,
  VisualSection,
} from "../../domain/report/visual/types.ts";
import { runSummary } from "../../domain/runs/runSummary.ts";
import { explainShot } from "../../domain/visual/explain/explainShot.ts";
import type { Region } from "../../domain/visual/outcome.ts";
import { type ChangeGroup, createChangeGroups, groupSentence } from "../../domain/visual/reading/groups.ts";
import { changeDetail, changeSentence, type Told } from "../../domain/visual/reading/sentence.ts";
import { changeOfRegion } from "../../domain/visual/regionSentence.ts";
import { viewWords } from "../../domain/visual/viewWords.ts";
import type { Run } from "../../models/runs/schema.ts";
import { factsOf } from "../../models/shots/facts.ts";
import { eachShotOfRun, findShot } from "../../models/shots/queries.ts";
import type { Shot } from "../../models/shots/schema.ts";
import type { PictureDeps } from "../deps.ts";
import { drawSides, loadSides } from "./visualPictures.ts";
import { placeOf, remarksOf, SHOT_READ, type ShotRow, statusOf, unjudgedOf } from "./visualResults.ts";

/** Maximum number of results read per run; plans allow fewer. */
const MAX_RESULTS = 20_000;
/**
 * Time limit in ms for all images, because someone waits for the report and its activity has 180 s. What is not drawn by then is reported
 * without images.
 */
const DRAWING_MS = 75_000;
/** A reason names at most three elements; a result has two or three that matter. */
const MAX_REASONS = 3;

export async function collectVisual(deps: PictureDeps, run: Run, signal?: AbortSignal): Promise<VisualSection> {
  const reading = { fields: SHOT_READ, limit: MAX_RESULTS };
  const shots: ShotRow[] = [];
  const grouping = createChangeGroups<ShotRow>();
  await eachShotOfRun(deps.models, run._id, reading, ({ changes, ...shot }) => {
    shots.push(shot);
    const status = statusOf(shot);
    if (status === "failed") grouping.add(shot, changes);
    if (status === "approved") grouping.addApproved(changes);
  });
  const failed = shots.filter((shot) => statusOf(shot) === "failed");
  const groups = grouping.groups();
  const told = groups.slice(0, VISUAL.changes);
  const rows = rowsOf(shots);
  return {
    runId: run._id,
    status: run.status,
    error: run.error,
    sentence: runSummary(run).sentence,
    verdict: run.status === "failed" ? null : run.verdict,
    counts: run.summary !== null && "approved" in run.summary ? run.summary : null,
    open: {
      changed: failed.length,
      missing: countOf(shots, ["no_baseline"]),
      errors: countOf(shots, ["error", "pending"]),
    },
    changes: await changesOf(deps, run, told, signal),
    changesTotal: groups.length,
    unjudged: unjudgedOf(shots),
    remarks: remarksOf(shots),
    rows: rows.slice(0, VISUAL.rows),
    rowsTotal: rows.length,
    viewports: [...new Set(shots.map(({ viewport }) => viewport))],
    pages: new Set(shots.map(({ url }) => url)).size,
  };
}

const countOf = (shots: readonly ShotRow[], statuses: readonly ResultStatus[]): number =>
  shots.filter((shot) => statuses.includes(statusOf(shot))).length;

function rowsOf(shots: readonly ShotRow[]): ResultRow[] {
  const rows = Map.groupBy(shots, ({ scenarioId, selector, browser, mode }) =>
    [scenarioId, selector, browser, mode ?? ""].join("\n"),
  );
  return [...rows.values()].flatMap((ones) => {
    const [first] = ones;
    if (!first) return [];
    const { viewport: _, ...place } = placeOf(first);
    return [{ ...place, statuses: Object.fromEntries(ones.map((shot) => [shot.viewport, statusOf(shot)])) }];
  });
}

type Group = ChangeGroup<ShotRow>;

/** Selects the results shown with images: one for every change, before any gets its second. */
export function pickShown(groups: readonly Group[]): Map<Group, ShotRow[]> {
  const picked = new Map<Group, ShotRow[]>(groups.map((group) => [group, []]));
  const ordered = groups.map((group) => ({ group, shots: viewportsFirst(group.shots) }));
  let room = VISUAL.shown;
  for (let round = 0; round < VISUAL.shownOfChange; round++)
    for (const { group, shots } of ordered) {
      const shot = shots[round];
      if (!shot || room === 0) continue;
      picked.get(group)?.push(shot);
      room -= 1;
    }
  return picked;
}

/** One of each viewport, browser and mode, then the others. */
function viewportsFirst(shots: readonly ShotRow[]): ShotRow[] {
  const seen = new Set<string>();
  const [first, rest]: [ShotRow[], ShotRow[]] = [[], []];
  for (const shot of shots) {
    const key = viewWords(shot);
    (seen.has(key) ? rest : first).push(shot);
    seen.add(key);
  }
  return [...first, ...rest];
}

async function changesOf(
  deps: PictureDeps,
  run: Run,
  groups: readonly Group[],
  signal: AbortSignal | undefined,
): Promise<VisualChange[]> {
  const changes: VisualChange[] = [];
  const picked = pickShown(groups);
  const until = performance.now() + DRAWING_MS;
  let characters = 0;
  for (const group of groups) {
    signal?.throwIfAborted();
    const rows = picked.get(group) ?? [];
    // The description comes from the result with the most detailed change, or for older results from the first.
    const source = group.example?.shot ?? rows[0] ?? group.shots[0];
    const [first, ...shots] = await wholeShots(deps, source ? [source, ...rows] : rows);
    if (!first) continue;
    const shown: ShownResult[] = [];
    for (const shot of shots) {
      if (characters >= VISUAL.characters || performance.now() > until) break;
      const one = await shownResult(deps, shot, group);
      characters += charactersOf(one);
      shown.push(one);
    }
    changes.push({ ...(await toldChange(deps, run, first, group)), shown });
  }
  return changes;
}

async function wholeShots({ models }: PictureDeps, rows: readonly ShotRow[]): Promise<Shot[]> {
  // Read one by one, because a list of ids makes the embedded database scan the whole collection.
  const found = await Promise.all(rows.map(({ _id }) => findShot(models, _id)));
  return found.filter((shot) => shot !== null);
}

async function shownResult(deps: PictureDeps, shot: Shot, { key, tiny }: Group): Promise<ShownResult> {
  const place = placeOf(shot);
  const sides = await loadSides(deps, shot);
  return {
    place,
    mismatchPercent: shot.mismatchPercent,
    flaky: shot.flaky,
    // The change is described once for all results; sizes and pixels are given for each.
    reasons: shot.reasons
      .filter(({ code }) => code !== "content_changed")
      .slice(0, MAX_REASONS)
      .map(({ message }) => message),
    ...(shot.reference && { comparedWith: referenceSentence(shot.reference) }),
    ...(await drawSides(sides, shot, { regions: regionsOf(shot.regions, key), name: nameOf(place), enlarged: tiny })),
  };
}

/** Returns the regions of a change; for results of the first versions, whose regions have no names, all of them. */
function regionsOf(regions: readonly Region[], key: Group["key"]): Region[] {
  const own = regions.filter(({ cause }) => cause === key);
  return own.length > 0 || regions.some(({ cause }) => cause) ? own : [...regions];
}

const nameOf = ({ label, selector, ...view }: ResultPlace): string =>
  [label, viewWords(view), ...(selector ? [selector] : [])].join(", ");

const charactersOf = ({ baseline, test, diff, overview }: ShownResult): number =>
  [baseline, test, diff, overview?.picture].reduce((sum, picture) => sum + (picture?.dataUri.length ?? 0), 0);

/** Describes the change in words that apply to all its results, with details and advice from one that has them. */
async function toldChange(deps: PictureDeps, run: Run, shot: Shot, group: Group): Promise<Omit<VisualChange, "shown">> {
  const regions = regionsOf(shot.regions, group.key);
  const [largest] = regions;
  const told = group.told ?? (largest ? changeOfRegion(largest, shot.shifts) : null);
  const { causes, advice } = explainShot(await factsOf(deps, run, shot, 0));
  const selectors = new Set(regions.map(({ selector }) => selector));
  const said = told && changeSentence(told);
  const own = causes
    // Only causes of this change, because those of another one would mislead.
    .filter(({ change, selector }) => (change === undefined ? selectors.has(selector) : change === group.key))
    .slice(0, VISUAL.causes);
  return {
    sentence: sentenceOf(group, told, shot),
    ...(told ? changeDetail(told) : { lines: [], selector: "" }),
    causes: own.map(({ evidence, action, advice: todo, confidence, change }) => ({
      // The sentence and its lines already contain it.
      evidence: change === undefined && !(said && evidence.startsWith(said)) ? evidence : "",
      action,
      advice: todo,
      confidence,
    })),
    // Remarks about the result as a whole, in addition to the advice for each cause.
    advice: advice.filter((one) => !causes.some((cause) => cause.advice === one)),
    places: group.shots.map(placeOf),
  };
}

function sentenceOf(group: Group, told: Told | null, { reasons }: Shot): string {
  const results = group.shots.length;
  const content = reasons.find(({ code }) => code === "content_changed") ?? reasons[0];
  return (
    groupSentence(group) ??
    (told ? changeSentence(told, { pages: group.pages, results }) : (content?.message ?? "The screenshot differs."))
  );
}
