// The contract against a real S3 server, which is built on demand.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { createS3Store, S3_TIMES } from "../../../platform/artifacts/s3.ts";
import { createS3Client } from "../../../platform/artifacts/s3Client.ts";
import { ArtifactStoreRefusedError, sha256 } from "../../../platform/artifacts/store.ts";
import { type S3Server, startS3Server } from "../../../temporal-dev/s3Server.ts";
import { holdsTheContract } from "./contract.ts";

describe("versitygw", function () {
  // Building it with Go for the first time takes minutes.
  this.timeout(600_000);
  let folder: string;
  let server: S3Server;
  const clientOf = (secret?: string) =>
    createS3Client(S3_TIMES, {
      endpoint: server.env.AWS_ENDPOINT_URL,
      region: server.env.AWS_REGION,
      forcePathStyle: true,
      credentials: {
        accessKeyId: server.env.AWS_ACCESS_KEY_ID,
        secretAccessKey: secret ?? server.env.AWS_SECRET_ACCESS_KEY,
      },
    });
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-versitygw-"));
    server = await startS3Server(folder);
  });
  after(async () => {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  let count = 0;
  holdsTheContract("versitygw", async () => {
    count += 1;
    const prefix = `store-${count}`;
    return {
      store: createS3Store({ bucket: server.bucket, prefix }, clientOf()),
      async overwrite(name, bytes) {
        const file = path.join(server.folder, prefix, name);
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, bytes);
      },
      close: async () => {},
    };
  });

  it("refuses wrong credentials and a bucket that is not there, by sentences without the key", async () => {
    const id = sha256(Buffer.from("x"));
    const wrong = createS3Store({ bucket: server.bucket, prefix: "" }, clientOf("wrong"));
    const nowhere = createS3Store({ bucket: "nowhere", prefix: "" }, clientOf());
    for (const [store, words] of [
      [wrong, /refused s3:(Get|Put)Object on the bucket "artifacts" \(403/],
      [nowhere, /bucket "nowhere" of the artifact store was not found/],
    ] as const)
      for (const work of [() => store.get(id), () => store.put(Buffer.from("x")), () => store.check()]) {
        const error = await work().catch((thrown: unknown) => thrown);
        expect(error).to.be.instanceOf(ArtifactStoreRefusedError);
        expect((error as Error).message)
          .to.match(words)
          .and.not.contain(server.env.AWS_ACCESS_KEY_ID);
      }
  });

  it("is waited for while it restarts", async () => {
    const store = createS3Store({ bucket: server.bucket, prefix: "outage" }, clientOf());
    await server.stop();
    const put = store.put(Buffer.from("during the outage"));
    await server.start();
    expect((await store.get(await put)).toString()).to.equal("during the outage");
  });
});
