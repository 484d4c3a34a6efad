// Registers what runs need in Temporal as soon as it is available. The API itself starts and serves reads without it.
import type { Connection } from "@temporalio/client";
import { messageOf } from "../domain/errors.ts";
import type { Log } from "../platform/log.ts";
import { ensureSearchAttributes } from "../platform/temporal/searchAttributes.ts";

const CALL_MS = 5_000;
const RETRY_MS = 15_000;

/** Retries until the search attributes exist, and logs each new reason for a failure once. Returns a function that stops the retries. */
export function prepareTemporal(
  connection: Connection,
  namespace: string,
  log: Log,
  ours: () => Promise<void> = async () => {},
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let last = "";
  const attempt = async () => {
    try {
      await connection.withDeadline(Date.now() + CALL_MS, async () => {
        await ours();
        await ensureSearchAttributes(connection.operatorService, namespace);
      });
    } catch (error) {
      const reason = messageOf(error);
      if (reason !== last) log("warn", "Temporal is not prepared yet", { reason });
      last = reason;
      timer = setTimeout(attempt, RETRY_MS).unref();
    }
  };
  void attempt();
  return () => clearTimeout(timer);
}
