// The contract against a second, unrelated S3 server, because code that works with a single server may do so by chance.
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { createS3Store, S3_TIMES } from "../../../platform/artifacts/s3.ts";
import { createS3Client } from "../../../platform/artifacts/s3Client.ts";
import { onPath } from "../../../temporal-dev/lib/paths.mjs";
import { type S3Server, startS3Mock } from "../../../temporal-dev/s3Server.ts";
import { holdsTheContract } from "./contract.ts";

describe("S3Mock", function () {
  // The first download takes a minute.
  this.timeout(600_000);
  let folder = "";
  let server: S3Server | undefined;
  let client: S3Client;
  before(async function () {
    // Requires Java and Maven, which a machine may lack.
    if (!onPath("java") || !onPath("mvn")) return this.skip();
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-s3mock-"));
    server = await startS3Mock(folder);
    const { AWS_ENDPOINT_URL: endpoint, AWS_REGION: region, ...keys } = server.env;
    const credentials = { accessKeyId: keys.AWS_ACCESS_KEY_ID, secretAccessKey: keys.AWS_SECRET_ACCESS_KEY };
    client = createS3Client(S3_TIMES, { endpoint, region, forcePathStyle: true, credentials });
  });
  after(async () => {
    await server?.stop();
    if (existsSync(folder)) await rm(folder, { recursive: true, force: true });
  });

  let count = 0;
  holdsTheContract("S3Mock", async () => {
    const { bucket } = server as S3Server;
    count += 1;
    const prefix = `store-${count}`;
    return {
      store: createS3Store({ bucket, prefix }, client),
      async overwrite(name, bytes) {
        await client.send(new PutObjectCommand({ Bucket: bucket, Key: `${prefix}/${name}`, Body: bytes }));
      },
      // It checks whether the object exists and writes it in two separate steps.
      lastWins: true,
      close: async () => {},
    };
  });
});
