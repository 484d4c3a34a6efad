// Determines whether the same renderer drew two screenshots, so that they can be compared byte by byte.
import type { Renderer } from "./outcome.ts";

const PARTS = ["browser", "version", "platform", "fonts"] as const;

/** Returns "version: 130.0 → 131.0" for each part that differs, or one sentence if one of the renderers is unknown. */
export function rendererChanges(before: Renderer | null, now: Renderer | null): string[] {
  if (!before || !now) return ["the renderer of one of them is unknown"];
  return PARTS.filter((part) => before[part] !== now[part]).map((part) => `${part}: ${before[part]} → ${now[part]}`);
}
