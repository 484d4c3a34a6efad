// A run that a sweep is deleting keeps its document, so that a killed sweep is found. Look-ups by id have to exclude it.
import { HIDDEN } from "../../domain/retention/hidden.ts";
import type { Run } from "./schema.ts";

/** For filters by id only: lists filter by project, which a hidden run does not have. */
export const SHOWN = { status: { $ne: HIDDEN as Run["status"] } } as const;
