// `plumbline mcp`: the same tools over stdio, with the service reached over HTTP.
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { expect } from "chai";
import { toolsOf } from "../../api/tools/registry.ts";
import { writeLogin } from "../../cli/client/settings.ts";
import { makeToolWorld, type ToolWorld } from "../api/tools/harness.ts";
import { callTool, connectHttp, connectStdio, type Person, REVISIONS, rejection } from "./support.ts";

let world: ToolWorld;
const useWorld = () => {
  before(async () => {
    world = await makeToolWorld();
  });
  after(() => world.close());
};

const env = (more: Record<string, string> = {}) => ({
  SVC_URL: world.client.base,
  SVC_API_KEY: world.keys.mcp_full,
  ...more,
});

/** Runs the work against a server that is not Plumbline. */
async function withServer(listener: RequestListener, work: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

for (const revision of REVISIONS)
  describe(`plumbline mcp, revision ${revision}`, () => {
    useWorld();

    it("lists and answers what the service does over HTTP", async () => {
      const { client, stderr } = await connectStdio(env(), revision);
      const http = await connectHttp(world.client.base, revision, { "x-api-key": world.keys.mcp_full });
      try {
        expect((await client.listTools()).tools).to.deep.equal((await http.listTools()).tools);
        for (const [tool, args] of [
          ["list_projects", {}],
          ["get_run_failures", { runId: "run_nowhere" }],
          ["get_run_status", { nonsense: 1 }],
          ["run_perf", {}],
          ["no_such_tool", {}],
        ] as const)
          expect(await callTool(client, tool, args)).to.deep.equal(await callTool(http, tool, args));
        const started = await callTool(client, "run_vrt", { confirm: true });
        expect(started.envelope.data).to.include({ success: true, type: "vrt-test" });
        expect((await client.listResources()).resources).to.have.length(4);
        expect((await client.listPrompts()).prompts).to.have.length(3);
        expect(stderr()).to.contain(`serving the tools of ${world.client.base}`);
      } finally {
        await Promise.all([client.close(), http.close()]);
      }
    });

    it("asks the person before a change", async () => {
      const person: Person = { action: "accept", content: { confirm: true }, asked: [] };
      const { client } = await connectStdio(env(), revision, person);
      try {
        expect((await callTool(client, "run_vrt", {})).envelope.ok).to.equal(true);
        expect(person.asked).to.have.length(1);
        person.action = "decline";
        expect((await callTool(client, "run_vrt", {})).envelope).to.include({ ok: false, recoverable: false });
      } finally {
        await client.close();
      }
    });
  });

describe("plumbline mcp", () => {
  useWorld();

  const withClient = async (more: Record<string, string>, work: (client: Client) => Promise<void>) => {
    const { client } = await connectStdio(env(more), "2026-07-28");
    try {
      await work(client);
    } finally {
      await client.close();
    }
  };

  it("has a profile of its own", () =>
    withClient({ SVC_TOOL_PROFILE: "full" }, async (client) => {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).to.deep.equal(toolsOf("full").map(({ name }) => name));
    }));

  it("brings its default project, which a named one and the key's own outrank", async () => {
    await withClient({ SVC_API_KEY: world.keys.org, SVC_DEFAULT_PROJECT: "blog" }, async (client) => {
      expect((await callTool(client, "get_run_status")).envelope.summary).to.contain("Blog");
      expect((await callTool(client, "get_run_status", { project: "shop" })).envelope.summary).to.contain("Shop");
    });
    await withClient({ SVC_DEFAULT_PROJECT: "blog" }, async (client) => {
      expect((await callTool(client, "get_run_status")).envelope.summary).to.contain("Shop");
    });
  });

  it("a wrong key is said by each call", () =>
    withClient({ SVC_API_KEY: "svc_live_wrong" }, async (client) => {
      const { envelope } = await callTool(client, "list_projects");
      expect(envelope).to.include({ ok: false, recoverable: false });
      expect(envelope.error?.code).to.equal("unauthorized");
    }));

  it("an answer that is not JSON is an http_error with a snippet", () =>
    withServer(
      (_, res) => res.writeHead(502, { "content-type": "text/html" }).end(`<h1>Bad\n gateway</h1>${"x".repeat(1_000)}`),
      (SVC_URL) =>
        withClient({ SVC_URL }, async (client) => {
          const { envelope } = await callTool(client, "list_projects");
          expect(envelope).to.include({ ok: false, tool: "list_projects", data: null, recoverable: true });
          expect(envelope.error?.code).to.equal("http_error");
          expect(envelope.summary)
            .to.contain("HTTP 502 Bad Gateway: <h1>Bad gateway</h1>xxx")
            .and.have.length.below(400);
          expect((await rejection(client.listTools())).message).to.contain("HTTP 502");
        }),
    ));

  it("the key does not follow a redirect", async () => {
    let followed = 0;
    await withServer(
      (_, res) => {
        followed++;
        res.end("{}");
      },
      (elsewhere) =>
        withServer(
          (_, res) => res.writeHead(307, { location: elsewhere }).end(),
          (SVC_URL) =>
            withClient({ SVC_URL }, async (client) => {
              expect((await callTool(client, "list_projects")).envelope.summary).to.contain("HTTP 307");
            }),
        ),
    );
    expect(followed).to.equal(0);
  });

  it("a service that is unavailable is said with its address", async () => {
    let address = "";
    await withServer(
      () => {},
      async (url) => {
        address = url;
      },
    );
    await withClient({ SVC_URL: address }, async (client) => {
      const { envelope } = await callTool(client, "list_projects");
      expect(envelope.error?.code).to.equal("http_error");
      expect(envelope.summary).to.contain(`${address} (connection refused)`);
      expect((await rejection(client.listTools())).message).to.contain("could not be reached");
    });
  });

  for (const [what, more, message] of [
    ["no key", { SVC_API_KEY: "", PLUMBLINE_CONFIG_DIR: "/nowhere" }, /No key: set SVC_API_KEY, or .*plumbline login/],
    ["an address that is none", { SVC_URL: "plumbline" }, /address must begin with http/],
    ["an unknown profile", { SVC_TOOL_PROFILE: "everything" }, /SVC_TOOL_PROFILE must be one of qa, full/],
  ] as const)
    it(`starts with no wrong setting: ${what}`, async () => {
      const child = spawn(process.execPath, ["cli/plumbline.ts", "mcp"], { env: { ...process.env, ...env(more) } });
      let stderr = "";
      let stdout = "";
      child.stderr.on("data", (chunk) => {
        stderr += chunk;
      });
      child.stdout.on("data", (chunk) => {
        stdout += chunk;
      });
      const code = await new Promise((resolve) => child.once("close", resolve));
      expect([code, stdout]).to.deep.equal([2, ""]);
      expect(stderr).to.match(message);
    });

  it("uses the login of this computer's user, and the project of the folder's plumbline.yml before the login's", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "plumbline-login-"));
    const own = { PLUMBLINE_CONFIG_DIR: folder };
    const status = async () => {
      const { client } = await connectStdio(own, "2026-07-28", undefined, folder);
      const { envelope } = await callTool(client, "get_run_status");
      await client.close();
      return envelope.summary;
    };
    try {
      writeLogin(own, { url: world.client.base, apiKey: world.keys.org, project: "blog" });
      expect(await status()).to.contain("Blog");
      await writeFile(path.join(folder, "plumbline.yml"), "version: 1\nproject:\n  slug: shop\n");
      expect(await status()).to.contain("Shop");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("ends when its client goes", async () => {
    const child = spawn(process.execPath, ["cli/plumbline.ts", "mcp"], { env: { ...process.env, ...env() } });
    await new Promise((resolve) => child.stderr.once("data", resolve));
    child.stdin.end();
    expect(await new Promise((resolve) => child.once("close", resolve))).to.equal(0);
  });
});
