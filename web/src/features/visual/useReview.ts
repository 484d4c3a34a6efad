// The results of a run, and decisions about them: shown at once, sent one call after the other, taken back by `undo`.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import type { AppDecided, AppReview } from "../../../../api/endpoints/answers/app/review.ts";
import { useToast } from "../../components/Toast.tsx";
import { get, post } from "../../lib/api.ts";
import { formatExact, plural } from "../../lib/format.ts";
import { pollInterval, useLiveEvents } from "../../lib/live.ts";
import { useSession } from "../../lib/session.ts";
import { createDecisionQueue, type DecisionQueue } from "./decisions.ts";
import {
  applyAnswer,
  type Decision,
  decidedByOthers,
  foresee,
  joinPages,
  type Pending,
  standingOf,
  withoutAnswered,
} from "./model.ts";

/** Pages of 500 results. */
const MOST_PAGES = 20;
const SOON_MS = 300;

const reviewKey = (runId: string) => ["pictures of a run", runId] as const;

async function readPages(
  runId: string,
  signal: AbortSignal,
  first: (review: AppReview) => void,
): Promise<AppReview | null> {
  const pages: AppReview[] = [];
  let cursor: string | null = null;
  do {
    const page: AppReview = await get<AppReview>(`/api/app/runs/${encodeURIComponent(runId)}/review`, {
      query: { cursor },
      signal,
    });
    pages.push(page);
    cursor = page.nextCursor;
    if (pages.length === 1 && cursor) first(page);
  } while (cursor && pages.length < MOST_PAGES);
  return joinPages(pages) ?? null;
}

/** Times inside a sentence of the service, as the person reads them. */
export const readable = (sentence: string): string =>
  sentence.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, (time) => formatExact(time));

type Refused = { shotId: string; sentence: string };

export function useReview(runId: string) {
  const client = useQueryClient();
  const toast = useToast();
  const me = useSession().data?.user.email ?? "";
  const key = reviewKey(runId);
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const [refused, setRefused] = useState<Refused | null>(null);
  const done = useRef<{ ids: string[]; decision: Decision }[]>([]);
  const read = () => client.getQueryData<AppReview>(key);

  const query = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const before = read();
      const review = await readPages(runId, signal, (first) => {
        if (!before) client.setQueryData(key, first);
      });
      if (before && review) tellOfOthers(decidedByOthers(before, review, me));
      return review as AppReview;
    },
    refetchInterval: ({ state }) => pollInterval(["queued", "running"].includes(state.data?.run.status ?? "completed")),
  });

  const tellOfOthers = (shots: ReturnType<typeof decidedByOthers>) => {
    const [first] = shots;
    if (!first?.review) return;
    const what = shots.length === 1 ? `“${first.scenarioLabel}” on ${first.viewport}` : plural(shots.length, "result");
    const verb = { approved: "approved", rejected: "rejected", later: "marked" }[first.review.decision];
    toast.say(`${first.review.by} ${verb} ${what}.`);
  };

  // One queue for as long as the screen is open; what it calls is always the newest closure.
  const handlers = useRef<Parameters<typeof createDecisionQueue>[0]>(null as never);
  handlers.current = {
    markOf: (shotId) => read()?.shots.find((shot) => shot.shotId === shotId)?.mark,
    send: (decision, shots, note) =>
      post<AppDecided>(`/api/app/runs/${encodeURIComponent(runId)}/review`, {
        decision,
        shots,
        ...(note ? { note } : {}),
      }),
    answered: (answer, decision) => {
      client.setQueryData<AppReview>(key, (review) => review && applyAnswer(review, answer));
      settle(answer.results.map(({ shotId }) => shotId));
      const wrong = answer.results.filter(({ ok }) => !ok);
      const [first] = wrong;
      if (!first) return;
      const ids = new Set(wrong.map(({ shotId }) => shotId));
      done.current = done.current.map((deed) => ({ ...deed, ids: deed.ids.filter((id) => !ids.has(id)) }));
      const sentence = readable(first.refused ?? "It has changed since you looked at it.");
      setRefused({ shotId: first.shotId, sentence });
      const label = read()?.shots.find(({ shotId }) => shotId === first.shotId)?.scenarioLabel ?? "";
      toast.failed(new Error(`${REFUSED[decision]} “${label}”: ${sentence}${more(wrong.length)}`));
    },
    failed: (error, ids) => {
      settle(ids);
      toast.failed(error);
    },
    idle: () => {
      if (late.current) refresh();
    },
  };
  const settle = (ids: readonly string[]) => setPending((now) => withoutAnswered(now, ids));
  const queue = useRef<DecisionQueue>(null as never);
  queue.current ??= createDecisionQueue({
    markOf: (id) => handlers.current.markOf(id),
    send: (...told) => handlers.current.send(...told),
    answered: (...told) => handlers.current.answered(...told),
    failed: (...told) => handlers.current.failed(...told),
    idle: () => handlers.current.idle(),
  });

  // What others do comes as events: one reading soon after them, and none between our own decisions.
  const late = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const refresh = () => {
    clearTimeout(timer.current);
    late.current = true;
    timer.current = setTimeout(() => {
      if (queue.current.busy) return;
      late.current = false;
      void client.invalidateQueries({ queryKey: key });
    }, SOON_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveEvents(({ type, data }) => {
    if (type === "run" ? data.id === runId : type === "review" && ofRun(data, runId)) refresh();
  });

  const review = useMemo(() => query.data && foresee(query.data, pending), [query.data, pending]);

  const decide = (decision: Decision, ids: readonly string[], note?: string): void => {
    if (!review || ids.length === 0) return;
    const known = new Map(review.shots.map((shot) => [shot.shotId, shot]));
    const wanted = ids.filter((id) => {
      const shot = known.get(id);
      if (!shot) return false;
      const standing = standingOf(shot);
      if (decision === "approve") return standing !== "approved";
      if (decision === "undo") return standing !== "open";
      return standing !== "approved" && (standing !== (decision === "reject" ? "rejected" : "later") || note);
    });
    if (wanted.length === 0) return;
    const at = new Date().toISOString();
    const said = { decision: "later", note: note ?? null, by: me, at } as const;
    setRefused(null);
    setPending((now) => [...now, ...wanted.map((shotId) => ({ shotId, decision, review: said }))]);
    if (decision !== "undo") done.current.push({ ids: wanted, decision });
    queue.current.add(decision, wanted, note);
    if (wanted.length > 1 && decision !== "undo")
      toast.say(`${WORD[decision]} ${plural(wanted.length, "result")}.`, () => decide("undo", wanted));
  };

  /** Takes the last decision back, or the one about `current`; the result that it was about. */
  const undo = (current: string | undefined): string | undefined => {
    for (let deed = done.current.pop(); deed; deed = done.current.pop()) {
      const ids = deed.ids.filter((id) =>
        review?.shots.some((shot) => shot.shotId === id && standingOf(shot) !== "open"),
      );
      if (ids.length === 0) continue;
      decide("undo", ids);
      return ids[0];
    }
    if (current) decide("undo", [current]);
    return current;
  };

  return { query, review, decide, undo, refused, refresh, saving: pending.length > 0 };
}

const REFUSED: Record<Decision, string> = {
  approve: "Not approved:",
  reject: "Not rejected:",
  later: "Not marked:",
  undo: "Not taken back:",
};
const WORD: Record<Exclude<Decision, "undo">, string> = { approve: "Approved", reject: "Rejected", later: "Marked" };
const more = (count: number): string => (count > 1 ? ` The same holds for ${plural(count - 1, "other")}.` : "");

const ofRun = (data: Record<string, unknown>, runId: string): boolean =>
  [data.id, data.runId].some((id) => typeof id === "string" && (id === runId || id.startsWith(`${runId}-`)));
