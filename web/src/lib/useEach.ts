// Effects that must not run again when a page that was hidden is shown again (`sessionTurn.ts`).
import { useEffect, useRef } from "react";

const NOTHING_YET = Symbol();

/** Runs `work` first and for each other value, as an effect does, but not again for the same one. */
export function useEach(value: unknown, work: () => void): void {
  const last = useRef<unknown>(NOTHING_YET);
  useEffect(() => {
    if (last.current === value) return;
    last.current = value;
    work();
  });
}
