// Unsent text, kept in the tab so that a reload loses nothing. Signing out, or in as somebody else, deletes it.
import { useState } from "react";

const PREFIX = "plumbline.draft.";
/** Id of the person whose drafts the tab keeps. */
const OWNER = "plumbline.owner";

/** If the storage is full or blocked, nothing is stored, and only this convenience is lost. */
const tried = <T>(work: () => T, otherwise: T): T => {
  try {
    return work();
  } catch {
    return otherwise;
  }
};

/** Returns the draft with this name and its setter; "" deletes the draft. */
export function useDraft(name: string, first = ""): [string, (text: string) => void] {
  const [state, setState] = useState({ name, text: readDraft(name) || first });
  // A different name is a different draft.
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

/** Deletes everything that the tab keeps of its person. */
export const clearDrafts = (): void => tried(() => sessionStorage.clear(), undefined);

/** Deletes what the tab keeps of anybody else, whose session expired here. */
export function ownDrafts(userId: string): void {
  tried(() => {
    if ((sessionStorage.getItem(OWNER) ?? userId) !== userId) sessionStorage.clear();
    sessionStorage.setItem(OWNER, userId);
  }, undefined);
}

export const readDraft = (name: string): string => tried(() => sessionStorage.getItem(PREFIX + name), null) ?? "";
