import type { Stabiliser } from "./stabiliser.ts";

const BOUND_MS = 3_000;

/** Waits while the page fetches. Costs nothing if no request is pending. */
export const networkQuiet: Stabiliser = {
  name: "networkQuiet",
  phase: "settle",
  boundMs: BOUND_MS + 500,
  apply: async (page) => {
    if (await page.quiet(BOUND_MS)) return undefined;
    const open = page.openRequests();
    throw new Error(`${open.slice(0, 3).join(", ")}${open.length > 3 ? ` and ${open.length - 3} more` : ""}`);
  },
  explainFailure: ({ message }) =>
    `The network did not become quiet within 3 s${message === "" ? "" : `; still open: ${message}`}.`,
};
