// Throttles a value that changes many times a second while a key is held down.
import { useEffect, useReducer, useRef, useState } from "react";

/** A held key repeats about every 33 ms; two separate presses are further apart than this. */
const QUICK_MS = 150;

/** Returns the value immediately if it has been stable, else once it settles. Pass the same object for the same value. */
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

/** Reading, decoding and drawing two pictures takes a slow machine longer than a held key's 33 ms. */
const PACE_MS = 150;

/** Returns the value immediately, except that a value with a new `key` appears at the earliest 150 ms after the previous one. */
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
