// Serves both sides of every pair on loopback; each pair is switched separately.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { landscape } from "../truth/pictures.ts";
import { VISIT } from "./shared.ts";
import type { Pair } from "./truth.ts";

export type PairsSite = {
  url: string;
  port: number;
  /** Serves this side of the pair from now on; other pairs are not affected. */
  show(pair: Pair, side: "before" | "after"): void;
  close(): Promise<void>;
};

export async function startPairsSite(pairs: readonly Pair[]): Promise<PairsSite> {
  const pages = new Map(
    pairs.flatMap((pair) =>
      pair.pages.map(({ path, html }) => [path, { number: pair.number, before: html.before(), after: html.after() }]),
    ),
  );
  const changed = new Set<number>();
  const server = createServer((request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?");
    const answer = (type: string, body: string, status = 200) =>
      response.writeHead(status, { "content-type": type, "cache-control": "no-store" }).end(body);
    const page = pages.get(path);
    if (page) {
      const html = changed.has(page.number) ? page.after : page.before;
      return answer(
        "text/html; charset=utf-8",
        html.replaceAll(VISIT, () => String(Math.floor(Math.random() * 9_000))),
      );
    }
    if (path.startsWith("/img/")) return answer("image/svg+xml", landscape(path));
    return answer("text/plain", "Nothing here", 404);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    show({ number }, side) {
      if (side === "after") changed.add(number);
      else changed.delete(number);
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
