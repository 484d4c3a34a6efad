// Work that is written first, such as a sweep: this starts what waits, and ends what is over without a word.
import { messageOf } from "../../domain/errors.ts";
import type { ReconcileDeps } from "../deps.ts";
import { workflowStatus } from "./workflowStatus.ts";

export type Written = {
  ids: readonly string[];
  workflowIdOf(id: string): string;
  start(id: string): Promise<void>;
  /** Its workflow was ended from outside. */
  lose(id: string): Promise<unknown>;
  /** What the log says where one could not be started. */
  failed(id: string, error: string): void;
};

/** Safe to repeat. The trouble of one keeps no other from being looked at. */
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
