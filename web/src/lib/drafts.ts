// What was written and not sent: kept in the tab, so that a reload loses nothing. Signing out forgets it.
import { useState } from "react";

const PREFIX = "plumbline.draft.";

/** A store that is full or forbidden keeps nothing, which costs only this convenience. */
const tried = <T>(work: () => T, otherwise: T): T => {
  try {
    return work();
  } catch {
    return otherwise;
  }
};

/** The text of the draft of this name, and how it changes; "" forgets it. */
export function useDraft(name: string, first = ""): [string, (text: string) => void] {
  const [state, setState] = useState({ name, text: readDraft(name) || first });
  // Another name is another draft.
  const text = state.name === name ? state.text : readDraft(name) || first;
  return [
    text,
    (next) => {
      if (next === "") tried(() => sessionStorage.removeItem(PREFIX + name), undefined);
      else tried(() => sessionStorage.setItem(PREFIX + name, next), undefined);
      setState({ name, text: next });
    },
  ];
}

export const readDraft = (name: string): string => tried(() => sessionStorage.getItem(PREFIX + name), null) ?? "";

/** Names one thing that is sent, so that sending it again adds nothing. Browsers give UUIDs only over https. */
export const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
