import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { copyArtifacts } from "../../../platform/artifacts/copy.ts";
import { createFileStore } from "../../../platform/artifacts/files.ts";
import { createS3Store, S3_TIMES } from "../../../platform/artifacts/s3.ts";
import { createS3Client } from "../../../platform/artifacts/s3Client.ts";
import type { MarkedStore } from "../../../platform/artifacts/store.ts";
import { type FakeS3, fail, startFakeS3 } from "../../support/fakeS3.ts";

const text = (i: number) => Buffer.from(`artifact ${i}`);

describe("copying a store", () => {
  let folder: string;
  let fake: FakeS3;
  let files: MarkedStore;
  let s3: MarkedStore;
  let ids: string[];
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-copy-"));
    fake = await startFakeS3();
    files = createFileStore(folder);
    s3 = createS3Store({ bucket: fake.bucket, prefix: "p" }, createS3Client(S3_TIMES, fake.client));
    ids = await Promise.all(Array.from({ length: 40 }, (_, i) => files.put(text(i))));
  });
  afterEach(async () => {
    await fake.close();
    await rm(folder, { recursive: true, force: true });
  });
  const bytes = (count: number) => text(0).length * Math.min(count, 10) + text(10).length * Math.max(0, count - 10);

  it("copies everything, and the second time only what is new", async () => {
    const shards: number[] = [];
    const first = await copyArtifacts(files, s3, (n) => shards.push(n));
    expect(first).to.deep.equal({ found: 40, there: 0, copied: 40, bytes: bytes(40), gone: 0, damaged: [] });
    expect(shards).to.deep.equal(Array.from({ length: 256 }, (_, i) => i + 1));
    for (const [i, id] of ids.entries()) expect(await s3.get(id)).to.deep.equal(text(i));
    await files.put(text(40));
    expect(await copyArtifacts(files, s3)).to.include({ found: 41, there: 40, copied: 1 });
  });

  it("goes on where it was cut off", async () => {
    let puts = 0;
    fake.trouble = ({ method }, res) => method === "PUT" && ++puts > 10 && fail(res, 507, "InsufficientStorage");
    const error = await copyArtifacts(files, s3).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(Error);
    fake.trouble = null;
    expect(fake.objects.size).to.equal(10);
    expect(await copyArtifacts(files, s3)).to.include({ there: 10, copied: 30 });
    expect(fake.objects.size).to.equal(40);
  });

  it("copies again what the target has in another size", async () => {
    await copyArtifacts(files, s3);
    const [id = ""] = ids;
    fake.objects.set(`p/${id.slice(0, 2)}/${id}`, { bytes: Buffer.from("cut"), at: new Date() });
    expect(await copyArtifacts(files, s3)).to.include({ there: 39, copied: 1 });
    expect(await s3.get(id)).to.deep.equal(text(0));
  });

  it("names what is damaged, and copies the rest", async () => {
    const [id = ""] = ids;
    await writeFile(path.join(folder, id.slice(0, 2), id), "other bytes");
    expect(await copyArtifacts(files, s3)).to.deep.include({ copied: 39, damaged: [id] });
    expect(await s3.has(id)).to.equal(false);
  });
});
