// Results of a run and decisions about them: shown immediately, sent one after the other, reverted by `undo`.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { IgnoreEnd } from "../../../../domain/words/ignored.ts";
import { plural } from "../../lib/format.ts";
import { pollInterval, useLiveEvents } from "../../lib/live.ts";
import { useMembers } from "../../lib/members.ts";
import { nameOf as personNamed, readable } from "../../lib/people.ts";
import { useSession } from "../../lib/session.ts";
import { toast } from "../../lib/toast.ts";
import { decidedWords } from "./bundles.ts";
import { createDecisionQueue, type DecisionQueue } from "./decisions.ts";
import { createDetails } from "./details.ts";
import type { ReviewList } from "./lists.ts";
import {
  applyAnswer,
  type Decision,
  decidedByOthers,
  decisionsOf,
  foresee,
  isChange,
  joinPages,
  type MadeDecision,
  mergeShots,
  type Pending,
  type Review,
  type Row,
  sentencesOf,
  withoutAnswered,
} from "./model.ts";
import { createOrder, keepAnswered, keepDecided, newestOf, withRows } from "./reread.ts";
import type { ReviewSource } from "./source.ts";

/** Slightly more than a screenful, so that the first picture does not wait for the whole list. */
const FIRST_PAGE = 60;
const PAGE = 500;
const MAX_PAGES = 20;
const SOON_MS = 300;
/** Maximum number of results that can be requested by id. */
const MAX_NAMED = 100;

/** Reads all pages. `at`: index of the current result. `first`: awaited before the second page. `page`: called with everything read so far. */
async function readPages(
  { source, at, first, signal }: { source: ReviewSource; at: number; first: Promise<void>; signal: AbortSignal },
  page: (review: ReviewList) => void,
): Promise<ReviewList | null> {
  const pages: ReviewList[] = [];
  let cursor: string | null = null;
  do {
    const query = pages.length === 0 ? { limit: FIRST_PAGE, at: at < 0 ? undefined : at } : { limit: PAGE, cursor };
    const answer: ReviewList = await source.read(query, signal);
    pages.push(answer);
    cursor = answer.nextCursor;
    const joined = joinPages(pages);
    if (joined) page(joined);
    if (cursor) await first;
  } while (cursor && pages.length < MAX_PAGES);
  return joinPages(pages) ?? null;
}

type Refused = { shotId: string; sentence: string };

/** `at`: index of the result in the address, or -1. `first`: resolves when the first pictures are on the screen. */
export function useReview(source: ReviewSource, at: number, first: Promise<void>) {
  const client = useQueryClient();
  const members = useMembers();
  const me = useSession().data?.user.email ?? "";
  const { key } = source;
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const [refused, setRefused] = useState<Refused | null>(null);
  const done = useRef<Done[]>([]);
  const undone = useRef<Undone[]>([]);
  /** Closes the message that offers a redo. */
  const closeRedo = useRef(() => {});
  /** Chain of undo requests that query the service, processed one after the other. */
  const asked = useRef<Promise<unknown>>(Promise.resolve());
  /** Results whose undo the service refused; earlier decisions can still be undone. */
  const fixed = useRef(new Set<string>());
  const onTheirWay = useRef(pending);
  onTheirWay.current = pending;
  const [order] = useState(createOrder);
  const read = () => client.getQueryData<ReviewList>(key);
  const [details] = useState(() => createDetails((shots) => source.read({ shots: shots.join(",") }), { first }));

  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const before = read();
      const number = order.next();
      const review = await readPages({ source, at, first, signal }, (some) => {
        details.put({ details: some.details, rules: some.rules });
        if (!before) client.setQueryData(key, withOwn(some, order.newerThan(number)));
      });
      const answered = order.newerThan(number);
      if (before && review) tellOfOthers(decidedByOthers(before, review, me), answered);
      order.note(number, review?.shots ?? []);
      if (answered.size > 0) refresh([...answered]);
      return (review && withOwn(review, answered)) as ReviewList;
    },
    refetchInterval: ({ state }) => pollInterval(state, ({ run }) => ["queued", "running"].includes(run?.status ?? "")),
  });

  /** Returns what was read, plus decisions made here that are missing or outdated in it. */
  const withOwn = (some: ReviewList, answered: ReadonlySet<string>): ReviewList => {
    const now = read();
    if (!now) return some;
    const decided = [...done.current.flatMap(({ ids }) => ids), ...onTheirWay.current.map(({ shotId }) => shotId)];
    // A run always contains all of its results; an inbox does not.
    const whole = source.runId === null ? keepDecided(some, now, new Set([...decided, ...answered])) : some;
    return keepAnswered(whole, now, answered);
  };
  const wordsOf = (shots: readonly Row[]) =>
    sentencesOf(shots, { what: decidedWords, who: (by) => personNamed(by, members) }).join(" ");
  /** `newer`: results of which something newer is known, and was told. */
  const tellOfOthers = (shots: readonly Row[], newer: ReadonlySet<string>) => {
    const some = shots.filter(({ shotId }) => !newer.has(shotId));
    if (some.length > 0) toast.say(wordsOf(some));
  };

  // One queue for the lifetime of the screen, which always calls the newest closures.
  const handlers = useRef<Parameters<typeof createDecisionQueue<Done>>[0]>(null as never);
  handlers.current = {
    markOf: (shotId) => read()?.shots.find((shot) => shot.shotId === shotId)?.mark,
    send: (decision, shots, { note, end }) =>
      source.decide({ decision, shots, ...(note ? { note } : {}), ...(end ? { end } : {}) }),
    answered: (answer, action) => {
      client.setQueryData<ReviewList>(key, (review) => review && applyAnswer(review, answer));
      order.note(order.next(), answer.results);
      const wrong = answer.results.filter(({ ok }) => !ok);
      if (action.decision === "undo") for (const { shotId } of wrong) fixed.current.add(shotId);
      const [first] = wrong;
      if (!first) return;
      const sentence = readable(first.refused ?? "It changed after you opened it.", members);
      setRefused({ shotId: first.shotId, sentence });
      toast.failed(
        new Error(`${REFUSED[action.decision]} ${namesOf([first.shotId])}: ${sentence}${more(wrong.length)}`),
      );
    },
    failed: (error) => toast.failed(error),
    done: (action, kept) => {
      setPending((now) => withoutAnswered(now, action.ids));
      action.ids = [...kept];
      const [first] = kept;
      if (!first) done.current = done.current.filter((one) => one !== action);
      if (action.of && first) {
        undone.current.push({ ...action.of, ids: kept, marks: marksOf(kept) });
        newest.current.offerRedo();
      }
      if (action.decision === "undo" || !first || action.undone) return;
      action.close = toast.say(`${WORD[action.decision]} ${namesOf(kept)}${TAIL[action.decision]}.`, () =>
        newest.current.takeBack(action),
      );
    },
    idle: () => {
      if (late.current) void catchUp();
    },
  };
  const marksOf = (ids: readonly string[]) => new Map(ids.map((id) => [id, handlers.current.markOf(id)]));
  const namesOf = (ids: readonly string[]): string => {
    const what = new Set(ids);
    return decidedWords((read()?.shots ?? []).filter(({ shotId }) => what.has(shotId)));
  };
  const queue = useRef<DecisionQueue<Done>>(null as never);
  queue.current ??= createDecisionQueue<Done>({
    markOf: (id) => handlers.current.markOf(id),
    send: (...told) => handlers.current.send(...told),
    answered: (...told) => handlers.current.answered(...told),
    failed: (...told) => handlers.current.failed(...told),
    done: (...told) => handlers.current.done(...told),
    idle: () => handlers.current.idle(),
  });

  // Decisions of others arrive as events. The affected results are read once shortly afterwards, but not between this person's decisions.
  const late = useRef<{ all: boolean; ids: Set<string> } | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const catchUp = async () => {
    const what = late.current;
    if (queue.current.busy || !what) return;
    late.current = null;
    const before = read();
    if (what.all || what.ids.size > MAX_NAMED || !before) {
      details.expire();
      return void client.invalidateQueries({ queryKey: key });
    }
    try {
      const number = order.next();
      const some = await source.read({ shots: [...what.ids].join(",") });
      const newer = order.newerThan(number);
      order.note(number, some.shots);
      tellOfOthers(decidedByOthers(before, some, me), newer);
      details.put(some);
      client.setQueryData<ReviewList>(key, (now) => now && mergeShots(now, keepAnswered(some, now, newer)));
    } catch {
      void client.invalidateQueries({ queryKey: key });
    }
  };
  const refresh = (ids?: readonly string[]) => {
    late.current ??= { all: false, ids: new Set() };
    if (ids) for (const id of ids) late.current.ids.add(id);
    else late.current.all = true;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void catchUp(), SOON_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveEvents(({ type, data }) => {
    // The stream covers the whole project, and so does the inbox.
    if (source.runId !== null && data.id !== source.runId) return;
    const fact = (data.data ?? {}) as LiveFact;
    // A decision about a run also sends a `review` event that names the results; the others are unchanged.
    const isNamed = fact.reviewed && source.runId !== null && fact.status === read()?.run?.status;
    if (type === "run" && !isNamed && !["queued", "running"].includes(fact.status ?? "")) refresh();
    // If more than a hundred results changed, the event names only some of them.
    if (type === "review") refresh(fact.shots && fact.shots.length === fact.count ? fact.shots : undefined);
  });

  const review = useMemo(() => query.data && foresee(query.data, pending), [query.data, pending]);

  /** Resolves once the service has responded; null if nothing was decided. */
  const decide = (
    decision: Decision,
    ids: readonly string[],
    note?: string,
    { undoing, end }: Beside = {},
  ): Promise<void> | null => {
    const list = read();
    if (!list || ids.length === 0) return null;
    const review = foresee(list, onTheirWay.current);
    const known = new Map(review.shots.map((shot) => [shot.shotId, shot]));
    const wanted = ids.filter((id) => {
      const shot = known.get(id);
      return shot !== undefined && isChange(decision, shot, note);
    });
    if (wanted.length === 0) return null;
    const before = new Map(wanted.map((id) => [id, known.get(id)?.review ?? null]));
    const action: Done = { decision, ids: wanted, before };
    if (note !== undefined) action.note = note;
    if (end) action.end = end;
    if (undoing) action.of = undoing.of;
    const answered = queue.current.add(action);
    if (!answered) return null;
    const at = new Date().toISOString();
    const said = { decision: "later", note: note || null, by: me, at } as const;
    setRefused(null);
    setPending((now) => [
      ...now,
      ...wanted.map((shotId) => ({ shotId, decision, review: said, back: undoing?.before?.get(shotId) ?? null })),
    ]);
    if (decision !== "undo") {
      done.current.push(action);
      undone.current = [];
      closeRedo.current();
    }
    return answered;
  };

  const takeBack = (action: Done): readonly string[] => {
    const meant = new Set(action.ids);
    // A decision that somebody else has made since must not be undone by this person.
    const own = review?.shots.filter((shot) => meant.has(shot.shotId) && shot.review?.by === me) ?? [];
    const ids = own.filter((shot) => isChange("undo", shot)).map(({ shotId }) => shotId);
    const of = {
      decision: action.decision,
      ids,
      note: action.note ?? null,
      ...(action.end ? { end: action.end } : {}),
    };
    if (ids.length > 0 && !decide("undo", ids, undefined, { undoing: { of, before: action.before } })) return [];
    if (ids.length === 0) toast.say("Nothing to undo: these results changed after your decision.");
    done.current = done.current.filter((one) => one !== action);
    action.undone = true;
    action.close?.();
    return ids;
  };
  /** For an inbox: finds the person's newest decision made before this screen, on any screen, and adds its results to the list. */
  const bringBack = async (): Promise<{ last?: MadeDecision; missing: boolean }> => {
    const skipped = new Set([...fixed.current, ...onTheirWay.current.map(({ shotId }) => shotId)]);
    let own = await source.own?.();
    for (; own?.at; own = await source.own?.(own.at)) {
      const ids = own.shots.filter((id) => !skipped.has(id));
      const number = order.next();
      const all: Row[] = [];
      for (let at = 0; at < ids.length; at += MAX_NAMED)
        all.push(...(await source.read({ shots: ids.slice(at, at + MAX_NAMED).join(",") })).shots);
      const rows = newestOf(all, read()?.shots ?? [], order.newerThan(number));
      const [last] = decisionsOf(rows, me, skipped);
      if (!last) continue;
      order.note(number, rows);
      const listed = new Set(read()?.shots.map(({ shotId }) => shotId));
      client.setQueryData<ReviewList>(
        key,
        (list) => list && withRows(mergeShots(list, { ...list, shots: rows }), rows),
      );
      return { last, missing: ids.some((id) => !listed.has(id)) };
    }
    return { missing: false };
  };

  const undoEarlier = async (current: string | undefined): Promise<string | undefined> => {
    const listed = () => ({ last: decisionsOf(review?.shots ?? [], me, fixed.current)[0], missing: false });
    const { last, missing } = source.own ? await bringBack() : listed();
    if (!last) return undoCurrent(current);
    const answered = newest.current.decide("undo", last.ids, undefined, { undoing: { of: last } });
    // Rereads the list, because the service assigns the restored result to a group.
    if (missing) void answered?.then(() => refresh());
    return answered ? last.ids[0] : undefined;
  };

  const undoCurrent = (current: string | undefined): string | undefined => {
    const shot = review?.shots.find(({ shotId }) => shotId === current);
    if (!shot || !isChange("undo", shot)) return current;
    const undoShot = () => newest.current.decide("undo", [shot.shotId]);
    // A decision by somebody else needs a separate press, on a message that names the person.
    if (shot.review && shot.review.by !== me) toast.say(wordsOf([shot]), undoShot);
    else undoShot();
    return current;
  };

  /**
   * Undoes the person's last decision, including one made before a reload, or else offers to undo the one about `current`. Returns the id
   * of the affected result.
   */
  const undo = async (current: string | undefined): Promise<string | undefined> => {
    const newestAction = done.current.at(-1);
    if (newestAction) return takeBack(newestAction)[0];
    const answer = asked.current.then(() => newest.current.undoEarlier(current));
    asked.current = answer.catch(toast.failed);
    return answer.catch(() => undefined);
  };

  /**
   * Repeats the last undone decision, unless something else was decided since, and returns the id of the affected result. Results that
   * changed after the undo are skipped, because somebody else decided them or they show a different difference.
   */
  const redo = (): string | undefined => {
    const rest = undone.current.slice(0, -1);
    const last = undone.current.at(-1);
    const ids = last?.ids.filter((id) => handlers.current.markOf(id) === last.marks.get(id)) ?? [];
    if (
      !last ||
      (ids.length > 0 && !decide(last.decision, ids, last.note ?? undefined, last.end ? { end: last.end } : {}))
    )
      return undefined;
    if (ids.length === 0) toast.say("Nothing to redo: these results changed after your undo.");
    undone.current = rest;
    offerRedo();
    return ids[0];
  };
  /** Offers redo as a button, because a phone has no key for it. */
  const offerRedo = () => {
    closeRedo.current();
    const last = undone.current.at(-1);
    if (!last) return;
    // While a decision is in progress a press does nothing, so the offer must stay.
    const again = () => newest.current.redo() ?? newest.current.offerRedo();
    closeRedo.current = toast.say(`Undone: ${namesOf(last.ids)}.`, again, undefined, "Redo");
  };
  const newest = useRef({ takeBack, decide, undoEarlier, redo, offerRedo });
  newest.current = { takeBack, decide, undoEarlier, redo, offerRedo };

  return { query, review, details, decide, undo, redo, refused, refresh, saving: pending.length > 0 };
}

const REFUSED: Record<Decision, string> = {
  approve: "Not approved:",
  reject: "Not rejected:",
  later: "Not marked:",
  ignore: "Not ignored:",
  undo: "Not undone:",
};
const WORD = { approve: "Approved", reject: "Rejected", later: "Marked", ignore: "Ignored" } as const;
const TAIL = { approve: "", reject: "", later: " for later", ignore: "" } as const;
const more = (count: number): string => (count > 1 ? ` The same applies to ${plural(count - 1, "other")}.` : "");

/** `undoing`: the decision that an undo reverts. `end`: when an ignored change is shown again. */
type Beside = { undoing?: { of: MadeDecision; before?: Done["before"] }; end?: IgnoreEnd };

/** A decision, and what undoing it restores. */
type Done = {
  decision: Decision;
  ids: readonly string[];
  note?: string;
  end?: IgnoreEnd;
  before: ReadonlyMap<string, Review | null>;
  undone?: true;
  /** For an undo: the decision that is undone. */
  of?: MadeDecision;
  /** Closes its message. */
  close?: () => void;
};

/** `marks`: marks of the results after the undo. */
type Undone = MadeDecision & { marks: ReadonlyMap<string, string | undefined> };

/** `reviewed`: whether the event was caused by a decision about a run. */
type LiveFact = { status?: string; reviewed?: boolean; shots?: string[]; count?: number };
