// Visual review of a run: list, picture and panel, fully operable by keyboard.
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { IgnoreEnd } from "../../../../domain/words/ignored.ts";
import { Button } from "../../components/Button.tsx";
import { ButtonLink } from "../../components/Links.tsx";
import { EmptyState, ErrorState } from "../../components/States.tsx";
import { paths } from "../../lib/paths.ts";
import { useMay } from "../../lib/session.ts";
import { toast } from "../../lib/toast.ts";
import { useParam, useProjectSlug } from "../../lib/urlState.ts";
import { useEach } from "../../lib/useEach.ts";
import { Actions } from "./Actions.tsx";
import { approvedWith, decidedWith, inOther } from "./bundles.ts";
import { Canvas, usePictures } from "./Canvas.tsx";
import { Caption } from "./Caption.tsx";
import { copyLink } from "./copyLink.ts";
import { Filters } from "./Filters.tsx";
import { Head } from "./Head.tsx";
import { IgnoreDialog } from "./IgnoreDialog.tsx";
import { InboxHead } from "./InboxHead.tsx";
import { List } from "./List.tsx";
import { type Alternative, besideOther, type Decision, mayBe, nextOpen, type Shot, standingOf, step } from "./model.ts";
import { NoteDialog } from "./NoteDialog.tsx";
import { NothingWaits } from "./NothingWaits.tsx";
import { Panel } from "./Panel.tsx";
import styles from "./Review.module.css";
import { RuleMaker } from "./RuleMaker.tsx";
import type { FirstRule } from "./ruleModes.ts";
import { Side } from "./Side.tsx";
import { type ReviewSource, runSource } from "./source.ts";
import type { Stage } from "./stage.ts";
import { Toolbar } from "./Toolbar.tsx";
import { useDiscussion } from "./threads/useDiscussion.tsx";
import { Unlisted } from "./Unlisted.tsx";
import { usePanes } from "./usePanes.ts";
import { useReview } from "./useReview.ts";
import { type ReviewActions, useReviewCommands } from "./useReviewCommands.ts";
import { useReviewView } from "./useReviewView.ts";
import { useSelection } from "./useSelection.ts";
import { usePaced, useSettled } from "./useSettled.ts";
import { useSpot } from "./useSpot.ts";
import { useStable } from "./useStable.ts";
import { type Box, otherZoom, usualZoom, type Zoom } from "./view.ts";
import { Waiting } from "./Waiting.tsx";

export function Screen() {
  const runId = useParam("runId");
  // The key resets the state, because another run is another review.
  return <Review key={runId} source={runSource(runId)} />;
}

const MemoToolbar = memo(Toolbar);
const MemoPanel = memo(Panel);
const NO_BOXES: readonly Box[] = [];
const NO_SHOTS: readonly Shot[] = [];
/** Shown at first: details render after the picture, because rendering both at the same time would block the page. */
const NOTHING_YET = { shot: undefined, rules: [], region: null };
const OTHERS = ["viewport", "browser"] as const;
const ALTERNATIVE_WORDS: Record<Alternative["what"], string> = { main_now: "Main now", branch_point: "Branch point" };

export function Review({ source }: { source: ReviewSource }) {
  const project = useProjectSlug();
  const may = useMay();
  const store = usePictures();
  const stage = useRef<Stage | null>(null);
  const filter = useRef<HTMLInputElement>(null);
  const middle = useRef<HTMLElement>(null);
  const [view, setView] = useReviewView();
  const { query, review, details, decide, undo, redo, refused, refresh, saving } = useReview(
    source,
    view.shot,
    store.first,
  );
  const selection = useSelection(review, details, source.runId, [view, setView]);
  const { grouped, current, shot, members, bundle, choose } = selection;
  const spot = useSpot(current, shot?.regions.length ?? 0);
  const panes = usePanes(middle);
  // While a key is held down, the picture updates several times a second; the list and the details follow when there is time.
  const pictured = usePaced({ shot, region: spot.region, visit: spot.visit, known: selection.isKnown }, current);
  const isSettled = useSettled(current) === current;
  const followed = useDeferredValue(current);
  const { rules } = selection;
  const { region } = spot;
  // The details of each result make requests, which results skipped by a held key do not need.
  const aboutShot = useMemo(() => ({ shot, rules, region }), [shot, rules, region]);
  const { shot: told, rules: toldRules, region: toldRegion } = useDeferredValue(useSettled(aboutShot), NOTHING_YET);
  const [showRegions, setShowRegions] = useState(true);
  const [rule, setRule] = useState<{ first: FirstRule; drawn: Box | null } | null>(null);
  const [ruled, setRuled] = useState(NO_BOXES);
  const [noting, setNoting] = useState(false);
  const [ignoring, setIgnoring] = useState(false);
  const [other, setOther] = useState<Alternative["what"] | null>(null);
  const [sheet, setSheet] = useState<"list" | "panel" | null>(null);
  /** Keys of the bundles that are decided result by result. */
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const open = useCallback(
    (key: string) =>
      setOpened((now) => (now.has(key) ? new Set([...now].filter((x) => x !== key)) : new Set([...now, key]))),
    [],
  );

  const { borrow, done } = panes;
  const onWrite = useCallback(() => {
    borrow("comment", "panel");
    setSheet("panel");
  }, [borrow]);
  const onDraft = useCallback(() => borrow("comment", "panel"), [borrow]);
  const onWritten = useCallback(() => done("comment"), [done]);
  useEffect(() => {
    if (!rule) done("rule");
  }, [rule, done]);
  /** Boxes are drawn on the new picture, so show it in full. */
  const { showNew } = useStable({
    showNew: () => {
      if (view.mode === "baseline" || view.mode === "diff" || view.mode === "slider") setView({ mode: "new" });
      // On a phone the sheet covers the picture to draw on.
      setSheet(null);
    },
  });
  const discussion = useDiscussion({
    project,
    runId: source.runId ?? told?.runId ?? "",
    shot: told,
    region: toldRegion,
    stage,
    mayWrite: may.write,
    onWrite,
    onDraft,
    onWritten,
    onDrawing: showNew,
  });

  const isDrawing = rule !== null || discussion.drawing;
  const isTiny = shot?.kind === "tiny";
  const opening = { tiny: isTiny, changes: shot?.regions.length ?? 0 };
  const zoom = view.zoom ?? usualZoom(opening);
  const together = current ? decidedWith(bundle, current, opened) : [];
  const whole = approvedWith(members?.shots ?? [], current);
  // A note on a rejected result applies to that result only.
  const noted = current && shot && standingOf(shot) === "rejected" ? [current] : together;

  // Closes everything that belongs to the previous result.
  useEach(current, () => {
    setRule(null);
    setNoting(false);
    setIgnoring(false);
    setOther(null);
  });

  const judge = (decision: Exclude<Decision, "undo">, ids: readonly string[], note?: string, end?: IgnoreEnd) => {
    if (!may.write) return toast.failed(new Error("View only. Ask an administrator for editor access."));
    const answered = decide(decision, ids, note, end ? { end } : {});
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
  // There is no diff against an alternative baseline.
  const mode = alternative && view.mode === "diff" ? "slider" : view.mode;
  const actions = useStable<ReviewActions>({
    move: (by, what) => choose(step(grouped, current, by, what)),
    // Like the button: the key decides nothing about other results if the current one cannot be approved.
    approve: () => shot && mayBe.approve(shot) && judge("approve", together),
    approveGroup: () => {
      const { group, shots } = members ?? {};
      if (!group || !shots) return;
      if (review?.nextCursor && shots.length < group.count)
        return toast.failed(new Error("The group is still being loaded. Try again in a moment."));
      return judge("approve", whole);
    },
    reject: () => shot && mayBe.reject(shot) && judge("reject", together),
    note: () => shot && mayBe.note(shot) && setNoting(true),
    later: () => shot && mayBe.later(shot) && judge("later", together),
    ignore: () => shot && mayBe.ignore(shot) && selection.isKnown && setIgnoring(true),
    undo: async () => may.write && choose(await undo(current)),
    redo: () => may.write && choose(redo()),
    mode: (mode) => setView({ mode }),
    zoom: () => {
      setView({ zoom: otherZoom(view.zoom, opening) });
      spot.again();
    },
    zoomBy: (factor) => stage.current?.zoomBy(factor),
    scroll: (dx, dy) => stage.current?.scroll(dx, dy),
    part: (by) => stage.current?.setPart(stage.current.partNow + by),
    region: spot.step,
    outlines: () => setShowRegions((now) => !now),
    other: (what) => {
      const next = inOther(review?.shots ?? [], shot, what);
      if (next) choose(next.shotId);
      else if (shot) toast.say(`No other ${what} of “${shot.scenarioLabel}” to review.`);
    },
    alone: () => bundle && bundle.shots.length > 1 && open(bundle.key),
    fold: panes.turn,
    full: (full) => panes.setFull((now) => full ?? !now),
    rule: (first) => {
      if (!shot || !selection.isKnown || !may.write) return;
      showNew();
      setRule({ first: first ?? { selector: shot.regions[spot.region ?? 0]?.selector ?? "" }, drawn: null });
      borrow("rule", "panel");
      // A suggested rule needs no box, so show its form.
      if (first) setSheet("panel");
    },
    filter: () => {
      // Search results appear in the list, so it stays open until the person folds it or leaves.
      borrow("filter", "list");
      setSheet("list");
      requestAnimationFrame(() => filter.current?.focus());
    },
    copy: () => void copyLink(view, shot?.index).then(() => toast.say("The link is copied."), toast.failed),
  });
  useReviewCommands({ actions, mayWrite: may.write, full: panes.full });

  // Leaving the page would lose decisions that are still being saved.
  useEffect(() => {
    if (!saving) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [saving]);

  if (query.isError && !review) return <ErrorState error={query.error} title="Could not load this review" />;
  if (!review) return <Waiting />;

  const { folded, full } = panes;
  const shown = (pane: "list" | "panel") => (full || folded[pane] ? "no" : "yes");
  return (
    <div
      className={styles.screen}
      data-list={shown("list")}
      data-panel={shown("panel")}
      data-full={full || undefined}
      data-sheet={sheet ?? undefined}
      data-saving={saving || undefined}
    >
      {review.run ? (
        <Head
          project={project}
          run={review.run}
          progress={review.progress}
          onList={() => setSheet("list")}
          onPanel={() => setSheet("panel")}
        />
      ) : (
        <InboxHead
          project={project}
          runId={told?.runId}
          list={review}
          onList={() => setSheet("list")}
          onPanel={() => setSheet("panel")}
        />
      )}
      <Side which="list" label="Results" open={sheet === "list"} onClose={() => setSheet(null)}>
        <Filters view={view} onView={setView} modes={selection.modes} input={filter} />
        {grouped.length > 0 ? (
          <List grouped={grouped} current={followed} opened={opened} onChoose={choose} onOpen={open} />
        ) : (
          // Without any results the middle already says so.
          review.shots.length > 0 && <p className={styles.nothing}>Nothing matches the filter.</p>
        )}
      </Side>
      {shot ? (
        <>
          <section className={styles.middle} aria-label="Screenshot" ref={middle} tabIndex={-1}>
            <MemoToolbar
              shot={shot}
              mode={mode}
              zoom={zoom}
              region={spot.region}
              showRegions={showRegions}
              folded={folded}
              full={full}
              actions={actions}
            />
            {alternative && (
              <p className={styles.other} role="status">
                {alternative.sentence} Not the baseline.{" "}
                <Button size="small" onClick={() => setOther(null)}>
                  Show the baseline
                </Button>
              </p>
            )}
            {isDrawing && sheet !== "panel" && (
              <p className={`${styles.other} ${styles.phoneOnly}`} role="status">
                Draw a box on the new screenshot.{" "}
                <Button size="small" onClick={() => setSheet("panel")}>
                  {rule ? "Enter a selector" : "Back to the comment"}
                </Button>
              </p>
            )}
            {selection.failure ? (
              <ErrorState error={selection.failure} title="Could not load this result" />
            ) : (
              <Canvas
                store={store}
                shot={alternative ? besideOther(shot, alternative) : (pictured.shot ?? shot)}
                old={alternative ? ALTERNATIVE_WORDS[alternative.what] : "Baseline"}
                ahead={isSettled ? selection.ahead : NO_SHOTS}
                mode={mode}
                zoom={zoom}
                enlarged={isTiny && view.zoom === null}
                region={pictured.region}
                visit={pictured.visit}
                known={pictured.known}
                outlines={showRegions ? (rule ? "current" : "all") : "none"}
                drawing={isDrawing}
                ruled={rule ? ruled : discussion.boxes}
                pins={discussion.pins}
                stageRef={stage}
                onZoom={(zoom: Zoom) => setView({ zoom })}
                onDrew={(drawn) => {
                  if (rule) setRule({ ...rule, drawn });
                  else discussion.onDrew(drawn);
                  setSheet("panel");
                }}
                onSwipe={(way) => (way === "right" ? actions.approve() : actions.reject())}
              />
            )}
            <Caption shot={shot} region={spot.region} />
            <Actions
              shot={shot}
              together={together.length}
              possible={bundle?.shots.length ?? 1}
              group={whole.length}
              others={OTHERS.filter((what) => inOther(review.shots, shot, what) !== undefined)}
              mayWrite={may.write}
              saving={saving}
              actions={actions}
            />
          </section>
          <Side which="panel" label="Details" open={sheet === "panel"} onClose={() => setSheet(null)}>
            <div className={styles.panel} role="region" aria-label="Details of the result" tabIndex={-1}>
              {rule ? (
                <RuleMaker
                  project={project}
                  runId={source.runId ?? shot.runId ?? ""}
                  shot={shot}
                  first={rule.first}
                  drawn={rule.drawn}
                  onRuled={setRuled}
                  onClose={() => {
                    setRule(null);
                    setSheet(null);
                  }}
                  onKept={() => refresh()}
                />
              ) : !told ? null : (
                <MemoPanel
                  project={project}
                  shot={told}
                  runs={review.inbox?.runs}
                  rules={toldRules}
                  region={toldRegion}
                  refused={refused?.shotId === told.shotId ? (refused?.sentence ?? null) : null}
                  mayWrite={may.write}
                  other={alternative?.what ?? null}
                  onOther={setOther}
                  onRegion={spot.goTo}
                  onRule={actions.rule}
                  onNote={actions.note}
                  comments={discussion.comments}
                />
              )}
            </div>
          </Side>
          {noting && (
            <NoteDialog
              shot={shot}
              count={noted.length}
              busy={saving}
              onClose={() => setNoting(false)}
              onNote={(note) => judge("reject", noted, note)}
            />
          )}
          {ignoring && (
            <IgnoreDialog
              count={together.length}
              what={shot.title}
              busy={saving}
              onClose={() => setIgnoring(false)}
              onIgnore={(end, note) => judge("ignore", together, note, end)}
            />
          )}
        </>
      ) : current || (selection.isGone && review.shots.length > 0) ? (
        <Unlisted
          failure={selection.failure}
          isComing={!selection.isGone}
          onNext={selection.open === undefined ? null : () => choose(selection.open)}
        />
      ) : (
        <div className={styles.middle}>
          {review.run ? (
            <EmptyState title="Nothing to review" text={review.run.sentence}>
              <ButtonLink to={paths.run(project, review.run.runId)}>Open run</ButtonLink>
            </EmptyState>
          ) : (
            <NothingWaits project={project} list={review} />
          )}
        </div>
      )}
    </div>
  );
}
