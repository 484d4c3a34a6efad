import { expect } from "chai";
import type { Models } from "../../../models/index.ts";
import { openDatabase } from "../../support/database.ts";

/** The sockets of the driver's pool: the only place to find a socket between its end and its `close` event. */
type Pools = { s: { servers: Map<string, { pool: { connections: Iterable<{ socket: { destroy(): void } }> } }> } };

describe("a database connection that breaks while an operation is on its way to it", () => {
  for (const [name, operation] of Object.entries<(runs: Models["runs"]) => Promise<unknown>>({
    "a read": (runs) => runs.findById("none").lean(),
    "a write": (runs) => runs.updateOne({ _id: "none" }, { $set: { seq: 1 } }),
    "many reads at once": (runs) => Promise.all(Array.from({ length: 30 }, () => runs.findById("none").lean())),
  }))
    it(`${name} ends, with an answer or an error`, async () => {
      const { models, drop } = await openDatabase();
      try {
        const { runs } = models;
        await operation(runs);
        const { topology } = runs.db.getClient() as unknown as { topology: Pools };
        for (const { pool } of topology.s.servers.values()) for (const { socket } of pool.connections) socket.destroy();
        const ended = await operation(runs).then(
          () => "an answer",
          (error: Error) => error.name,
        );
        expect(ended).to.be.oneOf(["an answer", "MongoNetworkError", "MongoPoolClearedError"]);
        await operation(runs);
      } finally {
        await drop();
      }
    });
});
