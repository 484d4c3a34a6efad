// Whether two pictures were drawn by one renderer, and so may be held against each other byte by byte.
import type { Renderer } from "./outcome.ts";

const PARTS = ["browser", "version", "platform", "fonts"] as const;

/** "version: 130.0 → 131.0" for each part that differs; one sentence when one of the two is not known. */
export function rendererChanges(before: Renderer | null, now: Renderer | null): string[] {
  if (!before || !now) return ["it is not known what drew one of them"];
  return PARTS.filter((part) => before[part] !== now[part]).map((part) => `${part}: ${before[part]} → ${now[part]}`);
}
