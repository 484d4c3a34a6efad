// Changes of forms that would be lost if the person left the page, and the question before that.
import { useBlocker } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

/** What a form holds; null if nothing was entered. */
export type Entries = "changed" | "sending" | null;

const forms = new Set<() => Entries>();

/** Returns whether a form of the page, or of a dialog over it, has changes. What is being sent is not lost. */
export const hasUnsaved = (): boolean => [...forms].some((entries) => entries() === "changed");

/** The same at the end of a session, when what is being sent is refused. */
export const hasEntries = (): boolean => [...forms].some((entries) => entries() !== null);

/** Makes leaving the page ask while there are changes. */
export function useUnsaved(entries: () => Entries): void {
  const form = useRef(entries);
  form.current = entries;
  useEffect(() => {
    const latest = () => form.current();
    forms.add(latest);
    return () => {
      forms.delete(latest);
    };
  }, []);
}

/**
 * Holds a link, Back or the browser's own navigation while `isLost`. `staysHere`: only the query changes. What the page itself changes
 * there, such as a filter, is not held.
 */
export function useLeaving(isLost: (staysHere: boolean) => boolean, enabled = true) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ action, current, next }) => {
      const staysHere = current.pathname === next.pathname;
      return !(staysHere && (action === "PUSH" || action === "REPLACE")) && isLost(staysHere);
    },
    enableBeforeUnload: () => isLost(false),
    disabled: !enabled,
    withResolver: true,
  });
  return { isAsked: status === "blocked", answer: (leaves: boolean) => (leaves ? proceed : reset)?.() };
}
