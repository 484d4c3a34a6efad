import type { Stabiliser } from "./stabiliser.ts";

/** Waits until requested fonts are loaded, because until then text is drawn in another font, or not at all. */
export const fonts: Stabiliser = {
  name: "fonts",
  phase: "settle",
  boundMs: 5_000,
  inPage: async (tools) => {
    for (const document of tools.documents) if (document.fonts?.status === "loading") await document.fonts.ready;
  },
  explainFailure: () =>
    "The page's fonts were not there after 5 s, so its text may be drawn in another font than in other runs.",
};
