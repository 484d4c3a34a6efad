// Small PNGs for tests that need bytes but no browser.
import { PNG } from "pngjs";

/** Returns a PNG of a single color. */
export function plainPng(width: number, height: number, [r, g, b]: readonly [number, number, number]): Buffer {
  const png = new PNG({ width, height });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([r, g, b, 255], at);
  return PNG.sync.write(png);
}
