// What to do about a cause.
import type { Action, CauseKind, ExplainContext } from "../cause.ts";

const ADVICE: Record<CauseKind, { action: Action; advice: string }> = {
  content: { action: "approve", advice: "Approve if the new content is intended." },
  style: { action: "approve", advice: "Approve if the new look is intended. Otherwise find the changed style." },
  font: { action: "fix", advice: "Check that the web font is served and finishes loading before the shot." },
  animation: {
    action: "fix",
    advice:
      "Run the test again: when it differs once more, stop the movement for the shot or add a dynamic rule for it.",
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
    advice: "Let the shot wait for the image (readySelector or delay), or find out why it loads late.",
  },
  added: { action: "approve", advice: "Approve if the new element is intended." },
  removed: { action: "approve", advice: "Approve if the removal is intended. Otherwise fix it." },
  unknown: { action: "approve", advice: "Check the diff and approve intended changes." },
};
/** For what earlier runs, or five seconds of frames, have shown to change by itself. */
const MOVING = {
  action: "rule" as const,
  advice: "Add a dynamic rule for it, or stop the movement for the shot.",
};
const CHANGING_CONTENT = {
  action: "rule" as const,
  advice: "It changes on every load: add a content rule (number, date, price) or a dynamic rule.",
};
/** For a length of the page that two captures of one run did not agree on: nobody can approve it, the next run has another. */
const CHANGING_LENGTH = {
  action: "fix" as const,
  advice:
    "Two captures of this page had different lengths: let the shot wait for what comes late (readySelector or delay), or hold times and random content still (the stabilisers fixedClock and fixedRandom).",
};

/** `changing`: what of it is known to change by itself. */
export function adviceFor(
  kind: CauseKind,
  changing: "content" | "length" | null | undefined,
  { changesByItself, movingRegion }: Pick<ExplainContext, "changesByItself" | "movingRegion">,
): { action: Action; advice: string } {
  if (changing === "content") return CHANGING_CONTENT;
  if (changing === "length") return changesByItself ? CHANGING_CONTENT : CHANGING_LENGTH;
  if (kind === "animation" && (changesByItself || movingRegion)) return MOVING;
  return ADVICE[kind];
}
