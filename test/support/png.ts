// Small pictures for tests that need bytes and no browser.
import { PNG } from "pngjs";

/** A PNG of one colour. */
export function plainPng(width: number, height: number, [r, g, b]: readonly [number, number, number]): Buffer {
  const png = new PNG({ width, height });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([r, g, b, 255], at);
  return PNG.sync.write(png);
}
