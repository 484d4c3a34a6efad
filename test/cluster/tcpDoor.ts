// Exposes the embedded database on a port: it listens only on a Unix socket, which other machines cannot reach.
// `node test/cluster/tcpDoor.ts HOST PORT SOCKET`; prints "ready" once it accepts connections.
import { createConnection, createServer } from "node:net";

const [host = "", port = "", socket = ""] = process.argv.slice(2);

const server = createServer((client) => {
  const inner = createConnection(socket);
  for (const [from, to] of [
    [client, inner],
    [inner, client],
  ] as const) {
    from.on("error", () => to.destroy());
    from.on("close", () => to.destroy());
    from.setNoDelay(true);
    from.pipe(to);
  }
});
server.listen(Number(port), host, () => process.stdout.write("ready\n"));
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => process.exit(0));
