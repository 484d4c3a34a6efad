// What to do about a cause.
import type { Action, CauseKind, ExplainContext } from "../cause.ts";

const ADVICE: Record<CauseKind, { action: Action; advice: string }> = {
  content: { action: "approve", advice: "Approve it when the new content is meant." },
  style: { action: "approve", advice: "Approve it when the new look is meant; otherwise look for the changed style." },
  font: { action: "fix", advice: "Check that the web font is served and finishes loading before the shot." },
  animation: {
    action: "fix",
    advice:
      "Run the test again: when it differs once more, stop the movement for the shot or add a dynamic rule for it.",
  },
  layout_shift: {
    action: "approve",
    advice: "Approve it when the new place or height is meant; otherwise look above it for what pushes.",
  },
  broken_image: {
    action: "fix",
    advice: "Find out why the image does not load: open its address, and look at what the page asks for.",
  },
  late_image: {
    action: "fix",
    advice: "Let the shot wait for the image (readySelector or delay), or find out why it loads late.",
  },
  added: { action: "approve", advice: "Approve it when the new element is meant." },
  removed: { action: "approve", advice: "Approve it when the element is meant to be gone; otherwise it is a fault." },
  unknown: { action: "approve", advice: "Look at the diff picture; approve what is meant." },
};
/** For what earlier runs, or five seconds of frames, have shown to change by itself. */
const MOVING = {
  action: "rule" as const,
  advice: "Add a dynamic rule for it, or stop the movement for the shot.",
};
const CHANGING_CONTENT = {
  action: "rule" as const,
  advice: "It changes by itself: add a content rule (number, date, price) or a dynamic rule.",
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
