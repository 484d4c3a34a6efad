// Plumbline, capturing and judging like a run, without the service around it.
import { createComparePool } from "../../../activities/compare/engine/pool.ts";
import { createBrowserPool } from "../../../browsers/browserPool.ts";
import type { ComparisonRule } from "../../../domain/visual/shot.ts";
import { createMeasure, type Picture, specOf } from "../measure.ts";
import type { Page, TruthTool } from "./tool.ts";

export const tool: TruthTool = {
  name: "Plumbline",
  settings: "",
  async open(place) {
    const pool = createBrowserPool();
    const pictures = createComparePool();
    const measure = createMeasure(pool, pictures);
    const baselines = new Map<string, Picture>();
    const spec = ({ url, masks }: Page) =>
      specOf(
        url,
        place,
        masks.map((selector): ComparisonRule => ({ id: selector, selector, mode: "ignore" })),
      );
    return {
      async baseline(page) {
        baselines.set(page.url, await measure.baseline(spec(page)));
      },
      async judge(page) {
        const base = baselines.get(page.url);
        if (!base) throw new Error(`${page.url} has no baseline.`);
        const { passed, sentences } = await measure.judge(spec(page), base);
        return { passed, says: sentences.slice(0, 2).join(" ") };
      },
      async close() {
        await Promise.all([pool.close(), pictures.close()]);
      },
    };
  },
};
