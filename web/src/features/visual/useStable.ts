// Functions whose identity stays the same between renders.
import { useRef, useState } from "react";

/** Returns functions with a stable identity that always call the newest version, so that components receiving them do not re-render. */
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
