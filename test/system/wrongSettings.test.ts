// A setting with an unreachable address ends the start with exit code 2 and the setting's name, whichever process uses it.
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** Returns a local port on which nothing listens. */
async function deadPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

describe("a wrong setting", function () {
  this.timeout(120_000);
  let folder: string;
  let dead: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-wrong-"));
    dead = `127.0.0.1:${await deadPort()}`;
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const end = async (program: string, env: Record<string, string>) => {
    const { MONGODB_URI: _m, TEMPORAL_ADDRESS: _t, ...inherited } = process.env;
    const dataDir = await mkdtemp(path.join(folder, "data-"));
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program], {
      cwd: root,
      env: { ...inherited, SVC_DATA_DIR: dataDir, SVC_PORT: "0", SVC_WORKER_METRICS_PORT: "0", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
    return { code, output };
  };

  const mongo = () => ({ MONGODB_URI: `mongodb://${dead}/plumbline`, TEMPORAL_ADDRESS: dead });
  const CASES: [what: string, program: string, env: () => Record<string, string>, named: string][] = [
    ["an API whose database is not there", "api/main.ts", mongo, "MONGODB_URI"],
    ["a worker whose database is not there", "workers/main.ts", mongo, "MONGODB_URI"],
    [
      "npm start with a database that is not there",
      "temporal-dev/start.ts",
      () => ({ MONGODB_URI: mongo().MONGODB_URI }),
      "MONGODB_URI",
    ],
    [
      "npm start with a Temporal that is not there",
      "temporal-dev/start.ts",
      () => ({ TEMPORAL_ADDRESS: dead }),
      "TEMPORAL_ADDRESS",
    ],
    [
      "an API whose collector is no web address",
      "api/main.ts",
      () => ({ ...mongo(), OTEL_EXPORTER_OTLP_ENDPOINT: "localhost:4318" }),
      "OTEL_EXPORTER_OTLP_ENDPOINT",
    ],
  ];
  for (const [what, program, env, named] of CASES)
    it(`${what} names ${named} and ends with 2`, async () => {
      const { code, output } = await end(program, env());
      expect(code, output).to.equal(2);
      expect(output).to.include(named);
      expect(output).not.to.match(/^\s+at /m);
    });
});
