// Declarations that several dashboard endpoints share.
import { administrators, editors, toRead } from "../permits.ts";

/** What all screens of the dashboard have in common. */
export const screen = { tag: "Dashboard", access: "session", noStore: true } as const;
/** What the dashboard's other endpoints have in common. */
export const shared = { ...screen, limits: ["ci"] } as const;
export const reads = { ...shared, permit: toRead } as const;
export const edits = { ...shared, ...editors } as const;
export const administers = { ...shared, ...administrators } as const;
export const UNKNOWN_PROJECT = "The project is unknown.";
export const inProject = { slug: "Slug or id of the project" };
export const STALE = "Somebody else changed it first: `now` is the current version.";

/** Response of list exports. */
export const TABLE_FILE = {
  description: "The file, as a download.",
  types: ["text/csv", "application/json"],
  headers: ["Content-Disposition"],
} as const;
