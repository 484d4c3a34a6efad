// The keys of the visual review: one table, which the sheet of keys and the palette show as well.
import { useCommands } from "../../lib/commands.tsx";
import { MODES, type Mode } from "./draw.ts";
import type { FirstRule } from "./ruleModes.ts";

export type ReviewActions = {
  move: (by: 1 | -1, what: "shot" | "group") => void;
  approve: () => unknown;
  approveGroup: () => unknown;
  reject: () => unknown;
  note: () => unknown;
  later: () => unknown;
  ignore: () => void;
  undo: () => unknown;
  redo: () => unknown;
  mode: (mode: Mode) => void;
  zoom: () => void;
  zoomBy: (factor: number) => void;
  scroll: (dx: number, dy: number) => void;
  part: (by: number) => void;
  region: (by: 1 | -1) => void;
  outlines: () => void;
  /** `first`: what the form begins with. */
  rule: (first?: FirstRule) => void;
  filter: () => void;
  copy: () => void;
};

const group = "Visual review";
const movement = { group, keysOnly: true, held: true } as const;
const decision = { group, decides: true } as const;
const PART = 0.05;

export function useReviewCommands({ actions, mayWrite }: { actions: ReviewActions; mayWrite: boolean }): void {
  useCommands([
    { id: "review-next", title: "Next group", keys: "j", run: () => actions.move(1, "group"), ...movement },
    { id: "review-previous", title: "Previous group", keys: "k", run: () => actions.move(-1, "group"), ...movement },
    { id: "review-next-shot", title: "Next result", keys: "J", run: () => actions.move(1, "shot"), ...movement },
    {
      id: "review-previous-shot",
      title: "Previous result",
      keys: "K",
      run: () => actions.move(-1, "shot"),
      ...movement,
    },
    ...(mayWrite
      ? [
          { id: "review-approve", title: "Approve", keys: "a", run: actions.approve, ...decision },
          {
            id: "review-approve-group",
            title: "Approve the whole group",
            keys: "A",
            run: actions.approveGroup,
            ...decision,
          },
          { id: "review-reject", title: "Reject", keys: "x", run: actions.reject, ...decision },
          { id: "review-note", title: "Reject with a note", keys: "X", group, run: actions.note },
          { id: "review-later", title: "Mark for later", keys: "m", run: actions.later, ...decision },
          { id: "review-ignore", title: "Ignore this change", keys: "i", group, run: actions.ignore },
          { id: "review-undo", title: "Undo the last decision", keys: "u", group, run: actions.undo },
          { id: "review-redo", title: "Redo the decision that was undone", keys: "U", run: actions.redo, ...decision },
          { id: "review-rule", title: "New rule", keys: "r", group, run: () => actions.rule() },
        ]
      : []),
    ...MODES.map(({ id, key, title }) => ({
      id: `review-mode-${id}`,
      title,
      keys: key,
      group,
      run: () => actions.mode(id),
    })),
    {
      id: "review-zoom",
      title: "Fit or full size; of a tiny difference fit or enlarged",
      keys: "z",
      group,
      run: actions.zoom,
    },
    { id: "review-larger", title: "Larger", keys: "+", run: () => actions.zoomBy(1.25), ...movement },
    { id: "review-smaller", title: "Smaller", keys: "-", run: () => actions.zoomBy(0.8), ...movement },
    { id: "review-region", title: "Next change", keys: "n", run: () => actions.region(1), ...movement },
    { id: "review-region-back", title: "Previous change", keys: "p", run: () => actions.region(-1), ...movement },
    { id: "review-outlines", title: "Outlines on or off", keys: "o", group, run: actions.outlines },
    { id: "review-down", title: "Scroll down", keys: "ArrowDown", run: () => actions.scroll(0, 0.4), ...movement },
    { id: "review-up", title: "Scroll up", keys: "ArrowUp", run: () => actions.scroll(0, -0.4), ...movement },
    { id: "review-right", title: "To the right", keys: "ArrowRight", run: () => actions.scroll(0.4, 0), ...movement },
    { id: "review-left", title: "To the left", keys: "ArrowLeft", run: () => actions.scroll(-0.4, 0), ...movement },
    { id: "review-less", title: "Slider or onion skin: less", keys: ",", run: () => actions.part(-PART), ...movement },
    { id: "review-more", title: "Slider or onion skin: more", keys: ".", run: () => actions.part(PART), ...movement },
    { id: "review-filter", title: "Filter the results", keys: "/", group, run: actions.filter },
    { id: "review-copy", title: "Copy the link", keys: "c", group, run: actions.copy },
  ]);
}
