// Draws a result: one or two pictures and their overlays.
import { TILE_HEIGHT } from "./decoding.ts";
import { drawMarks } from "./marks.ts";
import type { Picture } from "./pictures.ts";
import type { Piece } from "./rows.ts";
import { FONT, type Mode, type Paint, type Pane, type Scene, type Side } from "./scene.ts";
import { type Size, toPane, type View } from "./view.ts";

const GAP = 8;

/** Returns one pane, or two side by side (stacked if the stage is narrow). */
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

/** `viewOf`: returns the view of a side. In a pair, the baseline is viewed in its own rows. */
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
  if (scene.unknown) return;
  if (state && "tiles" in state) drawPicture(context, pane, state, view, scene.draft);
  else if (size) drawMissing(context, pane, size, view, paint, state ? state.failed : "");
  else drawNote(context, pane, state?.failed ?? (side === "baseline" ? "No baseline yet." : "No screenshot."), paint);
}

/** Draws both pictures in one pane, with the baseline shifted so that equal rows align. */
function drawBoth(context: CanvasRenderingContext2D, pane: Size, scene: Scene, view: View, paint: Paint): void {
  const { mode, part, phase } = scene;
  const { baseline } = scene.pictures;
  const old = () => {
    if (baseline && "tiles" in baseline)
      for (const piece of scene.pieces) drawPiece(context, pane, baseline, view, piece, scene.draft);
    else drawSide(context, pane, scene, "baseline", view, paint);
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

const drawPicture = (
  context: CanvasRenderingContext2D,
  pane: Size,
  picture: Picture,
  view: View,
  draft: boolean,
): void => drawPiece(context, pane, picture, view, { baseline: 0, test: 0, height: picture.height }, draft);

/** Draws rows of a picture (from `piece.baseline`) at `piece.test`; only what is visible in the pane, tile by tile. */
function drawPiece(
  context: CanvasRenderingContext2D,
  pane: Size,
  { width, tiles }: Picture,
  view: View,
  piece: Piece,
  draft: boolean,
): void {
  const top = view.y - pane.height / 2 / view.scale;
  const bottom = view.y + pane.height / 2 / view.scale;
  const from = Math.max(piece.test, Math.floor(top)) - piece.test + piece.baseline;
  const to = Math.min(piece.test + piece.height, Math.ceil(bottom)) - piece.test + piece.baseline;
  context.imageSmoothingEnabled = view.scale < 2;
  // Scaling down a page at better quality takes longer than a frame, and while it moves nobody reads it.
  context.imageSmoothingQuality = view.scale < 0.6 && !draft ? "medium" : "low";
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

/** Draws a placeholder while the picture loads, or the reason why it cannot be loaded. */
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
