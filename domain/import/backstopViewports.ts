// Maps BackstopJS viewports, of which there can be any number with any size, to the project's phone, tablet and desktop.
import { DEFAULT_VIEWPORTS, VIEWPORT_NAMES, type ViewportName } from "../visual/shot.ts";
import type { LeftOut, ViewportSizes } from "./types.ts";

export type BackstopViewport = { path: string; label: string; width: number; height: number };

/** Returns the name whose default width is closest; a tie goes to the wider one (tables and desktops show more). */
export function nearestViewport(width: number): ViewportName {
  let best: ViewportName = "desktop";
  for (const name of [...VIEWPORT_NAMES].reverse())
    if (Math.abs(DEFAULT_VIEWPORTS[name].width - width) < Math.abs(DEFAULT_VIEWPORTS[best].width - width)) best = name;
  return best;
}

/** Returns the distinct names of a list, in its order. */
export function viewportNames(list: BackstopViewport[]): ViewportName[] {
  return [...new Set(list.map((v) => nearestViewport(v.width)))];
}

/**
 * Chooses one size for each name: of several, the one closest to the default width (the first among equals). The configuration's own list
 * takes precedence over the lists of single scenarios. Every viewport with a different size is listed.
 */
export function chooseSizes(
  common: BackstopViewport[],
  ofScenarios: BackstopViewport[],
): { sizes: ViewportSizes; needsYou: LeftOut[]; warnings: string[] } {
  const chosen = new Map<ViewportName, BackstopViewport>();
  for (const list of [common, ofScenarios]) {
    const settled = new Set(chosen.keys());
    for (const v of list) {
      const name = nearestViewport(v.width);
      const now = chosen.get(name);
      if (settled.has(name)) continue;
      if (!now || distance(name, v) < distance(name, now)) chosen.set(name, v);
    }
  }
  const needsYou = [...common, ...ofScenarios].flatMap((v) => {
    const name = nearestViewport(v.width);
    const size = chosen.get(name) as BackstopViewport;
    if (v.width === size.width && v.height === size.height) return [];
    const reason = `${v.width}×${v.height} is closest to ${name}, which is ${size.width}×${size.height} in this project: one size for each of ${VIEWPORT_NAMES.join(", ")}`;
    return [{ path: v.path, reason }];
  });
  const sizes: ViewportSizes = {};
  const warnings: string[] = [];
  for (const name of VIEWPORT_NAMES) {
    const v = chosen.get(name);
    const usual = DEFAULT_VIEWPORTS[name];
    if (!v || (v.width === usual.width && v.height === usual.height)) continue;
    sizes[name] = { ...usual, width: v.width, height: v.height };
    warnings.push(
      `The viewport "${v.label}" became ${name}: ${v.width}×${v.height} instead of ${usual.width}×${usual.height}.`,
    );
  }
  return { sizes, needsYou, warnings };
}

function distance(name: ViewportName, v: BackstopViewport): number {
  return Math.abs(DEFAULT_VIEWPORTS[name].width - v.width);
}
