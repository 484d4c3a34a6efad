// Text that was written and not saved: kept in the tab, so that leaving the screen loses nothing.

type Draft = { version: number; text: string };
type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = (project: string, featureId: string): string => `plumbline.feature.${project}.${featureId}`;

/** null: nothing was kept, or what was kept cannot be read. */
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

/** Keeps it; null forgets it. A store that is full or forbidden keeps nothing, which costs only this convenience. */
export function keepDraft(store: Store, project: string, featureId: string, draft: Draft | null): void {
  try {
    if (draft) store.setItem(keyOf(project, featureId), JSON.stringify(draft));
    else store.removeItem(keyOf(project, featureId));
  } catch {
    // Nothing is kept.
  }
}
