// Ends the worker if Temporal, the database or the artifact store turns out to belong to another installation, or if the store was moved;
// its supervisor then restarts it.
import type { Connection } from "mongoose";
import { StrangerError } from "../domain/installation.ts";

/** Temporal's client does not report reconnects, so the check is repeated. */
const EVERY_MS = 2_000;
/** An operator can move the store while the database stays connected. */
const DATABASE_EVERY_MS = 30_000;

export type StrangerWatch = {
  /** Rejects with StrangerError if another installation answers; otherwise never settles. */
  met: Promise<never>;
  stop(): void;
};

/** Checks Temporal every two seconds, and the database every 30 seconds and whenever its connection is re-established. */
export function watchForStrangers(
  temporal: () => Promise<void>,
  database: { connection: Connection; check(): Promise<void> },
): StrangerWatch {
  const { promise: met, reject } = Promise.withResolvers<never>();
  met.catch(() => {});
  let asking = false;
  const look = async (check: () => Promise<void>) => {
    try {
      await check();
    } catch (error) {
      // Errors of an unavailable system are ignored; the check is repeated.
      if (error instanceof StrangerError) reject(error);
    }
  };
  const timer = setInterval(async () => {
    if (asking) return;
    asking = true;
    await look(temporal);
    asking = false;
  }, EVERY_MS);
  const found = () => void look(database.check);
  const databaseTimer = setInterval(found, DATABASE_EVERY_MS);
  database.connection.on("connected", found);
  return {
    met,
    stop() {
      clearInterval(timer);
      clearInterval(databaseTimer);
      database.connection.off("connected", found);
    },
  };
}
