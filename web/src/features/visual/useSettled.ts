// A value that changes many times a second while a key is held, for what need not follow each of them.
import { useEffect, useRef, useState } from "react";

/** A held key repeats about every 33 ms; people press one no sooner again than this. */
const QUICK_MS = 150;

/** The value at once when it had rested before; else when it rests. Give it the same object for the same value. */
export function useSettled<T>(value: T): T {
  const [settled, settle] = useState(value);
  const changed = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const rested = performance.now() - changed.current > QUICK_MS;
    changed.current = performance.now();
    if (rested) return settle(value);
    const timer = setTimeout(() => settle(value), QUICK_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
