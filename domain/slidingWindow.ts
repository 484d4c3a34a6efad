// A limit of calls in any stretch of time, whenever it begins: what was let in is kept in slots of a sixtieth of the window.

/** Calls that were let in from `at` (ms, the start of a slot) on. */
export type Slot = { at: number; hits: number };

/** `retryAfterMs`: of a refused call, when one will be let in if no other comes first; else 0. */
export type Slide = { allowed: boolean; slots: Slot[]; hits: number; retryAfterMs: number };

const SLOTS = 60;

/**
 * Whether one more call is let in. A slot counts until its last moment is a whole window ago, so a window of any start holds
 * `limit` calls at most; refused calls are not counted, or whoever keeps calling would never be let in again.
 */
export function slide(
  before: readonly Slot[],
  now: number,
  { limit, windowMs }: { limit: number; windowMs: number },
): Slide {
  const width = windowMs / SLOTS;
  const slots = before.filter(({ at }) => at + width + windowMs > now);
  const hits = slots.reduce((sum, slot) => sum + slot.hits, 0);
  if (hits >= limit) {
    // As many of the oldest have to go as are over the limit with this one.
    let gone = 0;
    const last = slots.find((slot) => {
      gone += slot.hits;
      return hits - gone < limit;
    });
    return { allowed: false, slots, hits, retryAfterMs: last ? last.at + width + windowMs - now : windowMs };
  }
  const at = Math.floor(now / width) * width;
  const rest = slots.filter((slot) => slot.at !== at);
  const own = slots.find((slot) => slot.at === at)?.hits ?? 0;
  return { allowed: true, slots: [...rest, { at, hits: own + 1 }], hits: hits + 1, retryAfterMs: 0 };
}
