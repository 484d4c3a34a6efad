// A defect of the MongoDB driver (7.8 and 7.9), fixed from outside: an operation that is written to a connection which is just being
// closed waits for ever. The socket refuses the bytes, and the driver then waits for "drain" or "error", which a destroyed
// socket never emits; no time-out of the driver's covers that wait.
import { createRequire } from "node:module";
import type { Socket } from "node:net";

type DriverConnection = { socket: Socket; cleanup(error: Error): void };

const require = createRequire(import.meta.url);
let mended = false;

/** After this call, writers that wait on a connection wake when it closes; the driver then throws its own network error. */
export function wakeWritersOfClosedConnections(): void {
  if (mended) return;
  mended = true;
  // The copy that mongoose uses, wherever it is installed.
  const requireOfMongoose = createRequire(require.resolve("mongoose"));
  const { Connection } = requireOfMongoose("mongodb/lib/cmap/connection.js") as {
    Connection: { prototype: DriverConnection };
  };
  const { cleanup } = Connection.prototype;
  Connection.prototype.cleanup = function (this: DriverConnection, error: Error) {
    cleanup.call(this, error);
    this.socket.emit("drain");
  };
}
