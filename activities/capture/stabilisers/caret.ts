import type { Stabiliser } from "./stabiliser.ts";

/** Hides what the browser adds for interaction: the blinking caret, scrollbars, spelling marks. */
export const caret: Stabiliser = {
  name: "caret",
  phase: "shoot",
  boundMs: 1_000,
  inPage: (tools) => {
    tools.style(
      "caret",
      `input,textarea,[contenteditable]{caret-color:transparent!important}
      *::-webkit-scrollbar{display:none!important}
      @supports (-moz-appearance:none){*{scrollbar-width:none!important}}`,
    );
    for (const tree of tools.trees()) {
      for (const editable of tree.querySelectorAll<HTMLElement>("textarea,input,[contenteditable]"))
        if (editable.spellcheck) editable.spellcheck = false;
    }
  },
  explainFailure: () => "The caret, scrollbars or spelling marks could not be hidden.",
};
