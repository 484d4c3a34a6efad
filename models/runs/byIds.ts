// Runs that something else names.
import type { Models } from "../index.ts";
import type { Fields, Row } from "../lib/fields.ts";
import type { Run } from "./schema.ts";
import { SHOWN } from "./shown.ts";

/** Those that are there, in no order. */
export const runsWithIds = <F extends keyof Run>(
  models: Models,
  ids: readonly string[],
  fields: Fields<Run, F>,
): Promise<Row<Run, F>[]> =>
  models.runs
    .find({ _id: { $in: [...ids] }, ...SHOWN }, fields)
    .lean<Row<Run, F>[]>()
    .exec();
