// Rate limit over a sliding window. Allowed calls are counted in slots of a sixtieth of the window.

/** Number of calls that were allowed in the slot starting at `at` (ms). */
export type Slot = { at: number; hits: number };

/** `retryAfterMs`: for a refused call, the time until a call is allowed if no other comes first; otherwise 0. */
export type Slide = { allowed: boolean; slots: Slot[]; hits: number; retryAfterMs: number };

const SLOTS = 60;

/**
 * Decides whether one more call is allowed. A slot counts until its last moment is a whole window ago, so any window contains at most
 * `limit` calls. Refused calls are not counted; otherwise a caller that keeps calling would never be allowed again.
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
    // Find the oldest slots that must expire before one more call fits under the limit.
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
