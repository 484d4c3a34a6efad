// Keys for finding conversations: an equality narrows a read on every database.
import { createHash } from "node:crypto";
import type { ThreadPlace } from "./schema.ts";

const hashOf = (...parts: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);

/** Returns the key of the open or the resolved conversations of a branch. `line`: "" for the main branch. */
export const threadShelfOf = (projectId: string, line: string, open: boolean): string =>
  [projectId, open ? "open" : "resolved", line].join(":");

/** Returns the key of the same conversation as open or resolved. */
export const movedShelf = (shelfId: string, open: boolean): string => {
  const [projectId = "", , ...line] = shelfId.split(":");
  return threadShelfOf(projectId, line.join(":"), open);
};

export const placeIdOf = ({ projectId, line, scenarioId, selector, viewport, browser, mode }: ThreadPlace): string =>
  hashOf(projectId, line, scenarioId, selector, viewport, browser, mode ?? null);

export const waitIdOf = (threadId: string, email: string): string => hashOf(threadId, email);

/** Returns the key of a person as a member of one organisation. */
export const waiterIdOf = (orgId: string, email: string): string => `${orgId}:${email}`;
