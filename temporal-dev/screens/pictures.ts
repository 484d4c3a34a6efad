// Pictures for the documentation. To add one, add a row here; `npm run -s docs:screens` writes docs/screens/<file>.
import type { Page } from "playwright";
import sharp from "sharp";
import type { ShotResult } from "../apiClient.ts";

/** What the pictures show: the service on the demo shop, after baselines of the good shop and a test of the flawed one. */
export type Scene = {
  apiUrl: string;
  /** Credentials of an administrator for the sign-in form. */
  credentials: { email: string; password: string };
  project: string;
  /** The visual test of the flawed shop, and its results. */
  runId: string;
  results: readonly ShotResult[];
  /** Opens a new page of this size. */
  open(size: { width: number; height: number }): Promise<Page>;
  /** Returns the service's response to a GET request. */
  read(path: string): Promise<Buffer>;
};

export type Picture = { file: string; shows: string; take(scene: Scene): Promise<Buffer> };

/** Scenarios tested in the scene: enough to have something to show. */
export const SCENARIOS = ["Home", "Product: Beeswax candles", "Product: Linen throw"];

export const PICTURES: readonly Picture[] = [
  {
    file: "difference.png",
    shows: "Baseline, new screenshot and difference of one page, cropped to what changed",
    async take({ results, read }) {
      const result = results.find(
        ({ scenarioLabel, viewport }) => scenarioLabel === "Product: Beeswax candles" && viewport === "desktop",
      );
      const links = result?.artifacts as Record<"baseline" | "test" | "diff", string> | undefined;
      const box = (result?.regions[0] as { box?: Box } | undefined)?.box;
      if (!links || !box) throw new Error("The flawed shop shows no difference on the page of the candles.");
      const parts = await Promise.all([links.baseline, links.test, links.diff].map(read));
      return sideBySide(parts, box);
    },
  },
  {
    file: "report.png",
    shows: "The HTML report of a visual test",
    async take({ runId, open, read }) {
      const page = await open({ width: 1000, height: 1420 });
      const report = await read(`/api/ci/runs/${runId}/report?format=html`);
      await page.setContent(report.toString("utf8"), { waitUntil: "load" });
      return page.screenshot();
    },
  },
];

type Box = { x: number; y: number; width: number; height: number };

/** Size of one crop, in page pixels. */
const PIECE = { width: 720, height: 460 };
const MARGIN = 60;
const GAP = 24;
const WIDEST = 1_600;

/** Returns the same crop of several pictures, side by side. */
async function sideBySide(pictures: readonly Buffer[], box: Box): Promise<Buffer> {
  const { width: most = 0, height: tallest = 0 } = await sharp(pictures[0]).metadata();
  const width = Math.min(most, Math.max(PIECE.width, Math.ceil(box.width) + 2 * MARGIN));
  const height = Math.min(tallest, Math.max(PIECE.height, Math.ceil(box.height) + 2 * MARGIN));
  const left = Math.min(most - width, Math.max(0, Math.floor(box.x) - MARGIN));
  const top = Math.min(tallest - height, Math.max(0, Math.floor(box.y) - MARGIN));
  const pieces = await Promise.all(
    pictures.map((picture) => sharp(picture).extract({ left, top, width, height }).png().toBuffer()),
  );
  const whole = { width: pieces.length * width + (pieces.length - 1) * GAP, height };
  const joined = await sharp({ create: { ...whole, channels: 3, background: "#ffffff" } })
    .composite(pieces.map((input, at) => ({ input, left: at * (width + GAP), top: 0 })))
    .png()
    .toBuffer();
  return sharp(joined).resize({ width: WIDEST, withoutEnlargement: true }).png().toBuffer();
}
