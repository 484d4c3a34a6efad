// A site of many pages that each get a different change once `change` has been called, so that no two results form one group.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type ChangingSite = { url: string; port: number; change(): void; close(): void };

const COLOURS =
  "amber azure beige black blue brown coral cyan gold green grey ivory lime linen mint navy olive orange pink plum red rose ruby silver teal".split(
    " ",
  );
const THINGS =
  "apple basket bell bench book bottle bowl box brush candle chair clock cup desk door fan fork glass jar key".split(
    " ",
  );
/**
 * Returns one of 500 names made of words, which appear with the change. Words must differ, because the same words added and removed form
 * one group, whatever numbers they contain.
 */
const nameOf = (number: number) => `${COLOURS[number % 25]}-${THINGS[Math.floor(number / 25) % 20]}`;

/** Listens on loopback until `close` is called. */
export async function startChangingSite(): Promise<ChangingSite> {
  let changed = false;
  const server = createServer((request, response) => {
    const page = request.url?.slice(1) || "start";
    response.setHeader("content-type", "text/html");
    const lines = Array.from(page, (letter, i) => `<p>Line ${i + 1} of ${page}, with the letter ${letter}.</p>`);
    const number = Number(/\d+/.exec(page)?.[0] ?? 0);
    const name = nameOf(number);
    const offer = `<p id="${name}">${changed ? `Now with ${name} for half the price.` : "At our usual price."}</p>`;
    response.end(
      `<!doctype html><html lang="en"><title>${page}</title><body style="font:16px/1.6 sans-serif;margin:2rem"><h1>${page}</h1>${offer}${lines.join("")}${"<p>A line that is long enough to wrap on a phone, and once more on a tablet.</p>".repeat(25)}`,
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
