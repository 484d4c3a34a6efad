// The list of results as a person goes through it: groups, what is left, where "next" leads, how far one is. All pure.
import type { IgnoreEnd } from "../../../../domain/words/ignored.ts";
import { NO_MODE } from "../../../../domain/words/modes.ts";
import type { DecidedList, ReviewList } from "./lists.ts";

/** A result as the list has it. */
export type Row = ReviewList["shots"][number];
/** A result with all that is known of it: one that is looked at. */
export type Shot = ReviewList["details"][number];
export type Group = ReviewList["groups"][number];
export type Decision = "approve" | "reject" | "later" | "ignore" | "undo";
export type Progress = ReviewList["progress"];
export type Review = NonNullable<Row["review"]>;

/** What is shown of the list. */
export const SHOWN = ["all", "open", "later", "judged"] as const;
export type Shown = (typeof SHOWN)[number];

/** How a result stands for the person: still to judge, what was decided, or (`passed`, `pending`) nothing to decide. */
export type Standing = "open" | "approved" | "rejected" | "later" | "ignored" | "passed" | "pending";

export function standingOf({ status, review }: Pick<Row, "status" | "review">): Standing {
  if (status === "approved" || status === "pending") return status;
  // A list has it by its link alone, or until it is read again.
  if (status === "passed" && review?.decision !== "ignored") return "passed";
  // One that was ignored and fails again waits again: its time was over when it was compared once more.
  if (review?.decision === "ignored") return status === "passed" ? "ignored" : "open";
  return review && review.decision !== "approved" ? review.decision : "open";
}

/** Nothing more to do about it. What is marked for later is still to judge. */
export const isJudged = (shot: Pick<Row, "status" | "review">): boolean =>
  ["approved", "rejected", "ignored", "passed"].includes(standingOf(shot));

type Decided = Pick<Row, "status" | "review">;

/** It passed, or has no result yet: no button and no key decides anything about it. */
export const hasNothingToDecide = (shot: Decided): boolean => ["passed", "pending"].includes(standingOf(shot));

const isOpen = (shot: Decided): boolean => ["open", "later"].includes(standingOf(shot));

/** Which decisions a result takes as it stands: for the buttons and the keys alike. `note`: a rejection, or another note on it. */
export const mayBe = {
  approve: (shot: Decided) => !["approved", "ignored"].includes(standingOf(shot)) && !hasNothingToDecide(shot),
  reject: isOpen,
  note: (shot: Decided) => isOpen(shot) || standingOf(shot) === "rejected",
  later: (shot: Decided) => standingOf(shot) === "open",
  ignore: (shot: Decided) => isOpen(shot) && shot.status === "failed",
} as const;

/** Whether the decision changes anything of the result. `note`: "" takes a note away. */
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

/** All pages of the answer as one. They come in the order in which results are judged. */
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

/** The newer of two answers, with the runs of both: each names those of its own results. */
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

/** `mode`: by its name, NO_MODE for results without one; "": all. `keep`: the result one looks at. */
type Filter = { text: string; shown: Shown; mode?: string; keep?: string | undefined };

const modeOf = ({ mode }: Pick<Row, "mode">): string => mode ?? NO_MODE;

/** The modes of the results, the one without first. */
export function modesOf(shots: readonly Pick<Row, "mode">[]): string[] {
  const modes = [...new Set(shots.map(modeOf))].sort();
  return modes.includes(NO_MODE) ? [NO_MODE, ...modes.filter((mode) => mode !== NO_MODE)] : modes;
}

/** Groups with the results that match, in the order of the service. `keep`: the result one looks at, which does not vanish under the hand. */
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

/** The result one comes to from `current`: the next or previous of all, or the first of the next or previous group. */
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

/** What is still to judge after `current`, else before it; what is marked for later comes when nothing else is left. */
export function nextOpen(grouped: Grouped, current: string | undefined): string | undefined {
  const all = grouped.flatMap(({ shots }) => shots);
  const at = all.findIndex(({ shotId }) => shotId === current);
  const round = [...all.slice(at + 1), ...all.slice(0, Math.max(0, at))];
  const found = round.find((shot) => standingOf(shot) === "open") ?? round.find((shot) => standingOf(shot) === "later");
  return found?.shotId;
}

/** The results around `current`, the nearest first: what is decoded ahead. */
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

/** Steps that a held key makes while what comes is read. */
const SOON = 12;

/** The results that a held key comes to: of the next groups, then of this one. */
export function soon(grouped: Grouped, current: string | undefined): string[] {
  const group = grouped.findIndex(({ shots }) => shots.some(({ shotId }) => shotId === current));
  const at = grouped[group]?.shots.findIndex(({ shotId }) => shotId === current) ?? -1;
  const groups = grouped.slice(group + 1, group + 1 + SOON).flatMap(({ shots }) => shots[0] ?? []);
  return [...groups, ...(grouped[group]?.shots.slice(at + 1, at + 1 + SOON) ?? [])].map(({ shotId }) => shotId);
}

/** What decisions alone change of the progress; how many changes are left the service counts. */
export function progressOf(
  shots: readonly Pick<Row, "status" | "review">[],
): Omit<Progress, "changes" | "changedScreenshots"> {
  const count = (wanted: Standing) => shots.filter((shot) => standingOf(shot) === wanted).length;
  const [approved, rejected, ignored] = [count("approved"), count("rejected"), count("ignored")];
  const judged = approved + rejected + ignored;
  return { total: shots.length, judged, approved, rejected, later: count("later"), ignored };
}

/** A decision that the service has not answered yet. */
export type Pending = {
  shotId: string;
  decision: Decision;
  review: Review;
  /** Of an undo: the decision that it goes back to. */
  back?: Review | null;
};

/** What the list looks like once decisions will have been kept, before the service says so. */
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

/** Pages that are not read yet count as the service said: only what differs is added. */
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

/** The list as the service answered to a decision. */
export function applyAnswer(review: ReviewList, answer: DecidedList): ReviewList {
  const byId = new Map(answer.results.map((result) => [result.shotId, result]));
  const shots = review.shots.map((shot) => {
    const now = byId.get(shot.shotId)?.now;
    return now ? { ...shot, status: now.status, mark: now.mark, review: now.review } : shot;
  });
  return { ...review, shots, progress: answer.progress };
}

/** The list with some of its results as they are now. */
export function mergeShots(
  review: ReviewList,
  some: Pick<ReviewList, "shots" | "progress" | "run" | "inbox">,
): ReviewList {
  const byId = new Map(some.shots.map((shot) => [shot.shotId, shot]));
  const shots = review.shots.map((shot) => byId.get(shot.shotId) ?? shot);
  const inbox = joinInbox(review.inbox, some.inbox);
  return { ...review, run: some.run, ...(inbox ? { inbox } : {}), progress: some.progress, shots };
}

/** Without what the service has answered: of each result its oldest decision. */
export function withoutAnswered(pending: readonly Pending[], ids: readonly string[]): Pending[] {
  const answered = new Set(ids);
  return pending.filter(({ shotId }) => !answered.delete(shotId));
}

/** Decisions of others that came since: for a word about them. */
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

/** What others decided, a sentence for each person and decision. `what`: words for the results; `who`: for the person. */
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

/** So many decisions of a person can be undone after a reload. */
const MAX_UNDO = 50;
const DECISIONS = { approved: "approve", rejected: "reject", later: "later", ignored: "ignore" } as const;
export type MadeDecision = { decision: Decision; ids: readonly string[]; note: string | null; end?: IgnoreEnd };

/** What a person decided and what still stands, newest first. Results that were decided together have one time. `skipped`: whose undo was refused. */
export function decisionsOf(
  shots: readonly Pick<Row, "shotId" | "review" | "carriedFrom">[],
  person: string,
  skipped: ReadonlySet<string> = new Set(),
): MadeDecision[] {
  const mine = shots.flatMap(({ shotId, review, carriedFrom }) =>
    // One that another run decided is undone there.
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

export type Alternative = NonNullable<Shot["comparedWith"]>["alternatives"][number];

/** The result beside another picture than its baseline. What is known of the difference belongs to the baseline, and is left out. */
export function besideOther(shot: Shot, { picture }: Pick<Alternative, "picture">): Shot {
  return {
    ...shot,
    pictures: { ...shot.pictures, baseline: picture, diff: null },
    sizes: { ...shot.sizes, baseline: null },
    regions: [],
    shifts: [],
  };
}
