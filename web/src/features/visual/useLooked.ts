// Which result is looked at, what is listed beside it, and what is read ahead.
import { useCallback, useEffect, useMemo, useReducer, useRef } from "react";
import { shotIdOf } from "../../../../domain/shotIds.ts";
import { bundleOf } from "./bundles.ts";
import type { Details } from "./details.ts";
import type { ReviewList } from "./lists.ts";
import { filterGroups, modesOf, neighbours, nextOpen, type Row, type Shot, soon } from "./model.ts";
import type { Look } from "./useLook.ts";

const NO_RULES: ReviewList["rules"] = [];

/** A result of which only its row of the list is known yet. */
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

/** `runId`: of the run that is reviewed; null: of an inbox. */
export function useLooked(
  review: ReviewList | undefined,
  details: Details,
  runId: string | null,
  [look, setLook]: [Look, (change: Partial<Look>) => void],
) {
  const [, heard] = useReducer((count: number) => count + 1, 0);
  useEffect(() => details.watch(heard), [details]);
  const rows = useMemo(() => new Map(review?.shots.map((row) => [row.shotId, row])), [review?.shots]);
  const byIndex = useMemo(() => new Map(review?.shots.map((row) => [row.index, row])), [review?.shots]);
  // A result that the address names may be on a page of the list that has not come yet.
  const named = byIndex.get(look.shot) ?? (look.shot < 0 ? undefined : details.at(look.shot));
  // Or in no list, because it passed: of a run it is shown all the same. Another one in its place would be decided by mistake.
  const unlisted = look.shot >= 0 && review && runId !== null ? shotIdOf(runId, look.shot) : undefined;
  const chosen = named?.shotId ?? unlisted;
  const isGone = look.shot >= 0 && review !== undefined && chosen === undefined;
  // Without a filter nothing vanishes: the list then stays the same from step to step.
  const isWhole = look.q === "" && look.show === "all" && look.in === "";
  const kept = isWhole ? undefined : chosen;
  const modes = useMemo(() => modesOf(review?.shots ?? []), [review?.shots]);
  const grouped = useMemo(
    () => (review ? filterGroups(review, { text: look.q, shown: look.show, mode: look.in, keep: kept }) : []),
    [review, look.q, look.show, look.in, kept],
  );
  // Where nothing is chosen it stays at what it began with: what others decide must not move a result away under the hand.
  const began = useRef<string | undefined>(undefined);
  const isListed = grouped.some(({ shots }) => shots.some(({ shotId }) => shotId === began.current));
  // The first that is still to judge comes with the first page of the list, even where its own row comes later.
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
      // A tiny difference opens enlarged, whatever was chosen before, and what comes after it does not.
      setLook(shot?.kind === "tiny" || kind === "tiny" ? { shot: index, zoom: null } : { shot: index });
    },
    [rows, details, setLook, shot?.kind],
  );
  return {
    modes,
    grouped,
    current,
    shot,
    /** The address names a result that is not in the list. */
    isGone,
    open,
    isKnown: known !== undefined,
    failure: known ? null : details.failed(current),
    rules: known?.rules ?? NO_RULES,
    /** The neighbours of which enough is known to read their pictures. */
    ahead: near.flatMap(({ shotId }) => details.get(shotId)?.shot ?? []),
    members,
    bundle: useMemo(() => bundleOf(grouped, current), [grouped, current]),
    choose,
  };
}
