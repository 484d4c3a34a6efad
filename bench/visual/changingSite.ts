// A proxy in front of another site that changes a heading on each page on request.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type ChangingSite = { url: string; port: number; setChanged(changed: boolean): void; close(): Promise<void> };

export async function startChangingSite(origin: string): Promise<ChangingSite> {
  let changed = false;
  const server = createServer(async (request, response) => {
    try {
      const answer = await fetch(origin + request.url, { redirect: "manual" });
      const headers = new Map(answer.headers);
      for (const name of ["content-length", "content-encoding", "transfer-encoding", "connection"])
        headers.delete(name);
      const bytes = Buffer.from(await answer.arrayBuffer());
      const isPage = changed && headers.get("content-type")?.startsWith("text/html") === true;
      response.writeHead(answer.status, Object.fromEntries(headers));
      response.end(isPage ? bytes.toString().replace("</h1>", " today</h1>") : bytes);
    } catch {
      response.destroy();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    setChanged(next) {
      changed = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
