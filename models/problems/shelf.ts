// Which problems are read together: those of one branch and band of priorities that are open, or that are fixed.
import { bandOf } from "../../domain/problems/priority.ts";

/** `band`: see PRIORITY_BANDS. */
export const shelfOf = (projectId: string, line: string, open: boolean, band: number): string =>
  `${projectId}:${open ? "open" : "fixed"}:${band}:${line}`;

/** Where the problems of a branch are found that people accepted or snoozed. */
export const decidedShelfOf = (projectId: string, line: string): string => `${projectId}:decided:${line}`;

export const shelfOfPriority = (projectId: string, line: string, open: boolean, priority: number): string =>
  shelfOf(projectId, line, open, bandOf(priority));
