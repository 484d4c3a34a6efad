import { keysOf } from "../../../models/apiKeys/queries.ts";
import { type AdminContext, mustBeAllowed } from "../../lib/admin.ts";
import type { Caller } from "../../lib/context.ts";
import { type KeyView, viewKey } from "./keyView.ts";

/** Returns every key of the organisation, newest first, including revoked keys, because they explain what stopped working. */
export async function listKeys(ctx: AdminContext, caller: Caller): Promise<KeyView[]> {
  mustBeAllowed(caller, "administer");
  return (await keysOf(ctx.models, caller.orgId)).map(viewKey);
}
