// The contract against the stores of the default lane; versitygw.test.ts uses a real S3 server.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createCachedStore } from "../../../platform/artifacts/cache.ts";
import { createFileStore } from "../../../platform/artifacts/files.ts";
import { createS3Store, S3_TIMES } from "../../../platform/artifacts/s3.ts";
import { createS3Client } from "../../../platform/artifacts/s3Client.ts";
import { fail, startFakeS3 } from "../../support/fakeS3.ts";
import { holdsTheContract, type Opened } from "./contract.ts";

async function onFiles(): Promise<Opened> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-store-"));
  return {
    store: createFileStore(folder),
    async overwrite(name, bytes) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), bytes);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

const onS3 = (prefix: string, knowsTheCondition: boolean) => async (): Promise<Opened> => {
  const fake = await startFakeS3();
  if (!knowsTheCondition) fake.trouble = ({ conditional }, res) => conditional && fail(res, 501, "NotImplemented");
  const store = createS3Store({ bucket: fake.bucket, prefix }, createS3Client(S3_TIMES, fake.client));
  return {
    store,
    lastWins: !knowsTheCondition,
    async overwrite(name, bytes) {
      fake.objects.set(prefix === "" ? name : `${prefix}/${name}`, { bytes, at: new Date() });
    },
    close: () => fake.close(),
  };
};

async function withCache(): Promise<Opened> {
  const opened = await onS3("cached", true)();
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-cache-"));
  const report = (line: string) => {
    throw new Error(line);
  };
  const store = await createCachedStore(opened.store, { folder, maxBytes: 10_000_000, report });
  return {
    store,
    async overwrite(name, bytes) {
      await opened.overwrite(name, bytes);
      // The cache keeps the original bytes, so remove them: only then are the other bytes read.
      await rm(path.join(folder, name), { force: true });
    },
    async close() {
      await opened.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

holdsTheContract("files", onFiles);
holdsTheContract("S3", onS3("a/prefix", true));
holdsTheContract("S3, at the bucket's top", onS3("", true));
holdsTheContract("S3 with a cache", withCache);
holdsTheContract("S3 that does not know If-None-Match", onS3("old", false));
