// The fields of a form about something that somebody else may save while the form is open.
import { useState } from "react";
import { newerThan } from "./change.ts";
import { rebased } from "./edits.ts";

/** `fieldsOf`: returns the fields of what is edited. `base`: those as they were opened, or as somebody else has saved them since. */
export function useEdits<Stored, V extends object>(opened: Stored, fieldsOf: (stored: Stored) => V) {
  const [{ base, fields }, setState] = useState(() => ({ base: fieldsOf(opened), fields: fieldsOf(opened) }));
  return {
    base,
    fields,
    set: (change: Partial<V>) => setState(({ base, fields }) => ({ base, fields: { ...fields, ...change } })),
    /** If somebody else was faster, continues from their version. */
    onFailed(error: Error) {
      const stored = newerThan<Stored>(error);
      if (stored === null) return;
      const now = fieldsOf(stored);
      setState(({ base, fields }) => ({ base: now, fields: rebased(base, fields, now) }));
    },
    discard: () => setState(({ base }) => ({ base, fields: base })),
  };
}
