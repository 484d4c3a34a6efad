// A worker must not go on with the Temporal, the database or the artifact store of another installation, nor with a store that was
// moved: it ends, and its supervisor tries again.
import type { Connection } from "mongoose";
import { StrangerError } from "../domain/installation.ts";

/** Temporal's client does not say when it reconnects. */
const EVERY_MS = 2_000;
/** A store is moved by an operator, while the database stays connected. */
const DATABASE_EVERY_MS = 30_000;

export type StrangerWatch = {
  /** Rejects with StrangerError when a stranger answers; else never settles. */
  met: Promise<never>;
  stop(): void;
};

/** Looks at Temporal every two seconds, and at the database every 30 and whenever its connection is found again. */
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
      // For an unavailable one this waits, as always.
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
