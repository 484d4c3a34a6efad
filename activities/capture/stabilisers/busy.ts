import type { Stabiliser } from "./stabiliser.ts";

/** Waits while the page marks a visible part as still loading (`aria-busy`). */
export const busy: Stabiliser = {
  name: "busy",
  phase: "settle",
  boundMs: 4_000,
  inPage: async (tools) => {
    const began = performance.now();
    for (;;) {
      let count = 0;
      for (const tree of tools.trees()) {
        for (const element of tree.querySelectorAll('[aria-busy="true"]')) {
          const box = element.getBoundingClientRect();
          if (box.width * box.height > 0) count += 1;
        }
      }
      if (count === 0) return;
      if (performance.now() - began > tools.boundMs - 250) throw new Error(`${count}`);
      await tools.sleep(50);
    }
  },
  explainFailure: ({ message }) =>
    `${/^\d+$/.test(message) && message !== "1" ? `${message} parts` : "A part"} of the page still had aria-busy after 4 s.`,
};
