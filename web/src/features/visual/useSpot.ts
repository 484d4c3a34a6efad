// Which change of the result one looks at: its first until one steps on, and none where it shows none.
import { useCallback, useState } from "react";

type Spot = { of: string | undefined; at: number; visit: number };

/** `visit` is another figure each time one comes to a change, also to the same one. */
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
    /** Brings the same one back into the picture. */
    again: useCallback(() => go((at) => at), [go]),
  };
}
