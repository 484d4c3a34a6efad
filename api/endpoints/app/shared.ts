// Declarations that several dashboard endpoints share.
import { requireRight } from "../../lib/access.ts";
import { right } from "../permits.ts";

/** What most endpoints of the dashboard have in common. */
export const shared = { tag: "Dashboard", access: "session", limits: ["ci"], noStore: true } as const;
export const UNKNOWN_PROJECT = "The project is unknown.";
export const inProject = { slug: "Slug or id of the project" };
export const CHANGING_ROLES = "the roles editor and admin";
export const TO_CHANGE = right((caller) => requireRight(caller, "mcpWrite"));
export const STALE = "Somebody else changed it first: `now` is the current version.";

/** Response of list exports. */
export const TABLE_FILE = {
  description: "The file, as a download.",
  types: ["text/csv", "application/json"],
  headers: ["Content-Disposition"],
} as const;
