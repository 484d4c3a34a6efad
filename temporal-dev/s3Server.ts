// An S3 server of this machine for tests and benches: versitygw on a folder, with one bucket.
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Server } from "./child.ts";
import { setUpVersitygw } from "./lib/versitygw.mjs";
import { takePort } from "./ports.ts";

const BUCKET = "artifacts";
const ACCESS_KEY = "plumbline-test";
const SECRET_KEY = "plumbline-test-secret";

export type S3Server = {
  bucket: string;
  /** The folder of the bucket's objects, where a test changes what the server has. */
  folder: string;
  /** The variables with which a service reaches it. */
  env: { [name in "AWS_ACCESS_KEY_ID" | "AWS_SECRET_ACCESS_KEY" | "AWS_REGION" | "AWS_ENDPOINT_URL"]: string };
  /** The port is kept, and so is what was stored. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

/** Starts it on a free port, with its data below `dir`. */
export async function startS3Server(dir: string, log: (line: string) => void = () => undefined): Promise<S3Server> {
  const command = await setUpVersitygw(log);
  const port = await takePort(0);
  const data = path.join(dir, "s3", "data");
  const meta = path.join(dir, "s3", "meta");
  const folder = path.join(data, BUCKET);
  // A folder is a bucket. Its metadata has a folder of its own: not every file system has extended attributes.
  for (const one of [folder, meta]) await mkdir(one, { recursive: true });
  const address = `127.0.0.1:${port}`;
  const args = ["--port", address, "--access", ACCESS_KEY, "--secret", SECRET_KEY, "--health", "/health", "--quiet"];
  const make = () =>
    new Server({
      name: "S3",
      command,
      args: [...args, "posix", "--sidecar", meta, data],
      logFile: path.join(dir, "s3", "log"),
      readyMs: 20_000,
      log,
      async check() {
        const answer = await fetch(`http://${address}/health`);
        if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      },
    });
  let server = make();
  await server.start();
  return {
    bucket: BUCKET,
    folder,
    env: {
      AWS_ACCESS_KEY_ID: ACCESS_KEY,
      AWS_SECRET_ACCESS_KEY: SECRET_KEY,
      AWS_REGION: "us-east-1",
      AWS_ENDPOINT_URL: `http://${address}`,
    },
    stop: () => server.stop(),
    async start() {
      server = make();
      await server.start();
    },
  };
}
