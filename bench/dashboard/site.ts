// A site of many pages, each with a change of its own as soon as `change` was called: no two results are one group.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type ChangingSite = { url: string; port: number; change(): void; close(): void };

/** Listens on loopback until `close`. */
export async function startChangingSite(): Promise<ChangingSite> {
  let changed = false;
  const server = createServer((request, response) => {
    const page = request.url?.slice(1) || "start";
    response.setHeader("content-type", "text/html");
    const lines = Array.from(page, (letter, i) => `<p>Line ${i + 1} of ${page}, with the letter ${letter}.</p>`);
    // Another size and colour on each page: changes that look alike are one group.
    const number = Number(/\d+/.exec(page)?.[0] ?? 0);
    const [width, height, hue] = [40 + ((number * 37) % 601), 12 + ((number * 11) % 97), (number * 47) % 360];
    const box = changed ? `<p style="width:${width}px;height:${height}px;background:hsl(${hue} 70% 45%)"></p>` : "";
    response.end(
      `<!doctype html><html lang="en"><title>${page}</title><body style="font:16px/1.6 sans-serif;margin:2rem"><h1>${page}</h1>${box}${lines.join("")}${"<p>A line that is long enough to wrap on a phone, and once more on a tablet.</p>".repeat(25)}`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    change: () => {
      changed = true;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
