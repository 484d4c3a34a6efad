// Advice for each kind of cause.
import type { Action, CauseKind, ExplainContext } from "../cause.ts";

const ADVICE: Record<CauseKind, { action: Action; advice: string }> = {
  content: { action: "approve", advice: "Approve if the new content is intended." },
  style: { action: "approve", advice: "Approve if the new look is intended. Otherwise find the changed style." },
  font: { action: "fix", advice: "Check that the web font is served and finishes loading before the screenshot." },
  animation: {
    action: "fix",
    advice:
      "Run the test again. If it differs again, stop the movement during the capture or add a dynamic rule for it.",
  },
  layout_shift: {
    action: "approve",
    advice: "Approve if the new position or height is intended. Otherwise find the cause above it.",
  },
  broken_image: {
    action: "fix",
    advice: "Find out why the image does not load: open its address and check the page's requests.",
  },
  late_image: {
    action: "fix",
    advice: "Let the scenario wait for the image (readySelector or delay), or find out why it loads late.",
  },
  added: { action: "approve", advice: "Approve if the new element is intended." },
  removed: { action: "approve", advice: "Approve if the removal is intended. Otherwise fix it." },
  unknown: { action: "approve", advice: "Check the diff and approve intended changes." },
};
/** Advice for content that earlier runs, or five seconds of frames, have shown to change by itself. */
const MOVING = {
  action: "rule" as const,
  advice: "Add a dynamic rule for it, or stop the movement during the capture.",
};
const CHANGING_CONTENT = {
  action: "rule" as const,
  advice: "It changes on every load: add a content rule (number, date, price) or a dynamic rule.",
};

/** Returns the action and the advice for a cause. `changing`: whether earlier runs show that content of this kind changes by itself. */
export function adviceFor(
  kind: CauseKind,
  changing: boolean,
  { changesByItself, movingRegion }: Pick<ExplainContext, "changesByItself" | "movingRegion">,
): { action: Action; advice: string } {
  if (changing) return CHANGING_CONTENT;
  if (kind === "animation" && (changesByItself || movingRegion)) return MOVING;
  return ADVICE[kind];
}
