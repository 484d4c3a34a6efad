// Drawing a result: one or two pictures, the regions of its change, what is drawn by hand.
import { TILE_HEIGHT } from "./decoding.ts";
import type { Picture, PictureState } from "./pictures.ts";
import type { Piece, Placed } from "./rows.ts";
import { drawPin, type Pin } from "./threads/pins.ts";
import { type Box, type Size, toPane, type View } from "./view.ts";

export const MODES = [
  { id: "side", key: "1", title: "Side by side" },
  { id: "slider", key: "2", title: "Slider" },
  { id: "diff", key: "3", title: "Overlay of the difference" },
  { id: "blink", key: "4", title: "Blink" },
  { id: "onion", key: "5", title: "Onion skin" },
  { id: "baseline", key: "6", title: "Baseline alone" },
  { id: "new", key: "7", title: "New alone" },
] as const;
export type Mode = (typeof MODES)[number]["id"];

export type Side = "baseline" | "test" | "diff";
export type Pane = { left: number; top: number; width: number; height: number; side: Side | "both" };

export type Scene = {
  mode: Mode;
  /** What the picture on the baseline's side is called. */
  old: string;
  pictures: Record<Side, PictureState>;
  sizes: { baseline: Size | null; test: Size | null };
  pieces: readonly Piece[];
  regions: readonly Placed[];
  /** Conversations, where they stand on the new picture. */
  pins: readonly Pin[];
  /** The region one looks at. */
  region: number | null;
  showRegions: boolean;
  /** Of a rule that is being made: its elements on the new picture. */
  ruled: readonly Box[];
  drawn: Box | null;
  /** From 0 to 1: where the slider stands, how much of the new picture shines through. */
  part: number;
  /** Blink: which one is shown. */
  phase: "baseline" | "test";
};

export type Paint = {
  ground: string;
  line: string;
  text: string;
  surface: string;
  accent: string;
  bad: string;
  good: string;
};

const GAP = 8;
const FONT = "600 12px 'Inter Variable', system-ui, sans-serif";

/** One pane, or two beside each other (above each other where the stage is narrow). */
export function panesOf(mode: Mode, stage: Size): Pane[] {
  const { width, height } = stage;
  if (mode !== "side") {
    const side = ({ diff: "diff", baseline: "baseline", new: "test" } as const)[mode as string] ?? "both";
    return [{ left: 0, top: 0, width, height, side }];
  }
  if (width < 560) {
    const half = (height - GAP) / 2;
    return [
      { left: 0, top: 0, width, height: half, side: "baseline" },
      { left: 0, top: half + GAP, width, height: half, side: "test" },
    ];
  }
  const half = (width - GAP) / 2;
  return [
    { left: 0, top: 0, width: half, height, side: "baseline" },
    { left: half + GAP, top: 0, width: half, height, side: "test" },
  ];
}

/** `viewOf`: the view of a side; the baseline of a pair is looked at in its own rows. */
export function drawScene(
  context: CanvasRenderingContext2D,
  stage: Size,
  scene: Scene,
  viewOf: (side: Side) => View,
  paint: Paint,
): void {
  context.fillStyle = paint.ground;
  context.fillRect(0, 0, stage.width, stage.height);
  for (const pane of panesOf(scene.mode, stage)) {
    context.save();
    context.beginPath();
    context.rect(pane.left, pane.top, pane.width, pane.height);
    context.clip();
    context.translate(pane.left, pane.top);
    drawPane(context, pane, scene, viewOf, paint);
    context.restore();
  }
}

function drawPane(
  context: CanvasRenderingContext2D,
  pane: Pane,
  scene: Scene,
  viewOf: (side: Side) => View,
  paint: Paint,
): void {
  if (pane.side === "both") drawBoth(context, pane, scene, viewOf("test"), paint);
  else drawSide(context, pane, scene, pane.side, viewOf(pane.side), paint);
  const side = pane.side === "baseline" ? "baseline" : "test";
  drawMarks(context, pane, scene, side, viewOf(side), paint);
  drawLabel(context, pane, labelOf(pane, scene), paint);
}

function labelOf({ side }: Pane, { mode, phase, part, old }: Scene): string {
  if (side === "baseline") return old;
  if (side === "test") return "New";
  if (side === "diff") return "Difference";
  if (mode === "blink") return phase === "baseline" ? old : "New";
  if (mode === "onion") return `New ${Math.round(part * 100)} %`;
  return `${old} | New`;
}

function drawSide(
  context: CanvasRenderingContext2D,
  pane: Size,
  scene: Scene,
  side: Side,
  view: View,
  paint: Paint,
): void {
  const state = scene.pictures[side];
  const size = scene.sizes[side === "baseline" ? "baseline" : "test"];
  if (state && "tiles" in state) drawPicture(context, pane, state, view);
  else if (size) drawMissing(context, pane, size, view, paint, state ? state.failed : "");
  else drawNote(context, pane, side === "baseline" ? "No baseline yet." : "No screenshot.", paint);
}

/** Both pictures in one pane, the baseline laid so that equal rows lie upon each other. */
function drawBoth(context: CanvasRenderingContext2D, pane: Size, scene: Scene, view: View, paint: Paint): void {
  const { mode, part, phase } = scene;
  const { baseline } = scene.pictures;
  const old = () => {
    if (baseline && "tiles" in baseline)
      for (const piece of scene.pieces) drawPiece(context, pane, baseline, view, piece);
    else if (!scene.sizes.baseline) drawNote(context, pane, "No baseline yet.", paint);
  };
  if (mode === "blink" && phase === "baseline") {
    old();
    return;
  }
  if (mode === "blink") {
    drawSide(context, pane, scene, "test", view, paint);
    return;
  }
  if (mode === "onion") {
    old();
    context.globalAlpha = part;
    drawSide(context, pane, scene, "test", view, paint);
    context.globalAlpha = 1;
    return;
  }
  const at = part * pane.width;
  clipped(context, { left: 0, width: at, height: pane.height }, old);
  clipped(context, { left: at, width: pane.width - at, height: pane.height }, () =>
    drawSide(context, pane, scene, "test", view, paint),
  );
  context.fillStyle = paint.accent;
  context.fillRect(at - 1, 0, 2, pane.height);
  context.beginPath();
  context.arc(at, pane.height / 2, 11, 0, Math.PI * 2);
  context.fill();
  context.strokeStyle = paint.surface;
  context.lineWidth = 2;
  context.stroke();
}

function clipped(
  context: CanvasRenderingContext2D,
  { left, width, height }: { left: number; width: number; height: number },
  draw: () => void,
): void {
  context.save();
  context.beginPath();
  context.rect(left, 0, width, height);
  context.clip();
  draw();
  context.restore();
}

const drawPicture = (context: CanvasRenderingContext2D, pane: Size, picture: Picture, view: View): void =>
  drawPiece(context, pane, picture, view, { baseline: 0, test: 0, height: picture.height });

/** Rows of a picture (`baseline` of the piece) where `test` says; only what is in the pane, tile by tile. */
function drawPiece(
  context: CanvasRenderingContext2D,
  pane: Size,
  { width, tiles }: Picture,
  view: View,
  piece: Piece,
): void {
  const top = view.y - pane.height / 2 / view.scale;
  const bottom = view.y + pane.height / 2 / view.scale;
  const from = Math.max(piece.test, Math.floor(top)) - piece.test + piece.baseline;
  const to = Math.min(piece.test + piece.height, Math.ceil(bottom)) - piece.test + piece.baseline;
  context.imageSmoothingEnabled = view.scale < 2;
  context.imageSmoothingQuality = view.scale < 0.6 ? "medium" : "low";
  for (const [index, tile] of tiles.entries()) {
    const start = index * TILE_HEIGHT;
    const first = Math.max(from, start);
    const last = Math.min(to, start + tile.height);
    if (last <= first) continue;
    const at = toPane(view, pane, { x: 0, y: first - piece.baseline + piece.test });
    context.drawImage(
      tile,
      ...([0, first - start, width, last - first] as const),
      ...([at.x, at.y, width * view.scale, (last - first) * view.scale] as const),
    );
  }
}

/** The picture's shape while it is read, or why it cannot be. */
function drawMissing(
  context: CanvasRenderingContext2D,
  pane: Size,
  size: Size,
  view: View,
  paint: Paint,
  why: string,
): void {
  const at = toPane(view, pane, { x: 0, y: 0 });
  context.fillStyle = paint.surface;
  context.fillRect(at.x, at.y, size.width * view.scale, size.height * view.scale);
  if (why) drawNote(context, pane, why, paint);
}

function drawNote(context: CanvasRenderingContext2D, pane: Size, text: string, paint: Paint): void {
  context.font = FONT;
  context.fillStyle = paint.text;
  context.textAlign = "center";
  context.fillText(text, pane.width / 2, pane.height / 2, pane.width - 24);
  context.textAlign = "left";
}

function drawLabel(context: CanvasRenderingContext2D, pane: Size, text: string, paint: Paint): void {
  context.font = FONT;
  const width = context.measureText(text).width + 16;
  context.globalAlpha = 0.92;
  context.fillStyle = paint.surface;
  context.beginPath();
  context.roundRect(8, pane.height - 32, width, 24, 6);
  context.fill();
  context.globalAlpha = 1;
  context.fillStyle = paint.text;
  context.fillText(text, 16, pane.height - 15.5);
}

/** Regions outlined and numbered, elements of a rule, a box drawn by hand. */
function drawMarks(
  context: CanvasRenderingContext2D,
  pane: Size,
  scene: Scene,
  side: "baseline" | "test",
  view: View,
  paint: Paint,
): void {
  if (scene.showRegions)
    for (const [index, placed] of scene.regions.entries()) {
      const box = placed[side];
      if (box && index !== scene.region)
        outline(context, pane, box, view, paint.bad, String(index + 1), 1.5, paint.surface);
    }
  // The one that is looked at lies above the others.
  const current = scene.region === null ? null : scene.regions[scene.region]?.[side];
  if (current && scene.region !== null)
    outline(context, pane, current, view, paint.accent, String(scene.region + 1), 2.5, paint.surface);
  if (side === "baseline") return;
  for (const box of scene.ruled) {
    fill(context, pane, box, view, paint.good);
    outline(context, pane, box, view, paint.good, "", 2);
  }
  for (const pin of scene.pins) {
    const at = toPane(view, pane, { x: pin.box.x + pin.box.width, y: pin.box.y });
    drawPin(context, at, pin, { ground: paint.accent, text: paint.surface });
  }
  if (scene.drawn) outline(context, pane, scene.drawn, view, paint.accent, "", 2);
}

function fill(context: CanvasRenderingContext2D, pane: Size, box: Box, view: View, colour: string): void {
  const at = toPane(view, pane, box);
  context.globalAlpha = 0.22;
  context.fillStyle = colour;
  context.fillRect(at.x, at.y, box.width * view.scale, box.height * view.scale);
  context.globalAlpha = 1;
}

/** Around the box, a little outside of it, so that the change itself stays in sight. */
function outline(
  context: CanvasRenderingContext2D,
  pane: Size,
  box: Box,
  view: View,
  colour: string,
  text: string,
  line: number,
  ground = colour,
): void {
  const at = toPane(view, pane, box);
  const left = Math.max(at.x - 3, 1.5);
  const right = Math.min(at.x + box.width * view.scale + 3, pane.width - 1.5);
  const top = at.y - 3;
  const height = box.height * view.scale + 6;
  if (right < 0 || left > pane.width || top > pane.height || top + height < 0) return;
  context.strokeStyle = colour;
  context.lineWidth = line;
  context.strokeRect(left, top, Math.max(right - left, 4), height);
  if (!text) return;
  context.font = FONT;
  const width = Math.max(18, context.measureText(text).width + 10);
  const tag = Math.max(top - 18, 0);
  context.fillStyle = colour;
  context.fillRect(left - line / 2, tag, width, 18);
  context.fillStyle = ground;
  context.textAlign = "center";
  context.fillText(text, left - line / 2 + width / 2, tag + 13);
  context.textAlign = "left";
}
