// How the dashboard's files are served: hashed ones with unlimited caching and compressed, the page at each of its addresses.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect } from "chai";
import express from "express";
import { dashboard } from "../../../api/middleware/dashboard.ts";
import { readConfig } from "../../../domain/config.ts";

const SCRIPT = "console.log('the dashboard')";
const HTML = { accept: "text/html,*/*;q=0.8" };

describe("the dashboard's files", () => {
  let folder: string;
  const servers: Server[] = [];
  const serve = async (publicUrl: string | null = null) => {
    const app = express();
    const pages = dashboard({ config: { ...readConfig({}), publicUrl } } as never, folder);
    if (pages) app.use(pages);
    app.use((_req, res) => void res.status(404).json({ error: "none" }));
    const server = createServer(app).listen(0, "127.0.0.1");
    servers.push(server);
    await new Promise((resolve) => server.once("listening", resolve));
    return (at: string, headers: Record<string, string> = {}, method = "GET") =>
      fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${at}`, { headers, method });
  };

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-dashboard-"));
    await mkdir(path.join(folder, "assets"));
    await writeFile(
      path.join(folder, "index.html"),
      `<!doctype html><base href="/" /><link rel="preload" data-frame as="fetch" href="./api/auth/session" crossorigin>
      <link rel="modulepreload" data-frame="" href="./assets/Frame-abc.js">
      <link rel="modulepreload" href="./assets/index-abc.js"><title>Plumbline</title>`,
    );
    await writeFile(path.join(folder, "assets/index-abc.js"), SCRIPT);
    await writeFile(path.join(folder, "assets/index-abc.js.br"), brotliCompressSync(SCRIPT));
    await writeFile(path.join(folder, ".sources"), "secret of the build");
  });
  after(async () => {
    for (const server of servers) server.close();
    await rm(folder, { recursive: true });
  });

  it("are kept for ever under their hashed names, compressed for who takes it", async () => {
    const get = await serve();
    for (const encoding of ["br, gzip", "identity"]) {
      const answer = await get("/assets/index-abc.js", { "accept-encoding": encoding });
      expect(await answer.text()).to.equal(SCRIPT);
      expect(answer.headers.get("cache-control")).to.equal("public, max-age=31536000, immutable");
      expect(answer.headers.get("content-type")).to.match(/^text\/javascript/);
      expect(answer.headers.get("content-encoding")).to.equal(encoding === "identity" ? null : "br");
      expect(answer.headers.get("vary")).to.include("Accept-Encoding");
    }
  });

  it("show the page at its addresses, under rules that let nothing else run and no one frame it", async () => {
    const get = await serve();
    for (const at of ["/", "/p/shop/runs/run_1?environment=stage", "/sign-in"]) {
      const answer = await get(at, HTML);
      expect(answer.status, at).to.equal(200);
      expect(await answer.text()).to.include("<title>Plumbline</title>");
      const rules = answer.headers.get("content-security-policy") ?? "";
      expect(rules).to.include("script-src 'self'").and.to.include("frame-ancestors 'none'");
      expect(rules).not.to.include("unsafe");
      expect(answer.headers.get("cache-control")).to.equal("no-store");
    }
  });

  it("name the frame's files, and the question who is signed in, ahead for those alone who are signed in", async () => {
    const get = await serve();
    const asked = async (headers = {}) => (await get("/p/shop", { ...HTML, ...headers })).text();
    expect(await asked({ cookie: "a=b; plumbline.sid=s%3Aone" }))
      .to.include("Frame-abc.js")
      .and.include("index-abc.js")
      .and.include("/api/auth/session");
    expect(await asked())
      .to.include("index-abc.js")
      .and.not.match(/Frame-abc|session|data-frame/);
    expect(await asked({ cookie: "other=plumbline.sid" }))
      .to.include("index-abc.js")
      .and.not.include("Frame-abc.js");
  });

  it("ask for the overview along with its page, where nothing narrows it and somebody is signed in", async () => {
    const get = await serve();
    const cookie = "plumbline.sid=s%3Aone";
    for (const [at, headers, ahead] of [
      ["/p/shop-2", { cookie }, ["./api/app/projects/shop-2/overview"]],
      ["/p/shop-2/", { cookie }, ["./api/app/projects/shop-2/overview"]],
      ["/p/shop-2", {}, []],
      ["/p/shop-2?environment=stage", { cookie }, []],
      ["/p/shop-2/runs", { cookie }, []],
      ["/p/%22%3E%3Cb%3E", { cookie }, []],
    ] as const) {
      const page = await (await get(at, { ...HTML, ...headers })).text();
      const found = [...page.matchAll(/<link rel="preload" as="fetch" href="([^"]*overview)"/g)].map(
        ([, href]) => href,
      );
      expect(found, at).to.deep.equal(ahead);
    }
  });

  it("leave endpoints, programs, writes and what is not built to the service", async () => {
    const get = await serve();
    for (const at of ["/api/nothing", "/mcp", "/assets/gone-123.js", "/trace-viewer/x", "/metrics"])
      expect((await get(at, HTML)).status, at).to.equal(404);
    expect((await get("/p/shop", { accept: "application/json" })).status).to.equal(404);
    expect((await get("/p/shop", HTML, "POST")).status).to.equal(404);
    for (const at of ["/.sources", "/assets/../.sources", "/assets/%2e%2e/.sources"])
      expect(await (await get(at)).text(), at).not.to.include("secret");
  });

  it("are relative to the path that people reach the service under", async () => {
    const get = await serve("https://tools.example/plumbline");
    expect(await (await get("/", HTML)).text()).to.include('<base href="/plumbline/"');
  });

  it("are not served where none are built", () => {
    expect(dashboard({ config: readConfig({}) } as never, path.join(folder, "nowhere"))).to.equal(null);
  });
});
