import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { Client, Connection } from "@temporalio/client";
import { expect } from "chai";
import { readInstallationId } from "../../platform/installationFile.ts";
import { knock, runs } from "../../temporal-dev/child.ts";
import { installationOf } from "../../temporal-dev/installation.ts";
import { claimRunning } from "../../temporal-dev/oneRunning.ts";
import { type Stack, startStack, withDatabase } from "../../temporal-dev/stack.ts";
import { eventually } from "../support/eventually.ts";

const STACK_MODULE = new URL("../../temporal-dev/stack.ts", import.meta.url).href;

async function withClient<T>(stack: Stack, use: (client: Client) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address: stack.temporalAddress });
  try {
    return await use(new Client({ connection, namespace: stack.temporalNamespace }));
  } finally {
    await connection.close();
  }
}

/** Read from Linux's process table. */
function parentOf(pid: number): number {
  return Number(/^\d+ \(.*\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1]);
}

const anyPorts = { temporalPort: 0, uiPort: 0 };

describe("the name of the database in a connection string", () => {
  for (const [uri, expected] of [
    ["mongodb://host:1", "mongodb://host:1/plumbline"],
    ["mongodb://host:1/", "mongodb://host:1/plumbline"],
    ["mongodb://u:p@a:1,b:2/?replicaSet=x", "mongodb://u:p@a:1,b:2/plumbline?replicaSet=x"],
    ["mongodb://host:1/own", "mongodb://host:1/own"],
    ["mongodb+srv://host/own?w=1", "mongodb+srv://host/own?w=1"],
    ["mongodb+srv://host?w=1", "mongodb+srv://host/plumbline?w=1"],
  ] as const) {
    it(`${uri} becomes ${expected}`, () => expect(withDatabase(uri)).to.equal(expected));
  }
});

describe("the local stack", function () {
  this.timeout(120_000);
  let dataDir: string;
  let stack: Stack;
  const lines: string[] = [];
  const doorOfDatabase = () => decodeURIComponent(new URL(stack.mongoUri).host);

  before(async function () {
    if (process.env.TEMPORAL_ADDRESS || process.env.MONGODB_URI) return this.skip();
    dataDir = await mkdtemp(path.join(tmpdir(), "plumbline-stack-"));
    const busy = createServer();
    await new Promise<void>((resolve) => busy.listen(0, "127.0.0.1", resolve));
    const { port } = busy.address() as { port: number };
    stack = await startStack({
      dataDir,
      ...anyPorts,
      temporalPort: port,
      log: (line) => lines.push(line),
      ephemeral: true,
    });
    expect(lines.join()).to.include(`port ${port} is taken: Temporal uses `);
    busy.close();
  });

  after(() => stack?.stop());

  it("refuses a second stack on the same data", async () => {
    const error = await startStack({ dataDir, ...anyPorts }).catch((reason: Error) => reason);
    expect(error).to.be.instanceOf(Error);
    expect((error as Error).message).to.match(/in use by process \d+/);
  });

  it("knows the search attributes and keeps workflows over a restart and a kill of Temporal", async () => {
    const workflowId = "kept";
    await withClient(stack, (client) =>
      client.workflow.start("none", {
        workflowId,
        taskQueue: "none",
        searchAttributes: { PlumblineProject: ["shop"], PlumblineVerdict: ["passed"] },
      }),
    );
    const { temporalAddress, pids } = stack;
    await stack.restartTemporal();
    await stack.killTemporal();
    expect(stack.pids.temporal).to.equal(undefined);
    await stack.startTemporal();
    expect(stack.temporalAddress).to.equal(temporalAddress);
    expect(stack.pids.temporal).not.to.equal(pids.temporal);
    await withClient(stack, async (client) => {
      expect((await client.workflow.getHandle(workflowId).describe()).status.name).to.equal("RUNNING");
      await eventually("the workflow is in the list of its project", async () => {
        const { count } = await client.workflow.count("PlumblineProject = 'shop'");
        return count === 1;
      });
    });
  });

  it("starts the database again on its socket", async () => {
    const socket = doorOfDatabase();
    await stack.killMongo();
    expect(await knock(socket).catch(() => "refused")).to.equal("refused");
    await stack.startMongo();
    await knock(socket);
  });

  for (const [what, name, pidOf, startAgain] of [
    ["Temporal", "Temporal", () => stack.pids.temporal, () => stack.startTemporal()],
    ["Temporal's guard", "Temporal", () => parentOf(stack.pids.temporal!), () => stack.startTemporal()],
    ["the database", "MongoDB", () => stack.pids.mongo, () => stack.startMongo()],
  ] as const) {
    it(`starts again by itself when ${what} is killed, on the same port and files, and says so`, async function () {
      if (what.endsWith("guard") && process.platform !== "linux") return this.skip();
      const before = { ...stack.pids };
      lines.length = 0;
      process.kill(pidOf()!, "SIGKILL");
      await eventually("a line about its return", () => lines.includes(`${name} runs again`));
      const said = lines.findIndex((line) => line.startsWith(`${name} ended unexpectedly`));
      expect(lines[said]).to.match(/it is started again in [\d.]+ s; its log is \//);
      expect(said).to.be.lessThan(lines.indexOf(`${name} runs again`));
      const logFile = / its log is (\S+)$/.exec(lines[said]!)?.[1] ?? "";
      await eventually("its log says so too", async () => {
        const messages = (await readFile(logFile, "utf8"))
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line).message);
        return messages.includes(lines[said]) && messages.includes(`${name} runs again`);
      });
      const key = name === "Temporal" ? "temporal" : "mongo";
      expect(stack.pids[key]).to.be.a("number").and.not.equal(before[key]);
      expect(runs(before[key]!, dataDir), "the old process is gone").to.equal(false);
      await knock(name === "Temporal" ? Number(stack.temporalAddress.split(":")[1]) : doorOfDatabase());
      const after = { ...stack.pids };
      await startAgain();
      expect(stack.pids, "what runs is not started twice").to.deep.equal(after);
    });
  }

  for (const guards of ["alone", "with its servers' guards"] as const) {
    it(`leaves no server behind when its process is killed ${guards}, and the next start takes the data over`, async function () {
      if (guards !== "alone" && process.platform !== "linux") return this.skip();
      const folder = await mkdtemp(path.join(tmpdir(), "plumbline-stack-"));
      const script = `import { startStack } from ${JSON.stringify(STACK_MODULE)};
      const stack = await startStack(${JSON.stringify({ dataDir: folder, ...anyPorts })});
      console.log(JSON.stringify(stack.pids));
      setInterval(() => {}, 1000);`;
      const owner = spawn(process.execPath, ["--input-type=module", "-e", script], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const [line] = (await once(createInterface(owner.stdout), "line")) as [string];
      const pids = JSON.parse(line) as { temporal: number; mongo: number };
      const guarding = parentOf(pids.temporal);
      owner.kill("SIGKILL");
      if (guards !== "alone") process.kill(guarding, "SIGKILL");
      await once(owner, "exit");
      const next = await startStack({ dataDir: folder, ...anyPorts });
      // By their files, because a dead process keeps its pid until init has reaped it.
      expect([runs(pids.temporal, folder), runs(pids.mongo, folder)]).to.deep.equal([false, false]);
      await next.stop();
      await rm(folder, { recursive: true, force: true });
    });
  }

  it("refuses a copy of an installation whose folder did not know its name when it started", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "plumbline-stack-"));
    const first = await startStack({ dataDir: folder, ...anyPorts });
    // As an API does; afterwards its database has the id.
    const id = await installationOf(first.mongoUri, "plumbline", folder);
    await first.stop();
    // Like a folder of version 0.1.0.
    await rm(path.join(folder, "installation.json"));
    const next = await startStack({ dataDir: folder, ...anyPorts });
    try {
      expect(await readInstallationId(folder)).to.equal(id);
      expect(() => claimRunning(id, "/copy")).to.throw(`/copy is a copy of ${folder}, which is running`);
    } finally {
      await next.stop();
      await rm(folder, { recursive: true, force: true });
    }
    claimRunning(id, "/copy")();
  });
});
