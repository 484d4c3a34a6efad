// Comment threads on the picture: a numbered badge for each.
import type { Box } from "../view.ts";
import type { Thread } from "./useThreads.ts";

export type Pin = { box: Box; number: number; current: boolean };

/** Returns the threads of a screenshot, open ones first, numbered in this order. */
export const threadsOf = (threads: readonly Thread[], shotId: string | undefined): readonly Thread[] =>
  threads.filter((one) => one.shotId === shotId);

/** Returns the pins of open threads that have a position. `current`: id of the selected thread. */
export const pinsOf = (own: readonly Thread[], current: string | null): readonly Pin[] =>
  own.flatMap(({ id, pin, resolved }, at) =>
    pin && !resolved ? [{ box: pin, number: at + 1, current: id === current }] : [],
  );

const RADIUS = 11;

/** Draws a round badge at the upper right of its box, so that it does not cover the number of a change. `at`: the box in pane coordinates. */
export function drawPin(
  context: CanvasRenderingContext2D,
  at: { x: number; y: number },
  { number, current }: Pin,
  { ground, text }: { ground: string; text: string },
): void {
  context.beginPath();
  context.arc(at.x, at.y, current ? RADIUS + 2 : RADIUS, 0, Math.PI * 2);
  context.fillStyle = ground;
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = text;
  context.stroke();
  context.fillStyle = text;
  context.font = "600 12px 'Inter Variable', system-ui, sans-serif";
  context.textAlign = "center";
  context.fillText(String(number), at.x, at.y + 4);
  context.textAlign = "left";
}
