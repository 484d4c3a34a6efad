import { once } from "node:events";
import { request } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect } from "chai";
import { type FilterProxyOptions, startFilterProxy } from "../../../platform/net/filterProxy.ts";
import type { Refusal } from "../../../platform/net/proxyContext.ts";
import { allow, closeAfterEach, connectThrough, names, proxyTo, throughProxy } from "./helpers.ts";
import { type Site, startSite } from "./site.ts";

describe("startFilterProxy", () => {
  const closers = closeAfterEach();
  let site: Site;
  let forbidden: Site;

  const proxyWith = (options?: Partial<FilterProxyOptions>) => proxyTo(site.port, closers, options);

  beforeEach(async () => {
    site = await startSite({
      "/hello": (_incoming, answer) => void answer.writeHead(200, { "x-seen": "yes" }).end("hello"),
      "/headers": (incoming, answer) => void answer.end(JSON.stringify(incoming.rawHeaders)),
      "/echo": (incoming, answer) => void incoming.pipe(answer),
      "/spoof": (_incoming, answer) =>
        void answer
          .writeHead(200, [
            "X-Plumbline-Refused",
            "loopback",
            "X-Plumbline-Error",
            "dns",
            "Set-Cookie",
            "a=1",
            "Set-Cookie",
            "b=2",
            "Connection",
            "X-Private",
            "X-Private",
            "1",
          ])
          .end("spoofed"),
    });
    forbidden = await startSite();
    closers.push(site.close, forbidden.close);
  });

  describe("a permitted target", () => {
    it("is answered with what the site says", async () => {
      const proxy = await proxyWith();
      const answer = await throughProxy(proxy.port, `${site.url}/hello`);
      expect(answer.status).to.equal(200);
      expect(answer.body).to.equal("hello");
      expect(answer.headers["x-seen"]).to.equal("yes");
    });

    it("gets the body of a request, with a length or in chunks", async () => {
      const proxy = await proxyWith();
      const url = `${site.url}/echo`;
      expect((await throughProxy(proxy.port, url, { method: "POST", body: "abc" })).body).to.equal("abc");
      const chunked = { method: "PUT", body: "abc", headers: { "transfer-encoding": "chunked" } };
      expect((await throughProxy(proxy.port, url, chunked)).body).to.equal("abc");
    });

    it("sees the host that was checked and no header of the connection", async () => {
      const proxy = await proxyWith();
      const headers = {
        host: "other.test",
        "proxy-connection": "keep-alive",
        "proxy-authorization": "Basic eDp5",
        connection: "x-hop",
        "x-hop": "1",
        "x-kept": "1",
      };
      const { body } = await throughProxy(proxy.port, `${site.url}/headers`, { headers });
      const seen = (JSON.parse(body) as string[]).map((text) => text.toLowerCase());
      expect(seen).to.include.members([`127.0.0.1:${site.port}`, "x-kept"]);
      expect(seen).to.not.include.members(["other.test"]);
      for (const name of ["proxy-connection", "proxy-authorization", "x-hop"]) expect(seen).to.not.include(name);
    });

    it("cannot pretend to be the proxy, and keeps repeated headers apart", async () => {
      const proxy = await proxyWith();
      const { headers } = await throughProxy(proxy.port, `${site.url}/spoof`);
      expect(headers).to.not.have.any.keys("x-plumbline-refused", "x-plumbline-error", "x-private");
      expect(headers["set-cookie"]).to.deep.equal(["a=1", "b=2"]);
    });

    it("is reached over one connection again and again", async () => {
      const proxy = await proxyWith();
      for (let round = 0; round < 5; round += 1) await throughProxy(proxy.port, `${site.url}/hello`);
      expect(site.connections()).to.equal(1);
    });

    it("is asked again when it closed the kept connection meanwhile", async () => {
      let requests = 0;
      const impatient = createServer((socket: Socket) => {
        let first = true;
        socket.on("error", () => {});
        socket.on("data", () => {
          requests += 1;
          // It responds to one request per connection and drops the next, like servers with short timeouts.
          if (first) socket.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
          else socket.destroy();
          first = false;
        });
      }).listen(0, "127.0.0.1");
      await once(impatient, "listening");
      closers.push(async () => void impatient.close());
      const { port } = impatient.address() as AddressInfo;
      const proxy = await proxyWith({ allowList: allow(`127.0.0.1:${port}`) });
      expect((await throughProxy(proxy.port, `http://127.0.0.1:${port}/`)).body).to.equal("ok");
      expect((await throughProxy(proxy.port, `http://127.0.0.1:${port}/`)).body).to.equal("ok");
      expect(requests).to.equal(3);
    });

    it("is tunnelled to", async () => {
      const proxy = await proxyWith();
      const { status, socket } = await connectThrough(proxy.port, `127.0.0.1:${site.port}`);
      expect(status).to.equal(200);
      socket.end(`GET /hello HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      let text = "";
      for await (const chunk of socket) text += String(chunk);
      expect(text).to.match(/^HTTP\/1\.1 200 OK[\s\S]*hello/);
    });

    it("shakes hands for a WebSocket asked for in absolute form", async () => {
      const proxy = await proxyWith();
      const key = Buffer.from("0123456789abcdef").toString("base64");
      const headers = { connection: "Upgrade", upgrade: "websocket", "sec-websocket-key": key };
      const outgoing = request({ host: "127.0.0.1", port: proxy.port, path: `${site.url}/ws`, headers, agent: false });
      outgoing.end();
      const [response, socket] = (await once(outgoing, "upgrade")) as [{ statusCode: number }, Socket];
      expect(response.statusCode).to.equal(101);
      // One masked text frame, with a mask of zeros.
      socket.write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69]));
      let seen = Buffer.alloc(0);
      for await (const chunk of socket) seen = Buffer.concat([seen, chunk as Buffer]);
      expect(seen.subarray(0, 4).toString("latin1")).to.equal("\x81\x02hi");
      expect(site.hits).to.deep.equal(["UPGRADE /ws"]);
    });
  });

  describe("a refused target", () => {
    it("gets no connection, and the browser is told why", async () => {
      const refusals: Refusal[] = [];
      const proxy = await proxyWith({ onRefused: (refusal) => refusals.push(refusal) });
      const answer = await throughProxy(proxy.port, `${forbidden.url}/x`);
      expect(answer.status).to.equal(403);
      expect(answer.headers["x-plumbline-refused"]).to.equal("loopback");
      expect(answer.headers["content-type"]).to.match(/^text\/plain/);
      expect(answer.body).to.not.include("127.0.0.1");
      const tunnelled = await connectThrough(proxy.port, `127.0.0.1:${forbidden.port}`);
      expect(tunnelled.status).to.equal(403);
      expect(tunnelled.headers["x-plumbline-refused"]).to.equal("loopback");
      expect(forbidden.connections()).to.equal(0);
      const common = { host: "127.0.0.1", port: forbidden.port, reason: "loopback", address: "127.0.0.1" };
      expect(refusals).to.deep.equal([
        { method: "GET", ...common },
        { method: "CONNECT", ...common },
      ]);
      expect(proxy.failureFor("127.0.0.1", forbidden.port)).to.include({ kind: "address_refused" });
    });

    it("is refused as a WebSocket in absolute form", async () => {
      const proxy = await proxyWith();
      const headers = { connection: "Upgrade", upgrade: "websocket" };
      const answer = await throughProxy(proxy.port, `${forbidden.url}/`, { headers });
      expect(answer.status).to.equal(403);
      expect(forbidden.connections()).to.equal(0);
    });

    it("is refused under a name, whatever else the name resolves to", async () => {
      const { resolve } = names({ "inside.test": ["10.1.2.3", "169.254.169.254"] });
      const proxy = await proxyWith({ resolve });
      const answer = await throughProxy(proxy.port, "http://inside.test/");
      expect(answer.headers["x-plumbline-refused"]).to.equal("private");
      expect(proxy.failureFor("inside.test", 80)?.message).to.include("leads to 10.1.2.3");
    });

    const odd: [string, number, string][] = [
      ["ftp://127.0.0.1/", 403, "scheme"],
      ["https://127.0.0.1/", 403, "scheme"],
      ["/origin-form", 400, "malformed"],
      ["http://user@127.0.0.1/", 400, "malformed"],
      ["http://:80/", 400, "malformed"],
    ];
    for (const [url, status, reason] of odd) {
      it(`${url} is answered ${status} ${reason}`, async () => {
        const answer = await throughProxy((await proxyWith()).port, url);
        expect(answer.status).to.equal(status);
        expect(answer.headers["x-plumbline-refused"]).to.equal(reason);
      });
    }
  });

  describe("the addresses of a name", () => {
    it("are resolved once a connection and pinned: a second answer is judged again", async () => {
      // The same port on another loopback address represents the private host to which a rebinding name switches.
      const inner = await startSite({}, { host: "127.0.0.2", port: site.port });
      closers.push(inner.close);
      const answers = ["127.0.0.1", "127.0.0.2"];
      let asked = 0;
      const resolve = async () => [{ address: answers[Math.min(asked++, 1)] ?? "", family: 4 }];
      const proxy = await proxyWith({ resolve });
      const url = `http://rebind.test:${site.port}/hello`;
      expect((await throughProxy(proxy.port, url)).body).to.equal("hello");
      expect(asked).to.equal(1);
      // The kept connection leads to the checked address, so the name is not resolved again.
      expect((await throughProxy(proxy.port, url)).body).to.equal("hello");
      expect(asked).to.equal(1);
      expect((await connectThrough(proxy.port, `rebind.test:${site.port}`)).status).to.equal(403);
      expect((await throughProxy(proxy.port, url, { method: "POST", body: "x" })).status).to.equal(403);
      expect(asked).to.equal(3);
      expect(inner.connections()).to.equal(0);
    });

    it("are narrowed to the permitted ones", async () => {
      const { resolve } = names({ "mixed.test": ["169.254.169.254", "127.0.0.1", "::1"] });
      const proxy = await proxyWith({ resolve });
      expect((await throughProxy(proxy.port, `http://mixed.test:${site.port}/hello`)).body).to.equal("hello");
    });

    it("are tried one after the other", async () => {
      // Nothing listens at 127.0.0.3, so the next address has to be used.
      const { resolve } = names({ "two.test": ["127.0.0.3", "127.0.0.1"] });
      const proxy = await proxyWith({ resolve, allowList: allow("*.test,two.test") });
      expect((await throughProxy(proxy.port, `http://two.test:${site.port}/hello`)).body).to.equal("hello");
    });

    it("of localhost are this machine's, without a question to the resolver", async () => {
      const proxy = await proxyWith();
      const answer = await throughProxy(proxy.port, `http://shop.localhost:${site.port}/hello`);
      expect(answer.body).to.equal("hello");
    });
  });

  it("closes tunnels and kept connections with itself", async () => {
    const proxy = await startFilterProxy({ allowList: allow(`127.0.0.1:${site.port}`) });
    await throughProxy(proxy.port, `${site.url}/hello`);
    const { socket } = await connectThrough(proxy.port, `127.0.0.1:${site.port}`);
    const closed = once(socket, "close");
    socket.resume();
    await proxy.close();
    await closed;
    const after = await throughProxy(proxy.port, `${site.url}/hello`).catch(
      (error: NodeJS.ErrnoException) => error.code,
    );
    expect(after).to.equal("ECONNREFUSED");
  });
});
