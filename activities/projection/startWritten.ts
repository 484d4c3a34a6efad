// For work that is stored first, such as a sweep: starts what is waiting, and ends what ended without a result.
import { messageOf } from "../../domain/errors.ts";
import type { ReconcileDeps } from "../deps.ts";
import { workflowStatus } from "./workflowStatus.ts";

export type Written = {
  ids: readonly string[];
  workflowIdOf(id: string): string;
  start(id: string): Promise<void>;
  /** Called if its workflow was ended externally. */
  lose(id: string): Promise<unknown>;
  /** Logs that one could not be started. */
  failed(id: string, error: string): void;
};

/** Safe to repeat. A failing one does not prevent the others from being checked. */
export async function startWritten({ client }: Pick<ReconcileDeps, "client">, written: Written): Promise<void> {
  for (const id of written.ids)
    try {
      const status = await workflowStatus(client, written.workflowIdOf(id));
      if (status === null) await written.start(id);
      else if (status !== "RUNNING") await written.lose(id);
    } catch (error) {
      written.failed(id, messageOf(error));
    }
}
