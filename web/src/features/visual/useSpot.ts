// Which change of the result is selected: the first one initially, or none if there are none.
import { useCallback, useState } from "react";

type Spot = { of: string | undefined; at: number; visit: number };

/** `visit` is a new number with every selection, even of the same change. */
export function useSpot(current: string | undefined, count: number) {
  const [kept, setKept] = useState<Spot>({ of: current, at: 0, visit: 0 });
  const spot = kept.of === current ? kept : { of: current, at: 0, visit: 0 };
  const go = useCallback(
    (to: (at: number) => number) =>
      setKept((now) => {
        const from = now.of === current ? now : { at: 0, visit: 0 };
        return { of: current, at: to(from.at), visit: from.visit + 1 };
      }),
    [current],
  );
  return {
    region: count > 0 ? Math.min(spot.at, count - 1) : null,
    visit: spot.visit,
    goTo: useCallback((at: number) => go(() => at), [go]),
    step: useCallback((by: 1 | -1) => go((at) => (count > 0 ? (at + by + count) % count : 0)), [go, count]),
    /** Shows the same change again. */
    again: useCallback(() => go((at) => at), [go]),
  };
}
