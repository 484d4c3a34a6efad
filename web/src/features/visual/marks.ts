// Overlays on a picture: numbered region outlines, elements of a rule, and a box drawn by hand.

import { FONT, type Paint, type Scene } from "./scene.ts";
import { drawPin } from "./threads/pins.ts";
import { type Box, badgePlace, type Size, toPane, type View } from "./view.ts";

export function drawMarks(
  context: CanvasRenderingContext2D,
  pane: Size,
  scene: Scene,
  side: "baseline" | "test",
  view: View,
  paint: Paint,
): void {
  if (scene.outlines === "all")
    for (const [index, placed] of scene.regions.entries()) {
      const box = placed[side];
      if (box && index !== scene.region)
        outline(context, pane, box, view, paint.bad, String(index + 1), 1.5, paint.surface);
    }
  // The selected region is drawn last, above the others.
  const current = scene.region === null ? null : scene.regions[scene.region]?.[side];
  if (current && scene.region !== null) {
    if (scene.outlines !== "none")
      outline(context, pane, current, view, paint.accent, String(scene.region + 1), 2.5, paint.surface);
    if (scene.pulse !== null) drawPulse(context, pane, current, view, paint.accent, scene.pulse);
  }
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

/** A ring that expands from the box once. */
function drawPulse(
  context: CanvasRenderingContext2D,
  pane: Size,
  box: Box,
  view: View,
  colour: string,
  part: number,
): void {
  const at = toPane(view, pane, box);
  const far = 4 + part * 14;
  context.globalAlpha = 1 - part;
  context.strokeStyle = colour;
  context.lineWidth = 3;
  context.strokeRect(at.x - far, at.y - far, box.width * view.scale + 2 * far, box.height * view.scale + 2 * far);
  context.globalAlpha = 1;
}

function fill(context: CanvasRenderingContext2D, pane: Size, box: Box, view: View, colour: string): void {
  const at = toPane(view, pane, box);
  context.globalAlpha = 0.22;
  context.fillStyle = colour;
  context.fillRect(at.x, at.y, box.width * view.scale, box.height * view.scale);
  context.globalAlpha = 1;
}

/** Draws slightly outside the box, so that the change itself stays visible. */
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
  const badge = { width: Math.max(18, context.measureText(text).width + 10), height: 18 };
  const around = { x: left - line / 2, y: top - line / 2, width: right - left + line, height: height + line };
  // A box that fills the pane has no space around it, so its badge goes into the visible corner.
  const place = badgePlace(around, badge, pane) ?? { x: Math.max(around.x, 0), y: Math.max(around.y, 0) };
  context.fillStyle = colour;
  context.fillRect(place.x, place.y, badge.width, badge.height);
  context.fillStyle = ground;
  context.textAlign = "center";
  context.fillText(text, place.x + badge.width / 2, place.y + 13);
  context.textAlign = "left";
}
