// A small in-process S3 server for behavior that a real one cannot be forced into: rejecting requests, being slow, being full, serving wrong
// bytes.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { S3ClientConfig } from "@aws-sdk/client-s3";
import { sha256 } from "../../platform/artifacts/store.ts";

export type Asked = { method: string; key: string; conditional: boolean };
/** Handles the request and returns true, or returns false to leave it to the server. */
export type Trouble = (asked: Asked, res: ServerResponse) => boolean;

export type FakeS3 = {
  bucket: string;
  client: S3ClientConfig;
  /** Environment variables with which a process reaches the server. */
  env: Record<string, string>;
  /** Objects by key. */
  objects: Map<string, { bytes: Buffer; at: Date }>;
  /** Requests, in order. */
  asked: Asked[];
  /** Fault to simulate from now on, or null. */
  trouble: Trouble | null;
  close(): Promise<void>;
};

const BUCKET = "artifacts";
/** Page size of lists: small, so that a few objects already take several pages. */
const PAGE = 3;

/** Sends an error in S3's format, with a message that contains data that must not be shown. */
export function fail(res: ServerResponse, status: number, code: string): true {
  res.statusCode = status;
  res.setHeader("content-type", "application/xml");
  res.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>for key AKIASECRET</Message></Error>`);
  return true;
}

export async function startFakeS3(): Promise<FakeS3> {
  const objects: FakeS3["objects"] = new Map();
  const server = createServer((req, res) => void answer(req, res));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: "AKIASECRET", secretAccessKey: "very-secret" };
  const fake: FakeS3 = {
    bucket: BUCKET,
    client: { endpoint, forcePathStyle: true, region: "us-east-1", credentials },
    env: {
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      AWS_REGION: "us-east-1",
      AWS_ENDPOINT_URL: endpoint,
    },
    objects,
    asked: [],
    trouble: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(req.url ?? "/", endpoint);
    const [, bucket = "", ...rest] = decodeURIComponent(pathname).split("/");
    const key = rest.join("/");
    const method = req.method ?? "";
    const asked = { method, key, conditional: req.headers["if-none-match"] === "*" };
    fake.asked.push(asked);
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    if (fake.trouble?.(asked, res)) return;
    if (bucket !== BUCKET) return void fail(res, 404, "NoSuchBucket");
    if (method === "GET" && key === "") return list(res, searchParams);
    const found = objects.get(key);
    if (method === "PUT") return put(req, res, asked, Buffer.concat(chunks));
    if (method === "DELETE") {
      objects.delete(key);
      return void res.writeHead(204).end();
    }
    if (!found) return void (method === "HEAD" ? res.writeHead(404).end() : fail(res, 404, "NoSuchKey"));
    res.setHeader("content-length", found.bytes.length);
    res.setHeader("last-modified", found.at.toUTCString());
    res.end(method === "HEAD" ? undefined : found.bytes);
  }

  function put(req: IncomingMessage, res: ServerResponse, { key, conditional }: Asked, bytes: Buffer): void {
    if (conditional && objects.has(key)) return void fail(res, 412, "PreconditionFailed");
    const checksum = req.headers["x-amz-checksum-sha256"];
    if (checksum !== undefined && checksum !== Buffer.from(sha256(bytes), "hex").toString("base64"))
      return void fail(res, 400, "BadDigest");
    objects.set(key, { bytes, at: new Date() });
    res.end();
  }

  function list(res: ServerResponse, asked: URLSearchParams): void {
    const prefix = asked.get("prefix") ?? "";
    const after = asked.get("continuation-token") ?? "";
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, PAGE);
    const more = keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    const contents = page.map((key) => {
      const { bytes, at } = objects.get(key) ?? { bytes: Buffer.alloc(0), at: new Date() };
      return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><LastModified>${at.toISOString()}</LastModified></Contents>`;
    });
    res.setHeader("content-type", "application/xml");
    res.end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more !== ""}</IsTruncated>${more}${contents.join("")}</ListBucketResult>`,
    );
  }
  return fake;
}
