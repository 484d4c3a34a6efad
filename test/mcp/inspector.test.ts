// The Inspector's command line, as people use it to examine a server: over HTTP and stdio, in both eras of the protocol.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { toolsOf } from "../../api/tools/registry.ts";
import { makeToolWorld, type ToolWorld } from "../api/tools/harness.ts";

const INSPECTOR = path.resolve("node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");

describe("the Inspector", function () {
  this.timeout(180_000);
  let world: ToolWorld;
  let home: string;
  before(async () => {
    world = await makeToolWorld();
    home = await mkdtemp(path.join(tmpdir(), "plumbline-inspector-"));
  });
  after(async () => {
    await world.close();
    await rm(home, { recursive: true, force: true });
  });

  const inspect = async (args: string[]) => {
    // The Inspector stores files in the home folder.
    const env = { ...process.env, HOME: home, NO_COLOR: "1" };
    const child = spawn(process.execPath, [INSPECTOR, "--cli", ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += chunk;
    });
    child.stderr.on("data", (chunk) => {
      stderr += chunk;
    });
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect(code, stderr).to.equal(0);
    return { json: JSON.parse(stdout), stderr };
  };
  const overHttp = () => [`${world.client.base}/mcp`, "--header", `X-API-Key: ${world.keys.mcp_read}`];
  const overStdio = () => [
    "-e",
    `SVC_URL=${world.client.base}`,
    "-e",
    `SVC_API_KEY=${world.keys.mcp_read}`,
    process.execPath,
    path.resolve("cli/plumbline.ts"),
    "mcp",
  ];

  for (const [face, target] of [
    ["HTTP", overHttp],
    ["stdio", overStdio],
  ] as const)
    for (const era of ["modern", "legacy"]) {
      it(`lists the tools over ${face} (${era}) without a word about portability`, async () => {
        const { json, stderr } = await inspect([
          ...target(),
          "--protocol-era",
          era,
          "--method",
          "tools/list",
          "--strict",
        ]);
        expect(json.tools.map(({ name }: { name: string }) => name)).to.deep.equal(
          toolsOf("qa").map(({ name }) => name),
        );
        expect(stderr).not.to.match(/portab|Warning|Issue/);
      });

      it(`calls a tool over ${face} (${era})`, async () => {
        const { json } = await inspect([
          ...target(),
          "--protocol-era",
          era,
          "--method",
          "tools/call",
          "--tool-name",
          "list_projects",
        ]);
        expect(json.structuredContent).to.deep.include({ ok: true, tool: "list_projects" });
        expect(json.structuredContent.data.count).to.equal(1);
      });
    }
});
