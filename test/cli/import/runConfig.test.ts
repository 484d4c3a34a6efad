import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { ClientError } from "../../../cli/client/exit.ts";
import { runConfig } from "../../../cli/import/runConfig.ts";

describe("a configuration that is a script", () => {
  let root: string;
  let folder: string;
  const put = (name: string, text: string) => writeFile(path.join(folder, name), text);
  const read = (name: string) => runConfig(path.join(folder, name), name);
  const refusal = (name: string) =>
    read(name).then(
      () => null,
      (error: ClientError) => error,
    );
  before(async () => {
    root = await mkdtemp(path.join(tmpdir(), "plumbline-config-"));
    folder = path.join(root, "site");
    await mkdir(path.join(folder, "node_modules", "shared"), { recursive: true });
    await put("node_modules/shared/index.js", 'module.exports = ["/a", "/b"];');
    await put("urls.json", '["/c"]');
    await writeFile(path.join(root, "secret.json"), '{"token":"hunter22"}');
  });
  after(() => rm(root, { recursive: true, force: true }));

  for (const [name, text] of [
    ["common.js", 'module.exports = { urls: [...require("shared"), ...require("./urls.json")] };'],
    ["common.cjs", 'exports.urls = [...require("shared"), "/c"];'],
    ["module.mjs", 'import urls from "shared"; export default { urls: [...urls, "/c"] };'],
    ["promise.js", 'module.exports = Promise.resolve({ urls: ["/a", "/b", "/c"] });'],
    ["function.js", 'module.exports = async () => ({ urls: ["/a", "/b", "/c"] });'],
    [
      "files.js",
      'module.exports = { urls: [...require("shared"), ...JSON.parse(require("fs").readFileSync("urls.json", "utf8"))] };',
    ],
    ["talks.js", 'console.log("hello"); console.error("there"); module.exports = { urls: ["/a", "/b", "/c"] };'],
  ] as const)
    it(`is read: ${name}`, async () => {
      await put(name, text);
      expect(await read(name)).to.deep.equal({ json: { urls: ["/a", "/b", "/c"] }, leftOut: [] });
    });

  it("functions are named, and so are the variables that it asks for, which are not set", async () => {
    await put(
      "env.js",
      'module.exports = { url: process.env.SITE_URL || "http://localhost", keys: Object.keys(process.env), wait: [{ onReady() {} }], match: /a/ };',
    );
    const { json, leftOut } = await read("env.js");
    expect(json).to.deep.equal({ url: "http://localhost", keys: [], wait: [{}], match: "/a/" });
    expect(leftOut.map(({ path: at }) => at)).to.deep.equal(["wait[0].onReady", ""]);
    expect(leftOut[1]?.reason).to.include("SITE_URL");
  });

  it("a large one arrives whole, and one that is too large is refused", async () => {
    await put("large.js", 'module.exports = { text: "x".repeat(900_000) };');
    expect(((await read("large.js")).json as { text: string }).text).to.have.length(900_000);
    await put("huge.js", 'module.exports = { text: "x".repeat(2_000_000) };');
    expect((await refusal("huge.js"))?.message).to.match(/^huge\.js exports more than 1 MB/);
  });

  for (const [name, text] of [
    ["outside.js", 'module.exports = require("../secret.json");'],
    ["file.js", 'module.exports = require("fs").readFileSync("../secret.json", "utf8");'],
    ["writes.js", 'require("fs").writeFileSync("made.txt", "x"); module.exports = {};'],
    ["starts.js", 'module.exports = { out: String(require("child_process").execSync("id")) };'],
    ["thread.js", 'new (require("worker_threads").Worker)("1", { eval: true }); module.exports = {};'],
    ["binding.js", 'module.exports = process.binding("tcp_wrap");'],
    ["resolves.js", 'module.exports = new Promise((done) => require("dns").lookup("localhost", done));'],
    [
      "datagram.mjs",
      'import dgram from "node:dgram"; dgram.createSocket("udp4").send("x", 9, "127.0.0.1"); export default {};',
    ],
    ["listens.js", 'require("http").createServer().listen(0); module.exports = {};'],
  ] as const)
    it(`is refused by its name where it leaves its folder: ${name}`, async () => {
      await put(name, text);
      const error = await refusal(name);
      expect(error, name).to.include({ exit: 2 });
      expect(error?.message).to.match(new RegExp(`^${name.replace(".", "\\.")} cannot be read: it uses the network`));
    });

  it("opens no connection, whatever it opens it with", async () => {
    let connections = 0;
    const server = createServer((_request, response) => response.end("x"));
    server.on("connection", () => connections++);
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/`;
    await put(
      "net.mjs",
      `import http from "node:http";
import net, { connect } from "node:net";
import tls from "node:tls";
const ways = {
  fetch: () => fetch("${url}"),
  http: () => new Promise((done, failed) => http.get("${url}", done).on("error", failed)),
  connect: () => new Promise((done, failed) => connect(${port}, "127.0.0.1", done).on("error", failed)),
  socket: () => new Promise((done, failed) => new net.Socket().on("error", failed).connect(${port}, "127.0.0.1", done)),
  tls: () => new Promise((done, failed) => tls.connect({ port: ${port}, host: "127.0.0.1" }, done).on("error", failed)),
  socketOfWeb: () => new Promise((done, failed) => { const s = new WebSocket("ws://127.0.0.1:${port}"); s.onopen = done; s.onerror = failed; }),
};
const open = [];
for (const [name, way] of Object.entries(ways)) await (async () => { await way(); open.push(name); })().catch(() => {});
export default { open, tried: Object.keys(ways).length };`,
    );
    try {
      expect((await read("net.mjs")).json).to.deep.equal({ open: [], tried: 6 });
      // The server responds, so none of the ways failed for another reason.
      expect(await (await fetch(url)).text()).to.equal("x");
      expect(connections).to.equal(1);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it("a script that needs too much memory, ends by itself or is broken is refused by its name", async () => {
    await put("memory.js", "const all = []; for (;;) all.push(new Array(1_000_000).fill(1));");
    await put("exits.js", "process.exit(0);");
    await put("broken.js", "module.exports = {");
    await put("throws.js", 'throw new Error("no site");');
    await put("needs.js", 'module.exports = require("not-there");');
    const said = async (name: string) => (await refusal(name))?.message;
    expect(await said("memory.js")).to.match(/^memory\.js cannot be read: .*256 MB/);
    expect(await said("exits.js")).to.match(/^exits\.js cannot be read: it ended early/);
    expect(await said("broken.js")).to.match(/^broken\.js cannot be read: Unexpected/);
    expect(await said("throws.js")).to.match(/^throws\.js cannot be read: no site\. Convert it to JSON/);
    expect(await said("needs.js")).to.match(/^needs\.js cannot be read: Cannot find module 'not-there'/);
    expect(await said("missing.js")).to.match(/^File not found: missing\.js/);
  });

  it("one that never ends is stopped", async () => {
    await put("loop.js", "for (;;);");
    const stopped = await runConfig(path.join(folder, "loop.js"), "loop.js", { timeoutMs: 1_000 }).then(
      () => null,
      (error: ClientError) => error,
    );
    expect(stopped?.message).to.match(/^loop\.js cannot be read: it did not end within 1 s/);
  });

  it("is found behind a link to its folder", async () => {
    await put("linked.js", 'module.exports = { urls: require("shared") };');
    await symlink(folder, path.join(root, "link"), "dir");
    expect((await runConfig(path.join(root, "link", "linked.js"), "linked.js")).json).to.deep.equal({
      urls: ["/a", "/b"],
    });
  });
});
