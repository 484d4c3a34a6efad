// Takes a screenshot in somebody else's test the way Plumbline takes its own: the page is stabilised first, and restored afterwards.
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright";
import { pageMapSource } from "../../activities/capture/engine/pageMap.ts";
import { type ProgramReport, programSource } from "../../activities/capture/engine/program.ts";
import { shootUntilStable } from "../../activities/capture/engine/shoot.ts";
import { contextPart, enabledStabilisers } from "../../activities/capture/stabilisers/index.ts";
import type { Stabiliser } from "../../activities/capture/stabilisers/stabiliser.ts";
import type { Clip } from "../../browsers/page/pageDriver.ts";
import { nearestViewport } from "../../domain/import/backstopViewports.ts";
import type { PageMap } from "../../domain/visual/pageMap.ts";
import {
  BROWSERS,
  type BrowserName,
  DEFAULT_MAX_HEIGHT,
  NO_TOLERANCE,
  type ShotSpec,
  type Viewport,
} from "../../domain/visual/shot.ts";
import { remember } from "./remember.ts";
import type { PlumblineOptions } from "./types/index.d.ts";

export type Picture = {
  png: Uint8Array;
  stable: boolean;
  viewport: Viewport;
  browser: BrowserName;
  browserVersion: string;
  /** Positions of the elements; null if the page did not respond. */
  map: PageMap | null;
};

export async function takePicture(page: Page, name: string, options: PlumblineOptions): Promise<Picture> {
  const kind = page.context().browser()?.browserType().name() as BrowserName;
  if (!BROWSERS.includes(kind)) throw new Error(`Plumbline supports ${BROWSERS.join(", ")}, not the browser ${kind}.`);
  const viewport = await viewportOf(page, options.viewport);
  const spec = specOf(name, viewport, kind, options);
  const enabled = enabledStabilisers(spec);
  const holdsImages = false;
  const program = (again: boolean) =>
    page.evaluate(
      programSource(again ? "again" : "all", spec, enabled, { holdsImages, maxHeight: DEFAULT_MAX_HEIGHT }).expression,
    ) as Promise<ProgramReport>;

  // The test must find the page as it left it.
  const before = await page.evaluateHandle(remember);
  const moving = await page.evaluate(() => !matchMedia("(prefers-reduced-motion: reduce)").matches);
  if (moving) await page.emulateMedia({ reducedMotion: "reduce" });
  try {
    await settle(page, enabled, spec);
    await program(false);
    const { mask, locator, fullPage = true } = options;
    const shot = { type: "png", animations: "disabled", caret: "hide", ...(mask && { mask }) } as const;
    const { frame, stable } = await shootUntilStable(
      {
        shoot: () => (locator ? locator.screenshot(shot) : page.screenshot({ ...shot, fullPage })),
        refresh: async () => void (await program(true)),
        sleep: (ms) => sleep(ms),
        now: () => performance.now(),
      },
      { sha256: null },
    );
    const browserVersion = page.context().browser()?.version() ?? "unknown";
    const map = await mapOf(page, options);
    return { png: frame.png, stable, viewport, browser: kind, browserVersion, map };
  } finally {
    if (moving) await page.emulateMedia({ reducedMotion: "no-preference" });
    await before.evaluate((restore) => restore()).finally(() => before.dispose());
  }
}

/** Without a map, the pixels are still compared and changes are just not described, so a failure here must not fail the test. */
async function mapOf(page: Page, { locator, fullPage = true }: PlumblineOptions): Promise<PageMap | null> {
  try {
    const box = locator ? await locator.boundingBox() : null;
    if (locator && box === null) return null;
    const clip: Clip = await page.evaluate(clipOf, { box, fullPage });
    return (await page.evaluate(pageMapSource(clip, []))) as PageMap;
  } catch {
    return null;
  }
}

/** Runs in the page. Returns the area that the screenshot shows, from the top left corner of the page. */
const clipOf = ({ box, fullPage }: { box: Clip | null; fullPage: boolean }): Clip => {
  const { documentElement: root, body } = document;
  if (box) return { ...box, x: box.x + scrollX, y: box.y + scrollY };
  if (!fullPage) return { x: scrollX, y: scrollY, width: innerWidth, height: innerHeight };
  const width = Math.max(root.scrollWidth, root.clientWidth, body?.scrollWidth ?? 0);
  return { x: 0, y: 0, width, height: Math.max(root.scrollHeight, root.clientHeight, body?.scrollHeight ?? 0) };
};

/** Prepares a page before it is opened. */
export async function prepareContext(
  page: Page,
  { time, random = false }: { time?: string; random?: boolean },
): Promise<void> {
  const viewport: Viewport = { name: "desktop", width: 1, height: 1, scale: 1, mobile: false };
  const spec: ShotSpec = {
    ...specOf("", viewport, "chromium", {}),
    fixedTime: time ?? null,
    stabilisers: { fixedClock: time !== undefined, fixedRandom: random },
  };
  const { initScript } = contextPart(enabledStabilisers(spec), spec);
  await page.emulateMedia({ reducedMotion: "reduce" });
  if (initScript !== "") await page.addInitScript({ content: initScript });
}

/** Applies the stabilisers that run outside the page. Earlier requests are known only to Playwright. */
async function settle(page: Page, enabled: readonly Stabiliser[], spec: ShotSpec): Promise<void> {
  const quiet = (timeout: number) =>
    page.waitForLoadState("networkidle", { timeout }).then(
      () => true,
      () => false,
    );
  for (const { apply } of enabled) {
    // A page that never stops fetching is still captured, as in Plumbline's own tests.
    await apply?.({ page, openRequests: () => [], quiet }, spec).catch(() => undefined);
  }
}

async function viewportOf(page: Page, wanted: PlumblineOptions["viewport"]): Promise<Viewport> {
  const { width, height, scale } = await page.evaluate(() => ({
    width: innerWidth,
    height: innerHeight,
    scale: devicePixelRatio,
  }));
  return { name: wanted ?? nearestViewport(width), width, height, scale, mobile: false };
}

function specOf(name: string, viewport: Viewport, browser: BrowserName, options: PlumblineOptions): ShotSpec {
  const part = options.locator !== undefined || options.fullPage === false;
  return {
    runId: "",
    projectId: "",
    environmentId: "",
    scenarioId: "",
    url: "",
    scenarioLabel: name,
    // For a part of the page, its scrolling and sticky elements stay as they are.
    selector: part ? "html" : null,
    viewport,
    browser,
    delay: 0,
    readySelector: null,
    hideSelectors: options.hide ?? [],
    removeSelectors: options.remove ?? [],
    steps: [],
    dismissSelectors: [],
    stabilisers: options.stabilisers ?? {},
    fixedTime: null,
    comparisonRules: [],
    contentRules: [],
    misMatchThreshold: NO_TOLERANCE,
    maxHeight: DEFAULT_MAX_HEIGHT,
  };
}
