// Returns who currently holds the lease on all data: a sweep, a backup, or nobody.
import { type DataLease, ONLY } from "../../models/backups/leaseSchema.ts";
import type { Models } from "../../models/index.ts";

export async function dataTurn(models: Models): Promise<DataLease["what"]> {
  const found = await models.dataLeases.findOne({ _id: ONLY }).lean<DataLease>();
  return found?.until && found.until.getTime() > Date.now() ? found.what : null;
}
