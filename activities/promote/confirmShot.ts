// Confirms a new baseline: a second capture, in a separate page, must equal the first; otherwise a note says why none did.
import { lateNotes } from "../../domain/visual/explain/late.ts";
import type { Comparison, RestlessRegion, ShotStatus } from "../../domain/visual/outcome.ts";
import { readPageMap } from "../../models/artifacts/pageMap.ts";
import type { CaptureRecord, Shot } from "../../models/shots/schema.ts";
import { judgePictures } from "../compare/judge.ts";
import type { CompareDeps } from "../deps.ts";
import { invalid } from "../failures.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { isDecided, openShot } from "../verdicts.ts";
import { notesOf, settledNote, unsettledNote } from "./confirmNotes.ts";
import { partsThatDiffer } from "./partsThatDiffer.ts";
import { promotePicture, type Remarks } from "./promotePicture.ts";
import { distinct, type Reproduced, reproduced } from "./reproduced.ts";

/** `again`: the page must be captured once more. */
export type ConfirmAnswer = { state: "again"; rest: boolean } | { state: "decided"; status: ShotStatus };
export type ConfirmActivities = { confirmShot(input: { shotId: string }): Promise<ConfirmAnswer> };

type Seen = CaptureRecord & { artifactId: string; rested: boolean };

export function createConfirmActivities(deps: CompareDeps): ConfirmActivities {
  return {
    confirmShot: ({ shotId }) =>
      withHeartbeat(async (signal, note) => {
        const shot = await openShot(deps, shotId);
        if (isDecided(shot)) return { state: "decided", status: shot.status as ShotStatus };
        if (shot.kind !== "baseline") throw invalid(`The shot ${shotId} does not belong to a baseline run.`);
        const seen = seenIn(shot);
        const [first] = seen;
        if (!first) throw invalid(`No attempt of the shot ${shotId} left a screenshot.`);
        note("comparing");
        const tries = shot.captures.filter(({ attempt }) => attempt > first.attempt).length;
        const answer = await reproduced(seen, tries, (a, b) => passes(deps, shot, a, b, signal));
        if (answer.kind === "again") return { state: "again", rest: answer.rest };
        const remarks =
          answer.kind === "settled" ? await settled(deps, shot, answer, signal) : await unsettled(deps, shot, answer);
        const status = await promotePicture(deps, shot, answer.counts, remarks, { signal, note });
        return { state: "decided", status };
      }),
  };
}

const seenIn = ({ captures }: Shot): Seen[] =>
  captures.flatMap((one) =>
    one.artifactId === null ? [] : [{ ...one, artifactId: one.artifactId, rested: one.rested === true }],
  );

/** Whether the bytes are equal, or the second screenshot passes under the shot's rules with the first as its baseline. */
async function passes(deps: CompareDeps, shot: Shot, a: Seen, test: Seen, signal: AbortSignal): Promise<boolean> {
  if (a.frameSha256 === test.frameSha256) return true;
  return (await judged(deps, shot, a, test, signal))?.verdict === "passed";
}

/** Compares the second screenshot with the first as its baseline; null: the renderer of the first is unknown. */
async function judged(
  deps: CompareDeps,
  { spec, threshold }: Shot,
  { artifactId, mapId, renderer, restless = [] }: Seen,
  test: Seen,
  signal: AbortSignal,
): Promise<Comparison | null> {
  if (renderer === null) return null;
  const baseline = { artifactId, mapId, renderer, restless };
  const contentChanges = spec.contentChanges ?? null;
  return judgePictures(deps, { baseline, test, rules: spec.comparisonRules, threshold, contentChanges }, signal);
}

type Answer<K> = Extract<Reproduced<Seen>, { kind: K }>;

async function settled(
  deps: CompareDeps,
  shot: Shot,
  { counts, restless, rests, others }: Answer<"settled">,
  signal: AbortSignal,
): Promise<Remarks> {
  if (!rests) return { restless, confirmed: true, notes: counts.notes };
  const atOnce = others.find(({ rested }) => !rested);
  const late = (atOnce && (await judged(deps, shot, atOnce, counts, signal))?.changes) ?? [];
  const told = shot.baseline?.rested === true ? [] : [settledNote(), ...lateNotes(late)];
  return { restless, rested: true, notes: [...counts.notes, ...told] };
}

async function unsettled(deps: CompareDeps, shot: Shot, answer: Answer<"unsettled">): Promise<Remarks> {
  const { counts, restless, others } = answer;
  const between = others.length > 0 ? await differing(deps, counts, others) : [];
  const failed = shot.captures.find(({ artifactId }) => artifactId === null)?.notes[0] ?? null;
  const reason = unsettledNote({ between, captures: others.length + 1, failed });
  return {
    restless: distinct([...restless, ...(between ?? [])]),
    ...(counts.rested && { rested: true }),
    unsettled: reason.message,
    notes: [...counts.notes, reason, ...notesOf(between ?? [])],
  };
}

async function differing(deps: CompareDeps, counts: Seen, others: Seen[]): Promise<RestlessRegion[] | null> {
  const [png, map, ...pngs] = await Promise.all([
    deps.artifacts.get(counts.artifactId),
    readPageMap(deps.artifacts, counts.mapId),
    ...others.map(({ artifactId }) => deps.artifacts.get(artifactId)),
  ]);
  return partsThatDiffer({ png, map }, pngs, (a, b) => deps.pictures.difference(a, b));
}
