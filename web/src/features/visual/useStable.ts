// Functions that stay the same from one drawing to the next.
import { useRef, useState } from "react";

/** The same functions from one drawing to the next, each running its newest self: what gets them is not drawn anew. */
export function useStable<T extends object>(actions: T): T {
  const newest = useRef(actions);
  newest.current = actions;
  const [stable] = useState(() => {
    const names = Object.keys(actions) as (keyof T)[];
    const call = (name: keyof T) => [name, (...told: unknown[]) => (newest.current[name] as Action)(...told)] as const;
    return Object.fromEntries(names.map(call)) as T;
  });
  return stable;
}
type Action = (...told: unknown[]) => unknown;
