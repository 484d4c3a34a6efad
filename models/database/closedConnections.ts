// Works around a defect of the MongoDB driver (7.8 and 7.9): an operation written to a connection that is just being closed waits forever.
// The socket refuses the bytes, and the driver then waits for "drain" or "error", which a destroyed socket never emits; no timeout of the
// driver covers that wait.
import { createRequire } from "node:module";
import type { Socket } from "node:net";

type DriverConnection = { socket: Socket; cleanup(error: Error): void };

const require = createRequire(import.meta.url);
let mended = false;

/** Makes writers that wait on a connection wake up when it closes; the driver then throws its own network error. */
export function wakeWritersOfClosedConnections(): void {
  if (mended) return;
  mended = true;
  // Patch the copy that mongoose uses, wherever it is installed.
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
