// Logic of the result list: groups, filtering, navigation and progress. Pure functions.
import type { AppScenario } from "../../../../api/endpoints/answers/app/review.ts";
import { runIdOfShot } from "../../../../domain/shotIds.ts";
import type { IgnoreEnd } from "../../../../domain/words/ignored.ts";
import { NO_MODE } from "../../../../domain/words/modes.ts";
import type { DecidedList, ReviewList } from "./lists.ts";

/** A result in the list. */
export type Row = ReviewList["shots"][number];
/** A result with all details, as needed for the current one. */
export type Shot = ReviewList["details"][number];
export type Group = ReviewList["groups"][number];
export type Decision = "approve" | "reject" | "later" | "ignore" | "undo";
export type Progress = ReviewList["progress"];
export type Review = NonNullable<Row["review"]>;

/** Filters of the list by review status. */
export const SHOWN = ["all", "open", "later", "judged"] as const;
export type Shown = (typeof SHOWN)[number];

/** Status of a result for the reviewer: open, decided, or nothing to decide (`passed`, `pending`). */
export type Standing = "open" | "approved" | "rejected" | "later" | "ignored" | "passed" | "pending";

export function standingOf({ status, review }: Pick<Row, "status" | "review">): Standing {
  if (status === "approved" || status === "pending") return status;
  // A passed result is in a list only through a direct link, or until the list is read again.
  if (status === "passed" && review?.decision !== "ignored") return "passed";
  // An ignored result that fails again is open: the ignore period had ended when it was compared again.
  if (review?.decision === "ignored") return status === "passed" ? "ignored" : "open";
  return review && review.decision !== "approved" ? review.decision : "open";
}

/** Returns whether nothing more is to do. A result marked for later still needs a decision. */
export const isJudged = (shot: Pick<Row, "status" | "review">): boolean =>
  ["approved", "rejected", "ignored", "passed"].includes(standingOf(shot));

type Decided = Pick<Row, "status" | "review">;

/** Returns whether the result passed or has no result yet, so that no button and no key decides anything about it. */
export const hasNothingToDecide = (shot: Decided): boolean => ["passed", "pending"].includes(standingOf(shot));

const isOpen = (shot: Decided): boolean => ["open", "later"].includes(standingOf(shot));

/** Which decisions a result currently allows, for buttons and keys alike. `note`: a rejection, or another note on one. */
export const mayBe = {
  approve: (shot: Decided) => !["approved", "ignored"].includes(standingOf(shot)) && !hasNothingToDecide(shot),
  reject: isOpen,
  note: (shot: Decided) => isOpen(shot) || standingOf(shot) === "rejected",
  later: (shot: Decided) => standingOf(shot) === "open",
  ignore: (shot: Decided) => isOpen(shot) && shot.status === "failed",
} as const;

/** Returns whether the decision would change the result. `note`: "" removes a note. */
export function isChange(decision: Decision, shot: Decided, note?: string): boolean {
  const standing = standingOf(shot);
  if (hasNothingToDecide(shot)) return false;
  if (decision === "undo") return standing !== "open";
  if (decision === "approve") return mayBe.approve(shot);
  if (standing === "approved" || standing === "ignored") return false;
  if (decision === "ignore") return true;
  const isAsBefore = standing === (decision === "reject" ? "rejected" : "later");
  return !isAsBefore || (note !== undefined && note !== (shot.review?.note ?? ""));
}

/** Merges all pages of the response. Results are in the order in which they are reviewed. */
export function joinPages(pages: readonly ReviewList[]): ReviewList | undefined {
  const last = pages.at(-1);
  if (!last || pages.length === 1) return last;
  const once = <T>(entries: readonly T[], idOf: (entry: T) => string): T[] => {
    const known = new Map<string, T>();
    for (const entry of entries) if (!known.has(idOf(entry))) known.set(idOf(entry), entry);
    return [...known.values()];
  };
  const inbox = pages.map((page) => page.inbox).reduce(joinInbox);
  return {
    ...last,
    ...(inbox ? { inbox } : {}),
    groups: once(
      pages.flatMap(({ groups }) => groups),
      ({ id }) => id,
    ),
    shots: once(
      pages.flatMap(({ shots }) => shots),
      ({ shotId }) => shotId,
    ),
  };
}

/** Returns the newer response with the runs of both, because each page names only the runs of its own results. */
function joinInbox(before: ReviewList["inbox"], now: ReviewList["inbox"]): ReviewList["inbox"] {
  if (!before || !now) return now;
  const known = new Set(now.runs.map(({ runId }) => runId));
  return { ...now, runs: [...now.runs, ...before.runs.filter(({ runId }) => !known.has(runId))] };
}

const shows: Record<Shown, (standing: Standing) => boolean> = {
  all: () => true,
  open: (standing) => standing === "open" || standing === "later",
  later: (standing) => standing === "later",
  judged: (standing) => ["approved", "rejected", "ignored"].includes(standing),
};

/** `mode`: name of a mode, NO_MODE for results without one, or "" for all. `keep`: the current result. */
type Filter = { text: string; shown: Shown; mode?: string; keep?: string | undefined };

const modeOf = ({ mode }: Pick<Row, "mode">): string => mode ?? NO_MODE;

/** Returns the modes of the results, NO_MODE first. */
export function modesOf(shots: readonly Pick<Row, "mode">[]): string[] {
  const modes = [...new Set(shots.map(modeOf))].sort();
  return modes.includes(NO_MODE) ? [NO_MODE, ...modes.filter((mode) => mode !== NO_MODE)] : modes;
}

/**
 * Returns the groups with matching results, in the order of the service. `keep`: the current result, which must not disappear while it is
 * being viewed.
 */
export function filterGroups(
  { groups, shots }: Pick<ReviewList, "groups" | "shots">,
  { text, shown, mode = "", keep }: Filter,
): { group: Group; shots: Row[] }[] {
  const byGroup = Map.groupBy(shots, ({ groupId }) => groupId);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (shot: Row): boolean => {
    if (shot.shotId === keep) return true;
    if (!shows[shown](standingOf(shot))) return false;
    if (mode !== "" && modeOf(shot) !== mode) return false;
    if (words.length === 0) return true;
    const said = [shot.scenarioLabel, shot.url, shot.viewport, shot.mode, shot.browser, shot.selector, shot.title]
      .join(" ")
      .toLowerCase();
    return words.every((word) => said.includes(word));
  };
  return groups
    .map((group) => ({ group, shots: (byGroup.get(group.id) ?? []).filter(matches) }))
    .filter((one) => one.shots.length > 0);
}

export type Grouped = ReturnType<typeof filterGroups>;

/** Returns the next or previous result, or the first result of the next or previous group. */
export function step(
  grouped: Grouped,
  current: string | undefined,
  by: 1 | -1,
  what: "shot" | "group",
): string | undefined {
  if (what === "shot") {
    const all = grouped.flatMap(({ shots }) => shots);
    const at = all.findIndex(({ shotId }) => shotId === current);
    return (at < 0 ? all[0] : all[at + by])?.shotId;
  }
  const at = grouped.findIndex(({ shots }) => shots.some(({ shotId }) => shotId === current));
  return (at < 0 ? grouped[0] : grouped[at + by])?.shots[0]?.shotId;
}

/** Returns the next result that needs a decision, after `current` or else before it. Results marked for later come last. */
export function nextOpen(grouped: Grouped, current: string | undefined): string | undefined {
  const all = grouped.flatMap(({ shots }) => shots);
  const at = all.findIndex(({ shotId }) => shotId === current);
  const round = [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))];
  const found = round.find((shot) => standingOf(shot) === "open") ?? round.find((shot) => standingOf(shot) === "later");
  return found?.shotId;
}

/** Returns the results around `current`, nearest first, to decode ahead. */
export function neighbours(grouped: Grouped, current: string | undefined): Row[] {
  const wanted = [
    step(grouped, current, 1, "shot"),
    step(grouped, current, 1, "group"),
    nextOpen(grouped, current),
    step(grouped, current, -1, "group"),
    step(grouped, current, -1, "shot"),
  ];
  const byId = new Map(grouped.flatMap(({ shots }) => shots).map((shot) => [shot.shotId, shot]));
  return [...new Set(wanted)].flatMap((id) => (id && id !== current ? (byId.get(id) ?? []) : []));
}

/** Number of results to read ahead while a key is held down. */
const SOON = 12;

/** Returns the results that a held key will reach: in the next groups, then in this one. */
export function soon(grouped: Grouped, current: string | undefined): string[] {
  const group = grouped.findIndex(({ shots }) => shots.some(({ shotId }) => shotId === current));
  const at = grouped[group]?.shots.findIndex(({ shotId }) => shotId === current) ?? -1;
  const groups = grouped.slice(group + 1, group + 1 + SOON).flatMap(({ shots }) => shots[0] ?? []);
  return [...groups, ...(grouped[group]?.shots.slice(at + 1, at + 1 + SOON) ?? [])].map(({ shotId }) => shotId);
}

/** Returns the progress that decisions alone determine; the service counts the remaining changes. */
export function progressOf(
  shots: readonly Pick<Row, "status" | "review">[],
): Omit<Progress, "changes" | "changedScreenshots"> {
  const count = (wanted: Standing) => shots.filter((shot) => standingOf(shot) === wanted).length;
  const [approved, rejected, ignored] = [count("approved"), count("rejected"), count("ignored")];
  const judged = approved + rejected + ignored;
  return { total: shots.length, judged, approved, rejected, later: count("later"), ignored };
}

/** A decision that the service has not confirmed yet. */
export type Pending = {
  shotId: string;
  decision: Decision;
  review: Review;
  /** For an undo: the decision it restores. */
  back?: Review | null;
};

/** Returns the list as it will look once the pending decisions are saved (optimistic update). */
export function foresee(review: ReviewList, pending: readonly Pending[]): ReviewList {
  if (pending.length === 0) return review;
  const byId = Map.groupBy(pending, ({ shotId }) => shotId);
  const shots = review.shots.map((shot) => (byId.get(shot.shotId) ?? []).reduce(foreseeShot, shot));
  return { ...review, shots, progress: { ...review.progress, ...moved(review, shots) } };
}

function foreseeShot<T extends Row>(shot: T, { decision, review, back = null }: Pending): T {
  if (decision === "approve") return { ...shot, status: "approved", review: { ...review, decision: "approved" } };
  if (decision === "ignore") return { ...shot, status: "passed", review: { ...review, decision: "ignored" } };
  if (decision === "undo")
    return { ...shot, review: back, status: shot.status === "approved" ? statusBefore(shot) : unignored(shot) };
  return { ...shot, review: { ...review, decision: decision === "reject" ? "rejected" : "later" } };
}

const unignored = (shot: Row): Row["status"] => (standingOf(shot) === "ignored" ? "failed" : shot.status);

const statusBefore = ({ kind }: Row): Row["status"] => (kind === "error" ? "error" : "failed");

/** Pages that are not loaded yet count as the service reported; only the difference is added. */
function moved(before: ReviewList, after: readonly Row[]): Partial<Progress> {
  const [from, to] = [progressOf(before.shots), progressOf(after)];
  const told = before.progress;
  return {
    judged: told.judged + to.judged - from.judged,
    approved: told.approved + to.approved - from.approved,
    rejected: told.rejected + to.rejected - from.rejected,
    later: told.later + to.later - from.later,
    ignored: told.ignored + to.ignored - from.ignored,
  };
}

/** Applies the service's response to a decision. */
export function applyAnswer(review: ReviewList, answer: DecidedList): ReviewList {
  const byId = new Map(answer.results.map((result) => [result.shotId, result]));
  const shots = review.shots.map((shot) => {
    const now = byId.get(shot.shotId)?.now;
    return now ? { ...shot, status: now.status, mark: now.mark, review: now.review } : shot;
  });
  return { ...review, shots, progress: answer.progress };
}

/** Replaces some results of the list with newer versions. */
export function mergeShots(
  review: ReviewList,
  some: Pick<ReviewList, "shots" | "progress" | "run" | "inbox">,
): ReviewList {
  const byId = new Map(some.shots.map((shot) => [shot.shotId, shot]));
  const shots = review.shots.map((shot) => byId.get(shot.shotId) ?? shot);
  const inbox = joinInbox(review.inbox, some.inbox);
  return { ...review, run: some.run, ...(inbox ? { inbox } : {}), progress: some.progress, shots };
}

/** Removes what the service has answered: the oldest pending decision of each result. */
export function withoutAnswered(pending: readonly Pending[], ids: readonly string[]): Pending[] {
  const answered = new Set(ids);
  return pending.filter(({ shotId }) => !answered.delete(shotId));
}

/** Returns results that others have decided since, to report them. */
export function decidedByOthers(
  before: Pick<ReviewList, "shots">,
  after: Pick<ReviewList, "shots">,
  me: string,
): Row[] {
  const known = new Map(before.shots.map((shot) => [shot.shotId, shot.review?.at]));
  return after.shots.filter(
    ({ shotId, review }) => review && review.by !== me && known.has(shotId) && known.get(shotId) !== review.at,
  );
}

const VERBS = { approved: "approved", rejected: "rejected", later: "marked", ignored: "ignored" } as const;

/** Returns what others decided, one sentence per person and decision. `what`: words for the results. `who`: name of the person. */
export function sentencesOf(
  shots: readonly Row[],
  { what, who }: { what: (rows: readonly Row[]) => string; who: (by: string) => string },
): string[] {
  const told = shots.flatMap((shot) => (shot.review ? [{ shot, review: shot.review }] : []));
  return [...Map.groupBy(told, ({ review: { by, decision } }) => `${decision} ${by}`).values()].map((some) => {
    const { by, decision } = some[0]!.review;
    const tail = decision === "later" ? " for later" : "";
    return `${who(by)} ${VERBS[decision]} ${what(some.map(({ shot }) => shot))}${tail}.`;
  });
}

/** Maximum number of a person's decisions that can be undone after a reload. */
const MAX_UNDO = 50;
const DECISIONS = { approved: "approve", rejected: "reject", later: "later", ignored: "ignore" } as const;
export type MadeDecision = { decision: Decision; ids: readonly string[]; note: string | null; end?: IgnoreEnd };

/**
 * Returns a person's decisions that still apply, newest first. Results decided together have the same time. `skipped`: results whose undo
 * was refused.
 */
export function decisionsOf(
  shots: readonly Pick<Row, "shotId" | "review" | "carriedFrom">[],
  person: string,
  skipped: ReadonlySet<string> = new Set(),
): MadeDecision[] {
  const mine = shots.flatMap(({ shotId, review, carriedFrom }) =>
    // A decision from another run must be undone in that run.
    review?.by === person && !carriedFrom && !review.fromRunId && !skipped.has(shotId) ? [{ shotId, review }] : [],
  );
  const together = Map.groupBy(mine, ({ review: { at, decision } }) => `${at} ${decision}`);
  return [...together]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .slice(0, MAX_UNDO)
    .map(([, some]) => ({
      decision: DECISIONS[some[0]!.review.decision],
      ids: some.map(({ shotId }) => shotId),
      note: some[0]!.review.note,
      ...(some[0]!.review.end ? { end: some[0]!.review.end } : {}),
    }));
}

export type Baseline = AppScenario["baselines"][number];

/**
 * Returns the baseline that a result was compared with, else the one that its approval created: each branch and each environment has its
 * own. Only a result of an earlier version does not say which.
 */
export function baselineOf(
  baselines: readonly Baseline[],
  { shotId, viewport, browser, mode, selector, comparedWith, pictures }: Shot,
): Baseline | undefined {
  const here = baselines.filter(
    (one) =>
      one.viewport === viewport &&
      one.browser === browser &&
      one.mode === mode &&
      (one.selector ?? "") === (selector ?? ""),
  );
  const withVersion = (isMeant: (version: Baseline["history"][number]) => boolean) =>
    here.find(({ history }) => history.some(isMeant));
  return (
    withVersion(({ versionId }) => versionId === comparedWith?.versionId) ??
    withVersion(({ fromRunId }) => fromRunId === runIdOfShot(shotId)) ??
    (pictures.baseline === null ? undefined : here[0])
  );
}

export type Alternative = NonNullable<Shot["comparedWith"]>["alternatives"][number];

/** Returns the result next to a different picture than its baseline. Known differences refer to the baseline and are omitted. */
export function besideOther(shot: Shot, { picture }: Pick<Alternative, "picture">): Shot {
  return {
    ...shot,
    pictures: { ...shot.pictures, baseline: picture, diff: null },
    sizes: { ...shot.sizes, baseline: null },
    regions: [],
    shifts: [],
  };
}
