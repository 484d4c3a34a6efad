// Which problems are read together: those of one branch and band of priorities that are open, or that are fixed.
import { bandOf } from "../../domain/problems/priority.ts";

/** `band`: see PRIORITY_BANDS. */
export const shelfOf = (projectId: string, line: string, open: boolean, band: number): string =>
  `${projectId}:${open ? "open" : "fixed"}:${band}:${line}`;

export const shelfOfPriority = (projectId: string, line: string, open: boolean, priority: number): string =>
  shelfOf(projectId, line, open, bandOf(priority));
