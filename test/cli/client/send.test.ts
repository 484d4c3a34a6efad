import { createServer as createHttp, type Server } from "node:http";
import { type AddressInfo, createServer as createNet, type Server as NetServer } from "node:net";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { NO_CONNECTION, send } from "../../../cli/client/send.ts";

describe("one request of the command line", () => {
  let server: Server;
  let silent: NetServer;
  const asked: { method: string | undefined; length: string | undefined; body: string }[] = [];
  before(async () => {
    server = createHttp((request, response) => {
      let body = "";
      request.on("data", (part) => {
        body += String(part);
      });
      request.on("end", () => {
        asked.push({ method: request.method, length: request.headers["content-length"], body });
        if (request.url === "/moved") response.writeHead(302, { location: "/elsewhere" }).end();
        else if (request.url === "/slow") return;
        else response.writeHead(200, { "content-encoding": "gzip", "x-a": "b" }).end(gzipSync('{"ok":1}'));
      });
    });
    // Accepts connections without ever responding.
    silent = createNet(() => undefined);
    for (const one of [server, silent]) await new Promise<void>((resolve) => one.listen(0, "127.0.0.1", resolve));
  });
  after(() => {
    server.closeAllConnections();
    server.close();
    silent.close();
  });
  const at = (one: Server | NetServer, scheme = "http") =>
    `${scheme}://127.0.0.1:${(one.address() as AddressInfo).port}`;
  const signal = () => new AbortController().signal;
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code ?? error.name,
    );

  it("sends what it is given and reads what comes, compressed or not", async () => {
    const sent = await send(`${at(server)}/a`, { method: "POST", headers: {}, body: '{"x":1}', signal: signal() });
    expect(new TextDecoder().decode(await sent.arrayBuffer())).to.equal('{"ok":1}');
    expect([sent.status, sent.headers.get("x-a"), sent.headers.get("x-none")]).to.deep.equal([200, "b", null]);
    expect(asked.at(-1)).to.deep.equal({ method: "POST", length: "7", body: '{"x":1}' });
  });

  it("adds nothing to a connection that is used again", async () => {
    const warnings: string[] = [];
    const heard = ({ name }: Error) => void warnings.push(name);
    process.on("warning", heard);
    const get = { method: "GET", headers: {}, signal: signal(), connectMs: 60_000 };
    for (let round = 0; round < 15; round += 1) await (await send(`${at(server)}/a`, get)).arrayBuffer();
    process.off("warning", heard);
    expect(warnings).to.deep.equal([]);
  });

  it("follows no redirect", async () => {
    const sent = await send(`${at(server)}/moved`, { method: "GET", headers: {}, signal: signal() });
    expect([sent.status, sent.headers.get("location")]).to.deep.equal([302, "/elsewhere"]);
  });

  it("says by a code why nobody answered", async () => {
    const get = { method: "GET", headers: {}, signal: signal() };
    expect(await codeOf(send("http://127.0.0.1:1/", get))).to.equal("ECONNREFUSED");
    expect(await codeOf(send(`${at(silent, "https")}/`, { ...get, connectMs: 50 }))).to.equal(NO_CONNECTION);
  });

  it("ends with the reason of its signal", async () => {
    const stop = new AbortController();
    const going = send(`${at(server)}/slow`, { method: "GET", headers: {}, signal: stop.signal });
    const why = new Error("stopped");
    stop.abort(why);
    expect(
      await going.then(
        () => null,
        (error) => error,
      ),
    ).to.equal(why);
  });
});
