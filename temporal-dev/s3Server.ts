// Local S3 servers for tests and benchmarks, each on a folder with one bucket.
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { Server } from "./child.ts";
import { setUpS3Mock } from "./lib/s3mock.mjs";
import { setUpVersitygw } from "./lib/versitygw.mjs";
import { takePort } from "./ports.ts";

const BUCKET = "artifacts";
const ACCESS_KEY = "plumbline-test";
const SECRET_KEY = "plumbline-test-secret";

export type S3Server = {
  bucket: string;
  /** Folder of the bucket's objects, where a test can change what the server has. */
  folder: string;
  /** Environment variables with which a service reaches the server. */
  env: { [name in "AWS_ACCESS_KEY_ID" | "AWS_SECRET_ACCESS_KEY" | "AWS_REGION" | "AWS_ENDPOINT_URL"]: string };
  /** Stops the server; its port and its data are kept. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

type Program = { name: string; command: string; args: string[]; readyMs: number; check(): Promise<void> };

/** Starts versitygw on a free port with its data below `dir`. */
export async function startS3Server(dir: string, log: (line: string) => void = () => undefined): Promise<S3Server> {
  const command = await setUpVersitygw(log);
  const port = await takePort(0);
  const data = path.join(dir, "s3", "data");
  const meta = path.join(dir, "s3", "meta");
  const folder = path.join(data, BUCKET);
  // Each folder is a bucket. Metadata is stored in a separate folder, because not every file system supports extended attributes.
  for (const one of [folder, meta]) await mkdir(one, { recursive: true });
  const address = `127.0.0.1:${port}`;
  const args = ["--port", address, "--access", ACCESS_KEY, "--secret", SECRET_KEY, "--health", "/health", "--quiet"];
  const program: Program = {
    name: "S3",
    command,
    args: [...args, "posix", "--sidecar", meta, data],
    readyMs: 20_000,
    check: () => answers(`http://${address}/health`),
  };
  return serve(program, { dir, port, folder, log });
}

/** Starts Adobe's S3Mock on a free port with its data below `dir`. It accepts any credentials and loses its data when it stops. */
export async function startS3Mock(dir: string, log: (line: string) => void = () => undefined): Promise<S3Server> {
  const { java, jar } = await setUpS3Mock(log);
  const port = await takePort(0);
  const folder = path.join(dir, "s3mock");
  const temporary = path.join(dir, "s3mock-tmp");
  await mkdir(folder, { recursive: true });
  await mkdir(temporary, { recursive: true });
  const settings = {
    "server.address": "127.0.0.1",
    "server.port": port,
    "server.ssl.enabled": false,
    "com.adobe.testing.s3mock.httpPort": 0,
    "com.adobe.testing.s3mock.store.initialBuckets": BUCKET,
    "com.adobe.testing.s3mock.store.root": folder,
  };
  const program: Program = {
    name: "S3Mock",
    command: java,
    // It leaves each object's temporary file behind, so these belong in its folder too.
    args: [
      "-Xmx256m",
      `-Djava.io.tmpdir=${temporary}`,
      "-jar",
      jar,
      ...Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
    ],
    readyMs: 120_000,
    check: () => answers(`http://127.0.0.1:${port}/`),
  };
  return serve(program, { dir, port, folder, log });
}

async function answers(address: string): Promise<void> {
  const answer = await fetch(address);
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
}

async function serve(
  program: Program,
  { dir, port, folder, log }: { dir: string; port: number; folder: string; log(line: string): void },
): Promise<S3Server> {
  const make = () => new Server({ ...program, logFile: path.join(dir, `${program.name}.log`), log });
  let server = make();
  await server.start();
  return {
    bucket: BUCKET,
    folder,
    env: {
      AWS_ACCESS_KEY_ID: ACCESS_KEY,
      AWS_SECRET_ACCESS_KEY: SECRET_KEY,
      AWS_REGION: "us-east-1",
      AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    },
    stop: () => server.stop(),
    async start() {
      server = make();
      await server.start();
    },
  };
}
