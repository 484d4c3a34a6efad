// Focuses the field of a form once when a press opens it, but not when a draft opens it or it renders again.
import { useCallback, useRef } from "react";

type Field = { focus: () => void };

/** `by`: opens the form. `field`: ref of its field. */
export function useOpened(): { by: (open: () => void) => void; field: (field: Field | null) => void } {
  const asked = useRef(false);
  const by = useCallback((open: () => void) => {
    asked.current = true;
    open();
  }, []);
  const field = useCallback((field: Field | null) => {
    if (!field || !asked.current) return;
    asked.current = false;
    field.focus();
  }, []);
  return { by, field };
}
