// The protocol's own suite for authorization servers, against the real service; a simulated person agrees where consent is required.
import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect } from "chai";
import { makeWorld, type World } from "../api/support/world.ts";
import { decide } from "./oauthApp.ts";

const SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js";

type Check = { id: string; status: string; errorMessage?: string };

describe("the conformance suite of authorization servers", function () {
  this.timeout(120_000);
  let world: World;
  let folder: string;
  before(async () => {
    world = await makeWorld({ signInRatePerMinute: 10_000 });
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-conformance-oauth-"));
  });
  after(async () => {
    await rm(folder, { recursive: true, force: true });
    await world.close();
  });

  it("passes every check, metadata and the grant of a code", async () => {
    const { client: http } = world;
    const session = await world.session("editor");
    const port = await freePort();
    const registered = await http.post("/oauth/register", {
      body: { client_name: "Conformance", redirect_uris: [`http://127.0.0.1:${port}/callback`] },
    });
    const options = { url: http.base, "client-id": registered.body.client_id, resource: `${http.base}/mcp`, port };
    const args = Object.entries({ ...options, "output-dir": folder }).flatMap(([name, value]) => [
      `--${name}`,
      String(value),
    ]);
    const suite = spawn(process.execPath, [SUITE, "authorization", ...args], { stdio: ["ignore", "pipe", "ignore"] });
    const ended = new Promise((resolve, reject) => suite.once("close", resolve).once("error", reject));
    for await (const line of createInterface({ input: suite.stdout })) {
      if (!line.startsWith(`${http.base}/oauth/authorize?`)) continue;
      const back = await decide(http, session, new URL(line));
      expect((await fetch(back)).status).to.equal(200);
    }
    await ended;
    const checks: Check[] = [];
    for (const entry of await readdir(folder))
      checks.push(...(JSON.parse(await readFile(path.join(folder, entry, "checks.json"), "utf8")) as Check[]));
    expect(checks.filter(({ status }) => status !== "SUCCESS")).to.deep.equal([]);
    expect(checks.map(({ id }) => id)).to.include.members([
      "authorization-server-metadata",
      "authorization-server-metadata-cimd",
      "authorization-code-grant",
    ]);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
