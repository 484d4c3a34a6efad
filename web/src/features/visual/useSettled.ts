// A value that changes many times a second while a key is held, for what need not follow each of them.
import { useEffect, useReducer, useRef, useState } from "react";

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

/** Reading, decoding and drawing two pictures takes a small machine longer than a held key's 33 ms. */
const PACE_MS = 150;

/** The value at once, but that of another key no sooner than 150 ms after the one before. */
export function usePaced<T>(value: T, key: string | undefined): T {
  const paced = useRef({ value, key, at: Number.NEGATIVE_INFINITY });
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const now = performance.now();
  const left = paced.current.key === key ? 0 : PACE_MS - (now - paced.current.at);
  if (left <= 0) paced.current = { value, key, at: paced.current.key === key ? paced.current.at : now };
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(draw, left);
    return () => clearTimeout(timer);
  });
  return paced.current.value;
}
