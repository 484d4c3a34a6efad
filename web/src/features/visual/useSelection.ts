// Determines the current result, the list beside it, and what is read ahead.
import { useCallback, useEffect, useMemo, useReducer, useRef } from "react";
import { shotIdOf } from "../../../../domain/shotIds.ts";
import { bundleOf } from "./bundles.ts";
import type { Details } from "./details.ts";
import type { ReviewList } from "./lists.ts";
import { filterGroups, modesOf, neighbours, nextOpen, type Row, type Shot, soon } from "./model.ts";
import type { ReviewView } from "./useReviewView.ts";

const NO_RULES: ReviewList["rules"] = [];

/** A result of which only the list row is known. */
const bare = (row: Row): Shot => ({
  ...row,
  scenarioId: "",
  flaky: false,
  attempts: 0,
  mismatchPercent: null,
  changedPixels: null,
  threshold: 0,
  reasons: [],
  changes: [],
  changeCount: 0,
  regions: [],
  regionCount: 0,
  shifts: [],
  sizes: { baseline: null, test: null },
  pictures: { baseline: null, test: null, diff: null, map: null, firstTest: null },
  traceViewer: null,
  comparedWith: null,
  baselineMoved: false,
  decidedAt: null,
});

/** `runId`: the reviewed run, or null for an inbox. */
export function useSelection(
  review: ReviewList | undefined,
  details: Details,
  runId: string | null,
  [view, setView]: [ReviewView, (change: Partial<ReviewView>) => void],
) {
  const [, heard] = useReducer((count: number) => count + 1, 0);
  useEffect(() => details.watch(heard), [details]);
  const rows = useMemo(() => new Map(review?.shots.map((row) => [row.shotId, row])), [review?.shots]);
  const byIndex = useMemo(() => new Map(review?.shots.map((row) => [row.index, row])), [review?.shots]);
  // The result in the address may be on a page of the list that has not loaded yet.
  const named = byIndex.get(view.shot) ?? (view.shot < 0 ? undefined : details.at(view.shot));
  // Or it passed and is not in the list: in a run it is shown anyway, because showing another one would lead to a wrong decision.
  const unlisted = view.shot >= 0 && review && runId !== null ? shotIdOf(runId, view.shot) : undefined;
  const chosen = named?.shotId ?? unlisted;
  const isGone = view.shot >= 0 && review !== undefined && chosen === undefined;
  // Without a filter no result disappears, so the list stays the same from step to step.
  const isWhole = view.q === "" && view.show === "all" && view.in === "";
  const kept = isWhole ? undefined : chosen;
  const modes = useMemo(() => modesOf(review?.shots ?? []), [review?.shots]);
  const grouped = useMemo(
    () => (review ? filterGroups(review, { text: view.q, shown: view.show, mode: view.in, keep: kept }) : []),
    [review, view.q, view.show, view.in, kept],
  );
  // Without a selection, the initial result stays current, so that decisions of others do not replace it while it is being viewed.
  const began = useRef<string | undefined>(undefined);
  const isListed = grouped.some(({ shots }) => shots.some(({ shotId }) => shotId === began.current));
  // The first open result arrives in the details of the first page, even if its row comes on a later page.
  const first = isWhole && began.current === undefined ? review?.details[0]?.shotId : began.current;
  const isComing = isWhole && review?.nextCursor !== null && details.get(first) !== undefined;
  const stays = began.current === undefined || isListed || isComing ? first : undefined;
  const open = nextOpen(grouped, undefined);
  const current = isGone ? undefined : (chosen ?? stays ?? open ?? grouped[0]?.shots[0]?.shotId);
  began.current = current;

  const row = rows.get(current ?? "");
  const known = details.get(current);
  const shot = useMemo(() => (known ? { ...known.shot, ...row } : row && bare(row)), [known, row]);
  const near = useMemo(() => neighbours(grouped, current), [grouped, current]);
  const coming = useMemo(() => soon(grouped, current), [grouped, current]);
  useEffect(() => {
    if (current) details.want([...new Set([current, ...near.map(({ shotId }) => shotId), ...coming])]);
  }, [details, current, near, coming]);

  const members = grouped.find(({ shots }) => shots.some(({ shotId }) => shotId === current));
  const choose = useCallback(
    (shotId: string | undefined) => {
      const next = rows.get(shotId ?? "") ?? details.get(shotId)?.shot;
      if (!next) return;
      const { index, kind } = next;
      // A tiny difference opens enlarged regardless of the previous zoom, and the next result does not keep that zoom.
      setView(shot?.kind === "tiny" || kind === "tiny" ? { shot: index, zoom: null } : { shot: index });
    },
    [rows, details, setView, shot?.kind],
  );
  return {
    modes,
    grouped,
    current,
    shot,
    /** Whether the address names a result that is not in the list. */
    isGone,
    open,
    isKnown: known !== undefined,
    failure: known ? null : details.failed(current),
    rules: known?.rules ?? NO_RULES,
    /** Neighbours whose details are known, so that their pictures can be loaded. */
    ahead: near.flatMap(({ shotId }) => details.get(shotId)?.shot ?? []),
    members,
    bundle: useMemo(() => bundleOf(grouped, current), [grouped, current]),
    choose,
  };
}
