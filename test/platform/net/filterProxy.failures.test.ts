import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect } from "chai";
import type { FilterProxyOptions } from "../../../platform/net/filterProxy.ts";
import { allow, closeAfterEach, connectThrough, names, proxyTo, throughProxy } from "./helpers.ts";
import { closedPort, type Site, startSite } from "./site.ts";

describe("startFilterProxy: what fails", () => {
  const closers = closeAfterEach();
  let site: Site;

  const proxyWith = (options?: Partial<FilterProxyOptions>) => proxyTo(site.port, closers, options);

  beforeEach(async () => {
    site = await startSite({
      "/hello": (_incoming, answer) => void answer.end("hello"),
      "/drop": (incoming) => void incoming.socket.destroy(),
      "/half": (incoming, answer) => {
        answer.writeHead(200, { "content-length": "100" });
        answer.write("half", () => incoming.socket.destroy());
      },
      "/large": (_incoming, answer) => void answer.end(Buffer.alloc(100_000)),
      "/larger": (_incoming, answer) => {
        answer.write(Buffer.alloc(60_000));
        answer.end(Buffer.alloc(60_000));
      },
    });
    closers.push(site.close);
  });

  describe("a target that fails", () => {
    it("is distinguished by x-plumbline-error and remembered until it works", async () => {
      const port = await closedPort();
      const { resolve } = names({ "down.test": ["127.0.0.1"] });
      const proxy = await proxyWith({ resolve, allowList: allow(`127.0.0.1`) });
      const cases: [string, number, string][] = [
        ["missing.test", 80, "dns"],
        ["down.test", port, "refused"],
      ];
      for (const [host, at, kind] of cases) {
        const answer = await throughProxy(proxy.port, `http://${host}:${at}/`);
        expect([answer.status, answer.headers["x-plumbline-error"]]).to.deep.equal([502, kind]);
        const tunnelled = await connectThrough(proxy.port, `${host}:${at}`);
        expect([tunnelled.status, tunnelled.headers["x-plumbline-error"]]).to.deep.equal([502, kind]);
        expect(proxy.failureFor(host, at)).to.include({ kind });
      }
      const mended = await startSite({}, { port });
      closers.push(mended.close);
      await throughProxy(proxy.port, `http://down.test:${port}/`);
      expect(proxy.failureFor("down.test", port)).to.equal(undefined);
    });

    it("is `reset` when it closes without an answer", async () => {
      const proxy = await proxyWith();
      const answer = await throughProxy(proxy.port, `${site.url}/drop`, { method: "POST", body: "x" });
      expect([answer.status, answer.headers["x-plumbline-error"]]).to.deep.equal([502, "reset"]);
    });

    it("is `timeout` when the lookup takes too long", async () => {
      const proxy = await proxyWith({ resolve: () => new Promise(() => {}), connectTimeoutMs: 20 });
      const answer = await throughProxy(proxy.port, "http://slow.test/");
      expect([answer.status, answer.headers["x-plumbline-error"]]).to.deep.equal([502, "timeout"]);
    });

    it("is `protocol` when it does not speak HTTP", async () => {
      const strange = createServer((socket) => void socket.end("220 mail ready\r\n")).listen(0, "127.0.0.1");
      await once(strange, "listening");
      closers.push(async () => void strange.close());
      const { port } = strange.address() as AddressInfo;
      const proxy = await proxyWith({ allowList: allow(`127.0.0.1:${port}`) });
      const answer = await throughProxy(proxy.port, `http://127.0.0.1:${port}/`);
      expect([answer.status, answer.headers["x-plumbline-error"]]).to.deep.equal([502, "protocol"]);
    });

    it("leaves a cut answer cut", async () => {
      const proxy = await proxyWith();
      const failed = await throughProxy(proxy.port, `${site.url}/half`).then(
        () => "complete",
        (error: NodeJS.ErrnoException) => error.code,
      );
      expect(failed).to.equal("ECONNRESET");
    });
  });

  describe("the most bytes of an answer", () => {
    it("holds for answers with a length, without one, and for tunnels", async () => {
      const proxy = await proxyWith({ maxResponseBytes: 90_000 });
      const known = await throughProxy(proxy.port, `${site.url}/large`);
      expect([known.status, known.headers["x-plumbline-error"]]).to.deep.equal([502, "too_large"]);
      const cut = await throughProxy(proxy.port, `${site.url}/larger`).catch(
        (error: NodeJS.ErrnoException) => error.code,
      );
      expect(cut).to.equal("ECONNRESET");
      expect(proxy.failureFor("127.0.0.1", site.port)).to.include({ kind: "too_large" });
      const { socket } = await connectThrough(proxy.port, `127.0.0.1:${site.port}`);
      socket.write("GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
      let seen = 0;
      socket.on("data", (chunk: Buffer) => {
        seen += chunk.length;
      });
      await once(socket, "close");
      expect(seen).to.be.at.most(90_000);
    });
  });
});
