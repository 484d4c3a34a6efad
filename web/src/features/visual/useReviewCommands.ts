// Keyboard commands of the visual review in one table, also used by the shortcut list and the palette.
import { useCommands } from "../../lib/commands.tsx";
import type { Pane } from "./panes.ts";
import type { FirstRule } from "./ruleModes.ts";
import { MODES, type Mode } from "./scene.ts";

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
  /** Opens the same page in the next viewport or browser. */
  other: (what: "viewport" | "browser") => void;
  /** Toggles between deciding the results of a change together and one by one. */
  alone: () => void;
  fold: (pane: Pane) => void;
  full: (full?: boolean) => void;
  /** `first`: initial values of the form. */
  rule: (first?: FirstRule) => void;
  filter: () => void;
  copy: () => void;
};

const group = "Visual review";
const movement = { group, keysOnly: true, held: true } as const;
const decision = { group, decides: true } as const;
const PART = 0.05;

type Told = { actions: ReviewActions; mayWrite: boolean; full: boolean };

export function useReviewCommands({ actions, mayWrite, full }: Told): void {
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
      title: "Full size at the change, or the whole width; a tiny difference enlarged",
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
    { id: "review-viewport", title: "Next viewport", keys: "v", group, run: () => actions.other("viewport") },
    { id: "review-browser", title: "Next browser", keys: "b", group, run: () => actions.other("browser") },
    { id: "review-alone", title: "Review viewports together or one by one", keys: "e", group, run: actions.alone },
    { id: "review-list", title: "List of results: show or hide", keys: "[", group, run: () => actions.fold("list") },
    { id: "review-panel", title: "Details: show or hide", keys: "]", group, run: () => actions.fold("panel") },
    { id: "review-nav", title: "Navigation: show or hide", group, run: () => actions.fold("nav") },
    { id: "review-full", title: "Full window", keys: "f", group, run: () => actions.full() },
    ...(full
      ? [{ id: "review-leave", title: "Leave full window", keys: "Escape", group, run: () => actions.full(false) }]
      : []),
    { id: "review-filter", title: "Filter the results", keys: "/", group, run: actions.filter },
    { id: "review-copy", title: "Copy the link", keys: "c", group, run: actions.copy },
  ]);
}
