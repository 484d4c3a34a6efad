// A form about something that somebody else may save while the form is open.
import { useState } from "react";
import { newerThan, type Saved, useChange, useSave } from "./change.ts";
import { changesOf, continued, differences, discarded, type Facts, following, rebased } from "./edits.ts";
import { toast } from "./toast.ts";
import { useUnsaved } from "./unsaved.ts";

/** `stored`: the version that is edited. `changes`: the fields that differ from it. */
type Edits<Stored, V> = { stored: Stored; fields: V; changes: Partial<V> };

type Told<Stored, V, Answer> = Omit<Saved<Answer>, "onSaved" | "onFailed"> & {
  /** Called if the form is still open. `take` continues from what was saved, in a form that stays open. */
  onSaved?: (answer: Answer, take: (stored: Stored) => void) => void;
  /** Called if the form continues from somebody else's version, with the fields as it shows them then and as it did before. */
  onNewer?: (fields: V, before: V) => void;
};

/**
 * `fieldsOf` returns the fields of what is edited. A newer `opened` is followed, unless it has other values where this person changed
 * something: then the service refuses to save. The form tells so, and continues from the current version with this person's changes;
 * `save.onUse` drops these.
 */
export function useEdits<Stored, V extends object, Answer>(
  opened: Stored,
  fieldsOf: (stored: Stored) => V,
  send: (edits: Edits<Stored, V>) => Promise<Answer>,
  { onSaved, onNewer, ...told }: Told<Stored, V, Answer>,
) {
  const [state, setState] = useState(() => ({ opened, stored: opened, newest: opened, fields: fieldsOf(opened) }));
  const { stored, fields } = state;
  const base = fieldsOf(stored);
  const changes = changesOf(base, fields);
  /** `from`: the fields that the person started from. What was typed since then is kept. */
  const continueFrom = (now: Stored, from?: V) =>
    setState((last) => ({ ...last, ...continued(last, now, fieldsOf, from) }));
  if (opened !== state.opened) {
    const next = following(state, opened, fieldsOf);
    setState({ opened, ...next });
    if (next.stored === opened) onNewer?.(next.fields, fields);
  }
  const discard = () => setState((last) => ({ ...last, ...discarded(last, fieldsOf) }));
  const followOn = (error: Error) => {
    const now = newerThan<Stored>(error);
    if (now === null) return;
    continueFrom(now);
    onNewer?.(rebased(base, fields, fieldsOf(now)), fields);
  };
  const save = useSave(() => send({ stored, fields, changes }), {
    ...told,
    onSaved: (answer) => onSaved?.(answer, (now) => continueFrom(now, fields)),
    onFailed: followOn,
  });
  const onUse = () => {
    discard();
    onNewer?.(fieldsOf(state.newest), fields);
    save.reset();
  };
  const set = (change: Partial<V>) => setState((last) => ({ ...last, fields: { ...last.fields, ...change } }));
  const isChanged = Object.keys(changes).length > 0;
  useUnsaved(() => (!isChanged ? null : save.isPending ? "sending" : "changed"));
  return { stored, fields, changes, isChanged, set, discard, followOn, save: { ...save, isChanged, onUse } };
}

type Deletion<Stored> = {
  /** Whether there is something to delete: not if it is new, or if somebody else has deleted it. */
  isThere: (stored: Stored) => boolean;
  send: (stored: Stored) => Promise<unknown>;
  /** Creates it again, for Undo. */
  restore: (stored: Stored) => Promise<unknown>;
  say: (stored: Stored) => string;
};

/** As `useEdits`, for a form that can also delete what it edits. `onSaved` is also called when it is deleted. */
export function useEditsOrDeletion<Stored, V extends object, Answer>(
  opened: Stored,
  fieldsOf: (stored: Stored) => V,
  send: (edits: Edits<Stored, V>) => Promise<Answer>,
  { isThere, send: remove, restore, say }: Deletion<Stored>,
  told: Told<Stored, V, Answer> & { onSaved: () => void },
) {
  const { save, followOn, ...edits } = useEdits(opened, fieldsOf, send, told);
  const { stored } = edits;
  const undo = useChange(restore, { stale: told.stale });
  const drop = useSave(
    async () => {
      await remove(stored);
      toast.say(say(stored), () => undo.mutate(stored));
    },
    { stale: told.stale, onSaved: told.onSaved, onFailed: followOn },
  );
  // Each shows its own error only, and replaces that of the other.
  const first = (other: { reset: () => void }, then: () => void) => () => {
    other.reset();
    then();
  };
  return {
    ...edits,
    save: {
      ...save,
      error: save.error ?? drop.error,
      again: drop.error && isThere(stored) ? "Delete again to continue." : undefined,
      submit: first(drop, save.submit),
      onUse: first(drop, save.onUse),
      drop: isThere(stored) ? { submit: first(save, drop.submit), isPending: drop.isPending } : undefined,
    },
  };
}

/**
 * For a form that does not show what it changes, such as a deletion. `current`: what the service is told that the person saw. `changes`:
 * what somebody else changed first, in words, once `follow` got the refusal.
 */
export function useSeen<Seen>(seen: Seen, factsOf: (seen: Seen) => Facts) {
  const [{ opened, current }, setState] = useState({ opened: seen, current: seen });
  return {
    current,
    changes: differences(factsOf(opened), factsOf(current)),
    follow: (error: Error) => setState({ opened, current: newerThan<Seen>(error) ?? current }),
    startFrom: (now: Seen) => setState({ opened: now, current: now }),
  };
}
