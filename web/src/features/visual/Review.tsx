// The visual review of a run: the list, the picture, the panel; everything by keys.
import { memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../../components/Button.tsx";
import { ButtonLink } from "../../components/Links.tsx";
import { EmptyState, ErrorState } from "../../components/States.tsx";
import { useToast } from "../../components/Toast.tsx";
import { paths } from "../../lib/paths.ts";
import { useMay } from "../../lib/session.ts";
import { useParam, useProjectSlug } from "../../lib/urlState.ts";
import { Actions } from "./Actions.tsx";
import { Canvas, usePictures } from "./Canvas.tsx";
import { Filters } from "./Filters.tsx";
import { Head } from "./Head.tsx";
import { List } from "./List.tsx";
import { type Alternative, besideOther, filterGroups, modesOf, neighbours, nextOpen, step } from "./model.ts";
import { NoteDialog } from "./NoteDialog.tsx";
import { Panel } from "./Panel.tsx";
import styles from "./Review.module.css";
import { RuleMaker } from "./RuleMaker.tsx";
import { Side } from "./Side.tsx";
import type { Stage } from "./stage.ts";
import { Toolbar } from "./Toolbar.tsx";
import { useDiscussion } from "./threads/useDiscussion.tsx";
import { useLook, zoomText } from "./useLook.ts";
import { useReview } from "./useReview.ts";
import { type ReviewActions, useReviewCommands } from "./useReviewCommands.ts";
import { type Box, otherZoom, usualZoom, type Zoom } from "./view.ts";
import { Waiting } from "./Waiting.tsx";

export function Screen() {
  const runId = useParam("runId");
  // Another run is another review: nothing is carried over.
  return <Review key={runId} runId={runId} />;
}

const MemoToolbar = memo(Toolbar);
const MemoPanel = memo(Panel);
const NO_BOXES: readonly Box[] = [];
const ALTERNATIVE_WORDS: Record<Alternative["what"], string> = { main_now: "Main now", branch_point: "Branch point" };

function Review({ runId }: { runId: string }) {
  const project = useProjectSlug();
  const toast = useToast();
  const may = useMay();
  const store = usePictures();
  const stage = useRef<Stage | null>(null);
  const filter = useRef<HTMLInputElement>(null);
  const { query, review, decide, undo, redo, refused, refresh, saving } = useReview(runId);
  const [look, setLook] = useLook();
  const [region, setRegion] = useState<number | null>(null);
  const [showRegions, setShowRegions] = useState(true);
  const [rule, setRule] = useState<{ first: string; drawn: Box | null } | null>(null);
  const [ruled, setRuled] = useState(NO_BOXES);
  const [noting, setNoting] = useState(false);
  const [other, setOther] = useState<Alternative["what"] | null>(null);
  const [sheet, setSheet] = useState<"list" | "panel" | null>(null);

  const chosen = review?.shots.find(({ index }) => index === look.shot)?.shotId;
  // Without a filter nothing vanishes: the list then stays the same from step to step.
  const kept = look.q === "" && look.show === "all" && look.in === "" ? undefined : chosen;
  const modes = useMemo(() => modesOf(review?.shots ?? []), [review?.shots]);
  const grouped = useMemo(
    () => (review ? filterGroups(review, { text: look.q, shown: look.show, mode: look.in, keep: kept }) : []),
    [review, look.q, look.show, look.in, kept],
  );
  // Where nothing is chosen it stays at what it began with: what others decide must not move a result away under the hand.
  const began = useRef<string | undefined>(undefined);
  const isListed = grouped.some(({ shots }) => shots.some(({ shotId }) => shotId === began.current));
  const current =
    chosen ?? (isListed ? began.current : undefined) ?? nextOpen(grouped, undefined) ?? grouped[0]?.shots[0]?.shotId;
  began.current = current;
  const shot = review?.shots.find(({ shotId }) => shotId === current);
  const onWrite = useCallback(() => setSheet("panel"), []);
  const discussion = useDiscussion({ project, runId, shot, region, stage, mayWrite: may.write, onWrite });
  const ahead = useMemo(() => neighbours(grouped, current), [grouped, current]);
  const members = grouped.find(({ shots }) => shots.some(({ shotId }) => shotId === current))?.shots ?? [];

  const isTiny = shot?.kind === "tiny";
  const zoom = look.zoom ?? usualZoom(isTiny);

  const choose = useCallback(
    (shotId: string | undefined) => {
      const next = review?.shots.find((one) => one.shotId === shotId);
      if (!next) return;
      const { index: shot, kind } = next;
      // A tiny difference opens enlarged, whatever was chosen before, and what comes after it does not.
      setLook(isTiny || kind === "tiny" ? { shot, zoom: null } : { shot });
    },
    [review?.shots, setLook, isTiny],
  );
  // What belongs to one result ends with it.
  useEffect(() => {
    setRegion(null);
    setRule(null);
    setNoting(false);
    setOther(null);
  }, [current]);

  const judge = (decision: "approve" | "reject" | "later", ids: readonly string[], note?: string) => {
    if (!may.write) return toast.failed(new Error("View only. Ask an administrator for editor access."));
    const answered = decide(decision, ids, note);
    if (!answered) return;
    const left = new Set(ids);
    const rest = grouped.map((one) => ({
      ...one,
      shots: one.shots.filter((x) => x.shotId === current || !left.has(x.shotId)),
    }));
    choose(nextOpen(rest, current));
    return answered;
  };
  const alternative = shot?.comparedWith?.alternatives.find(({ what, picture }) => what === other && picture !== null);
  // There is no difference picture for another one.
  const mode = alternative && look.mode === "diff" ? "slider" : look.mode;
  const actions = useStable<ReviewActions>({
    move: (by, what) => choose(step(grouped, current, by, what)),
    approve: () => current && judge("approve", [current]),
    approveGroup: () =>
      judge(
        "approve",
        members.map(({ shotId }) => shotId),
      ),
    reject: () => current && judge("reject", [current]),
    note: () => current && setNoting(true),
    later: () => current && judge("later", [current]),
    undo: () => may.write && choose(undo(current)),
    redo: () => may.write && choose(redo()),
    mode: (mode) => setLook({ mode }),
    zoom: () => setLook({ zoom: otherZoom(look.zoom, isTiny) }),
    zoomBy: (factor) => stage.current?.zoomBy(factor),
    scroll: (dx, dy) => stage.current?.scroll(dx, dy),
    part: (by) => stage.current?.setPart(stage.current.partNow + by),
    region: (by) => {
      const count = shot?.regions.length ?? 0;
      if (count > 0) setRegion((now) => (now === null ? (by > 0 ? 0 : count - 1) : (now + by + count) % count));
    },
    outlines: () => setShowRegions((now) => !now),
    rule: () => {
      if (!shot || !may.write) return;
      if (look.mode === "baseline" || look.mode === "diff" || look.mode === "slider") setLook({ mode: "new" });
      setRule({ first: shot.regions[region ?? 0]?.selector ?? "", drawn: null });
      setSheet("panel");
    },
    filter: () => {
      setSheet("list");
      requestAnimationFrame(() => filter.current?.focus());
    },
    copy: () => void copyLink(look, shot?.index).then(() => toast.say("The link is copied."), toast.failed),
  });
  useReviewCommands({ actions, mayWrite: may.write });

  // A page that is left takes what is still on its way with it.
  useEffect(() => {
    if (!saving) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [saving]);

  if (query.isError && !review) return <ErrorState error={query.error} title="This review could not be read" />;
  if (!review) return <Waiting />;

  return (
    <div className={styles.screen} data-sheet={sheet ?? undefined} data-saving={saving || undefined}>
      <Head project={project} review={review} onList={() => setSheet("list")} onPanel={() => setSheet("panel")} />
      <Side which="list" label="Results" open={sheet === "list"} onClose={() => setSheet(null)}>
        <Filters look={look} onLook={setLook} modes={modes} input={filter} />
        {grouped.length > 0 ? (
          <List grouped={grouped} current={current} onChoose={choose} />
        ) : (
          <p className={styles.nothing}>
            {review.shots.length === 0 ? "Nothing to review." : "Nothing matches the filter."}
          </p>
        )}
      </Side>
      {shot ? (
        <>
          <section className={styles.middle} aria-label="Screenshot">
            <MemoToolbar
              shot={shot}
              mode={mode}
              zoom={zoom}
              region={region}
              showRegions={showRegions}
              onMode={actions.mode}
              onZoom={actions.zoom}
              onRegion={actions.region}
              onRegions={actions.outlines}
              onCopy={actions.copy}
            />
            {alternative && (
              <p className={styles.other} role="status">
                {alternative.sentence} Not the baseline.{" "}
                <Button size="small" onClick={() => setOther(null)}>
                  Show the baseline
                </Button>
              </p>
            )}
            <Canvas
              store={store}
              shot={alternative ? besideOther(shot, alternative) : shot}
              old={alternative ? ALTERNATIVE_WORDS[alternative.what] : "Baseline"}
              ahead={ahead}
              mode={mode}
              zoom={zoom}
              enlarged={isTiny && look.zoom === null}
              region={region}
              showRegions={showRegions && !rule}
              drawing={rule !== null}
              ruled={rule ? ruled : NO_BOXES}
              pins={discussion.pins}
              stageRef={stage}
              onZoom={(zoom: Zoom) => setLook({ zoom })}
              onDrew={(drawn) => setRule((now) => now && { ...now, drawn })}
              onSwipe={(way) => (way === "right" ? actions.approve() : actions.reject())}
            />
            <Actions shot={shot} group={members.length} mayWrite={may.write} saving={saving} actions={actions} />
          </section>
          <Side which="panel" label="Details" open={sheet === "panel"} onClose={() => setSheet(null)}>
            <div className={styles.panel} role="region" aria-label="Details of the result" tabIndex={-1}>
              {rule ? (
                <RuleMaker
                  project={project}
                  runId={runId}
                  shot={shot}
                  first={rule.first}
                  drawn={rule.drawn}
                  onRuled={setRuled}
                  onClose={() => setRule(null)}
                  onKept={() => refresh()}
                />
              ) : (
                <MemoPanel
                  project={project}
                  shot={shot}
                  rules={review.rules}
                  region={region}
                  refused={refused?.shotId === shot.shotId ? refused.sentence : null}
                  mayWrite={may.write}
                  other={alternative?.what ?? null}
                  onOther={setOther}
                  onRegion={setRegion}
                  onRule={actions.rule}
                  onNote={actions.note}
                  comments={discussion.comments}
                />
              )}
            </div>
          </Side>
          <NoteDialog
            open={noting}
            shot={shot}
            busy={saving}
            onClose={() => setNoting(false)}
            onNote={(note) => judge("reject", [shot.shotId], note)}
          />
        </>
      ) : (
        <EmptyState title="Nothing to review" text={review.run.sentence}>
          <ButtonLink to={paths.run(project, runId)}>To the run</ButtonLink>
        </EmptyState>
      )}
    </div>
  );
}

/** The same functions from one drawing to the next, each running its newest self: what gets them is not drawn anew. */
function useStable<T extends object>(actions: T): T {
  const newest = useRef(actions);
  newest.current = actions;
  const [stable] = useState(() => {
    const names = Object.keys(actions) as (keyof T)[];
    const call = (name: keyof T) => [name, (...told: unknown[]) => (newest.current[name] as Action)(...told)] as const;
    return Object.fromEntries(names.map(call)) as T;
  });
  return stable;
}
type Action = (...told: unknown[]) => unknown;

/** The address of what one sees, whether or not the address bar has come that far. */
async function copyLink(look: ReturnType<typeof useLook>[0], index: number | undefined): Promise<void> {
  const url = new URL(location.href);
  if (index !== undefined) url.searchParams.set("shot", String(index));
  url.searchParams.set("mode", look.mode);
  if (look.zoom === null) url.searchParams.delete("zoom");
  else url.searchParams.set("zoom", zoomText(look.zoom));
  await navigator.clipboard.writeText(url.href);
}
