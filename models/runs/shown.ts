// A run that a sweep is deleting still has its document, by which a killed sweep finds it. Whoever looks a run up by its id leaves it out.
import { HIDDEN } from "../../domain/retention/hidden.ts";
import type { Run } from "./schema.ts";

/** For filters by id: lists go by the project, and it has none. */
export const SHOWN = { status: { $ne: HIDDEN as Run["status"] } } as const;
