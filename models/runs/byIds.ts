// Reads runs that are referenced elsewhere.
import type { Models } from "../index.ts";
import type { Fields, Row } from "../lib/fields.ts";
import type { Run } from "./schema.ts";
import { SHOWN } from "./shown.ts";

/** Returns the runs that exist, in no particular order. */
export const runsWithIds = <F extends keyof Run>(
  models: Models,
  ids: readonly string[],
  fields: Fields<Run, F>,
): Promise<Row<Run, F>[]> =>
  models.runs
    .find({ _id: { $in: [...ids] }, ...SHOWN }, fields)
    .lean<Row<Run, F>[]>()
    .exec();
