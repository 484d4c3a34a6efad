import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import express, { type Response } from "express";
import { countEventStreams, openEventStream } from "../../../api/lib/eventStreams.ts";
import { goneSignal } from "../../../api/lib/onceClosed.ts";

describe("event streams", () => {
  it("leave nothing open if the page has left before its stream opens", async () => {
    const { promise: response, resolve } = Promise.withResolvers<Response>();
    const app = express().get("/", (_, res) => resolve(res));
    const server = createServer(app).listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const gone = new AbortController();
      const { port } = server.address() as AddressInfo;
      const page = fetch(`http://127.0.0.1:${port}`, { signal: gone.signal }).catch(({ name }: Error) => name);
      const res = await response;
      const closed = once(res, "close");
      gone.abort();
      await closed;
      expect(await page).to.equal("AbortError");
      let ended = 0;
      const stream = openEventStream(res, { who: "a", stillAllowed: async () => true, onEnd: () => void ended++ });
      stream.send("run", {}, "1");
      expect([countEventStreams(), ended, goneSignal(res).aborted]).to.deep.equal([0, 1, true]);
    } finally {
      server.close();
    }
  });
});
