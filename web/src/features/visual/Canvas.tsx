// The picture in the middle: a canvas, with its content described in words for screen readers.
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Skeleton } from "../../components/Skeleton.tsx";
import type { Shot } from "./model.ts";
import { createPictureStore, type PictureStore } from "./pictures.ts";
import styles from "./Review.module.css";
import { piecesOf, placeRegion, testRow } from "./rows.ts";
import { MODES, type Mode, type Scene } from "./scene.ts";
import { Stage } from "./stage.ts";
import type { Pin } from "./threads/pins.ts";
import { type Box, ENLARGED, type Size, type Zoom } from "./view.ts";
import { placeWords } from "./words.tsx";

/** Returns the picture store of one review session. A page that was hidden for longer gets a new one. */
export function usePictures(): PictureStore {
  const [store, setStore] = useState(createPictureStore);
  // React's strict mode runs effects twice, so the store is closed only if the screen stays unmounted.
  const left = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const closed = useRef<PictureStore | null>(null);
  useEffect(() => {
    clearTimeout(left.current);
    if (closed.current === store) setStore(createPictureStore());
    return () => {
      left.current = setTimeout(() => {
        store.close();
        closed.current = store;
      }, 1_000);
    };
  }, [store]);
  return store;
}

const linksOf = ({ pictures }: Shot, mode: Mode): string[] => {
  const { baseline, test, diff } = pictures;
  const wanted = { diff: [diff ?? test], baseline: [baseline], new: [test] }[mode as string] ?? [test, baseline];
  return wanted.filter((link) => link !== null);
};

type Props = {
  store: PictureStore;
  shot: Shot;
  /** Label of the picture on the baseline side. */
  old: string;
  ahead: readonly Shot[];
  mode: Mode;
  zoom: Zoom;
  /** Whether a tiny difference is shown in its default enlarged view. */
  enlarged: boolean;
  /** The selected region. `visit` changes with every selection, so that selecting the same region again counts too. */
  region: number | null;
  visit: number;
  /** Whether the details are loaded, not only the row of the list. */
  known: boolean;
  outlines: Scene["outlines"];
  drawing: boolean;
  ruled: readonly Box[];
  pins: readonly Pin[];
  stageRef: RefObject<Stage | null>;
  onZoom: (zoom: Zoom) => void;
  onDrew: (box: Box) => void;
  onSwipe: (direction: "left" | "right") => void;
};

const NONE = { width: 0, height: 0 };
/** Share of the screen width that a swipe must cover to decide. */
const FAR = 0.28;

export function Canvas(props: Props) {
  const { store, shot, old, ahead, mode, zoom, enlarged, region, visit, known, outlines } = props;
  const { drawing, ruled, pins, stageRef } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [, arrived] = useState(0);
  const [swipe, setSwipe] = useState(0);
  /** Id of the result that the stage shows. */
  const opened = useRef("");
  const newest = useRef(props);
  newest.current = props;

  useLayoutEffect(() => {
    const stage = new Stage(canvas.current as HTMLCanvasElement, {
      zoomed: (to) => newest.current.onZoom(to),
      drew: (box) => newest.current.onDrew(box),
      swiped: (share, done) => {
        setSwipe(done ? 0 : share);
        if (done && Math.abs(share) > FAR) newest.current.onSwipe(share > 0 ? "right" : "left");
      },
      parted: () => {},
    });
    stageRef.current = stage;
    opened.current = "";
    const themes = new MutationObserver(() => stage.recolour());
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => {
      themes.disconnect();
      stage.close();
      stageRef.current = null;
    };
  }, [stageRef]);
  useEffect(() => store.watch(() => arrived((count) => count + 1)), [store]);

  const pictures = {
    baseline: store.get(shot.pictures.baseline),
    test: store.get(shot.pictures.test),
    diff:
      store.get(shot.pictures.diff) ??
      (mode === "diff" && !shot.pictures.diff ? store.get(shot.pictures.test) : undefined),
  };
  const sizes = {
    baseline: sizeOf(pictures.baseline) ?? shot.sizes.baseline,
    test: sizeOf(pictures.test) ?? shot.sizes.test,
  };
  const heights = `${sizes.baseline?.height} ${sizes.test?.height}`;
  const pieces = useMemo(
    () => piecesOf(shot.shifts, (sizes.baseline ?? NONE).height, (sizes.test ?? NONE).height),
    [shot.shifts, heights],
  );
  const regions = useMemo(
    () => shot.regions.map((one) => placeRegion(one, shot.shifts, pieces)),
    [shot.regions, shot.shifts, pieces],
  );
  /** Returns the position of a region, in rows of the new picture. */
  const boxOf = (index: number): Box | null => {
    const placed = regions[index];
    if (placed?.test) return placed.test;
    return placed?.baseline ? { ...placed.baseline, y: testRow(pieces, placed.baseline.y) } : null;
  };

  const links = linksOf(shot, mode);
  const aheadLinks = ahead.flatMap((one) => linksOf(one, mode));
  const wanted = [...links, "", ...aheadLinks].join("\n");
  useLayoutEffect(() => store.want(links, aheadLinks), [store, wanted]);

  useLayoutEffect(() => {
    const unknown = !known;
    stageRef.current?.set({
      mode,
      old,
      pictures,
      sizes,
      pieces,
      regions,
      region,
      outlines,
      ruled,
      pins,
      drawing,
      unknown,
    });
  });
  useLayoutEffect(() => stageRef.current?.setZoom(zoom), [stageRef, zoom]);
  useLayoutEffect(() => {
    if (!known) return;
    const isOpen = opened.current === shot.shotId;
    opened.current = shot.shotId;
    const box = boxOf(region ?? 0);
    if (!isOpen) stageRef.current?.open(box);
    else if (box) stageRef.current?.flyToBox(box);
  }, [stageRef, shot.shotId, known, region, visit]);

  const ready = known && links.every((link) => store.get(link) !== undefined);
  const title = MODES.find(({ id }) => id === mode)?.title ?? "";
  return (
    <div className={styles.stage} data-ready={ready} data-shot={shot.index} data-mode={mode} data-zoom={zoom}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`${title}: ${shot.scenarioLabel}, ${placeWords(shot)}.${enlarged ? ` Enlarged ${ENLARGED} times.` : ""} ${sayRegions(shot)}`}
        data-drawing={drawing || undefined}
        style={swipe ? { transform: `translateX(${swipe * 60}%) rotate(${swipe * 4}deg)` } : undefined}
      />
      {enlarged && <p className={styles.enlarged}>Enlarged {ENLARGED}×</p>}
      {!ready && (
        <div className={styles.loading} role="status" aria-label="Loading the screenshot">
          <Skeleton height={3} />
        </div>
      )}
      {swipe !== 0 && (
        <p
          className={styles.swipe}
          data-way={swipe > 0 ? "right" : "left"}
          data-far={Math.abs(swipe) > FAR || undefined}
        >
          {swipe > 0 ? "Approve" : "Reject"}
        </p>
      )}
    </div>
  );
}

const sizeOf = (picture: ReturnType<PictureStore["get"]>): Size | null =>
  picture && "tiles" in picture ? { width: picture.width, height: picture.height } : null;

function sayRegions({ regions, regionCount, reasons }: Shot): string {
  if (regions.length === 0) return reasons[0]?.message ?? "No selection.";
  const said = regions.slice(0, 5).map(({ sentence }, index) => `${index + 1}: ${sentence}`);
  return `${regionCount} ${regionCount === 1 ? "change" : "changes"}. ${said.join(" ")}`;
}
