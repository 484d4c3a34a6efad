// Assigns BackstopJS reference bitmaps to scenarios as baselines. Pure: based on the file names.

import { type Fields, fieldsOf, listOf } from "../fields.ts";
import type { FileScenario } from "../projectFile/types.ts";
import { DEFAULT_VIEWPORTS, type ViewportName } from "../visual/shot.ts";
import { nearestViewport } from "./backstopViewports.ts";
import type { LeftOut, ViewportSizes } from "./types.ts";

export type Bitmap = { file: string; label: string; viewport: ViewportName; width: number; height: number };
type Sizes = Partial<Record<ViewportName, Partial<Pick<NonNullable<ViewportSizes["phone"]>, "width" | "height">>>>;

const FOLDER = "backstop_data/bitmaps_reference";
const WHOLE_PAGE = ["document", "body:noclip"];

/** Returns the folder of the bitmaps, relative to the configuration's own folder. */
export function bitmapsFolder(config: Fields): string {
  const named = fieldsOf(config.paths).bitmaps_reference;
  return typeof named === "string" && named !== "" ? named : FOLDER;
}

/**
 * `scenarios` and `sizes`: result of converting the configuration. A scenario is imported with all of its viewports or not at all, because
 * the missing ones would have no baseline.
 */
export function backstopBitmaps(
  config: Fields,
  files: readonly string[],
  { scenarios, sizes }: { scenarios: readonly FileScenario[]; sizes: Sizes },
): { bitmaps: Bitmap[]; leftOut: LeftOut[] } {
  if (typeof config.fileNameTemplate === "string")
    return {
      bitmaps: [],
      leftOut: [{ path: "fileNameTemplate", reason: "reference bitmaps with custom names are not imported" }],
    };
  const bitmaps: Bitmap[] = [];
  const leftOut: LeftOut[] = [];
  const defaults = fieldsOf(config.scenarioDefaults);
  for (const [at, one] of listOf(config.scenarios).entries()) {
    const own = { ...defaults, ...fieldsOf(one) };
    const scenario = scenarios.find(({ label }) => label === own.label);
    if (!scenario) continue;
    const found = bitmapsOf(config, own, files, { scenario, sizes });
    if (typeof found === "string") leftOut.push({ path: `scenarios[${at}]`, reason: found });
    else bitmaps.push(...found);
  }
  return { bitmaps, leftOut };
}

/** Returns the bitmaps of one scenario, or why they are not imported. */
function bitmapsOf(
  config: Fields,
  own: Fields,
  files: readonly string[],
  { scenario, sizes }: { scenario: FileScenario; sizes: Sizes },
): Bitmap[] | string {
  const { label } = scenario;
  const selectors = listOf(own.selectors).map(String);
  const selector = selectors[0] ?? "document";
  if (selectors.length > 1 || !WHOLE_PAGE.includes(selector))
    return "its reference bitmaps are not imported: only those of the whole page are";
  const lists = [own, fieldsOf(config.scenarioDefaults), config].map((from) => listOf(from.viewports));
  const viewports = (lists.find((list) => list.length > 0) ?? []).map(fieldsOf);
  const taken: Bitmap[] = [];
  for (const viewport of scenario.viewports ?? []) {
    const { width, height } = { ...DEFAULT_VIEWPORTS[viewport], ...sizes[viewport] };
    const at = viewports.findIndex((of) => of.width === width && of.height === height);
    if (at < 0 || nearestViewport(width) !== viewport) return `no reference bitmap has the size of ${viewport}`;
    const end = endOf({ label, selector, at, viewport: viewports[at] ?? {} });
    const file = files.find(
      (name) => name === `${idOf(config)}${end}` || (config.id === undefined && name.endsWith(end)),
    );
    if (file === undefined) return `has no reference bitmap for ${viewport} (…${end})`;
    taken.push({ file, label, viewport, width, height });
  }
  return taken;
}

const idOf = ({ id }: Fields): string => plain(String(id ?? ""));

/**
 * Returns the end of the file name as BackstopJS writes it: spaces and slashes become underscores, and only letters, digits, dashes and
 * underscores are kept.
 */
function endOf({ label, selector, at, viewport }: { label: string; selector: string; at: number; viewport: Fields }) {
  const size = spaced(String(viewport.label ?? viewport.name ?? ""));
  const name = plain(`_${spaced(label)}_0_${plain(selector)}_${at}_${size}`);
  return `${name}.png`;
}

const spaced = (text: string): string => text.replace(/[ /]/g, "_");
const plain = (text: string): string => text.replace(/[^a-z0-9_-]/gi, "");
