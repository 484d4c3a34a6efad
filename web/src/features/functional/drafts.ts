// Unsaved text, kept in the tab so that leaving the screen loses nothing.

type Draft = { version: number; text: string };
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = (project: string, featureId: string): string => `plumbline.feature.${project}.${featureId}`;

/** Returns null if there is no draft or it cannot be parsed. */
export function readDraft(store: Store, project: string, featureId: string): Draft | null {
  try {
    const kept = JSON.parse(store.getItem(keyOf(project, featureId)) ?? "null") as Partial<Draft> | null;
    return kept && typeof kept.version === "number" && typeof kept.text === "string"
      ? { version: kept.version, text: kept.text }
      : null;
  } catch {
    return null;
  }
}

/** Returns the draft that remains when the text that was sent is saved: what was typed since, or nothing. */
export const draftAfterSave = (text: string, sent: string, version: number): Draft | null =>
  text === sent ? null : { version, text };

/** Stores the draft; null removes it. If the storage is full or blocked, nothing is stored, and only this convenience is lost. */
export function keepDraft(store: Store, project: string, featureId: string, draft: Draft | null): void {
  try {
    if (draft) store.setItem(keyOf(project, featureId), JSON.stringify(draft));
    else store.removeItem(keyOf(project, featureId));
  } catch {}
}
