// Changes of forms that would be lost if the person left the page, and the question before that.
import { useBlocker } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

const forms = new Set<{ readonly current: boolean }>();

/** Returns whether a form of the page, or of a dialog over it, has changes. */
export const hasUnsaved = (): boolean => [...forms].some(({ current }) => current);

/** Makes leaving the page ask while `isChanged`. */
export function useUnsaved(isChanged: boolean): void {
  const form = useRef(isChanged);
  form.current = isChanged;
  useEffect(() => {
    forms.add(form);
    return () => {
      forms.delete(form);
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
