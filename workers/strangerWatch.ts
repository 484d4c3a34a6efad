// A worker must not go on with the Temporal or the database of another installation: it ends, and its supervisor tries again.
import type { Connection } from "mongoose";
import { StrangerError } from "../domain/installation.ts";

/** Temporal's client does not say when it reconnects. */
const EVERY_MS = 2_000;

export type StrangerWatch = {
  /** Rejects with StrangerError when a stranger answers; else never settles. */
  met: Promise<never>;
  stop(): void;
};

/** Looks at Temporal every two seconds, and at the database whenever its connection is found again. */
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
  database.connection.on("connected", found);
  return {
    met,
    stop() {
      clearInterval(timer);
      database.connection.off("connected", found);
    },
  };
}
