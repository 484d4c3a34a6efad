// A form that a press opens: its field takes the focus once, as it comes, and not when a draft brings the form or it is drawn again.
import { useCallback, useRef } from "react";

type Field = { focus: () => void };

/** `by`: opens the form; `field`: the ref of its field. */
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
