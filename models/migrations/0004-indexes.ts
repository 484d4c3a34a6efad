// Longer indexes of runs do the work of three of 0.1.0, which would only be written along.
import { dropIndex } from "../lib/dropIndex.ts";
import type { Migration } from "./migration.ts";

/** By the names that the driver gives. */
const RETIRED = ["projectId_1_createdAt_-1", "projectId_1_type_1_createdAt_-1", "projectId_1_status_1"];

export const indexes: Migration = {
  version: 4,
  about: "retired indexes of runs go",
  async contract({ runs }) {
    for (const name of RETIRED) await dropIndex(runs.collection, name);
  },
};
