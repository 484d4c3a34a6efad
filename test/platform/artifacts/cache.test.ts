// The cache folder in front of an S3 store.
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { createCachedStore, UNUSED_DAYS } from "../../../platform/artifacts/cache.ts";
import { createS3Store, S3_TIMES } from "../../../platform/artifacts/s3.ts";
import { createS3Client } from "../../../platform/artifacts/s3Client.ts";
import { ArtifactStoreUnavailableError, isArtifactId, type MarkedStore } from "../../../platform/artifacts/store.ts";
import { type FakeS3, startFakeS3 } from "../../support/fakeS3.ts";

const content = (i: number, size = 1_000) => Buffer.alloc(size, `content ${i} `);

describe("the cache of artifacts", () => {
  let fake: FakeS3;
  let folder: string;
  let far: MarkedStore;
  let said: string[];
  beforeEach(async () => {
    fake = await startFakeS3();
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-cache-"));
    const times = { ...S3_TIMES, giveUp: 3_000 };
    far = createS3Store({ bucket: fake.bucket, prefix: "" }, createS3Client(times, fake.client), times);
    said = [];
  });
  afterEach(async () => {
    await fake.close();
    await rm(folder, { recursive: true, force: true });
  });
  const open = (maxBytes = 1_000_000, at = folder) =>
    createCachedStore(far, { folder: at, maxBytes, report: (line) => said.push(line) });
  const kept = async () => {
    const names = (await readdir(folder, { recursive: true })).map((name) => path.basename(name));
    return names.filter(isArtifactId).sort();
  };
  const fileOf = (id: string) => path.join(folder, id.slice(0, 2), id);

  it("reads what was read or put before without the server, in another process too", async () => {
    const id = await far.put(content(1));
    const store = await open();
    await store.get(id);
    const mine = await store.put(content(2));
    fake.asked.length = 0;
    for (const again of [store, await open()]) {
      expect(await again.get(id)).to.deep.equal(content(1));
      expect(await again.get(mine)).to.deep.equal(content(2));
    }
    expect(fake.asked).to.deep.equal([]);
    expect(await store.has("0".repeat(64))).to.equal(false);
  });

  it("stays under its bound, and keeps what was used last", async () => {
    const store = await open(10_000);
    const ids: string[] = [];
    for (let i = 0; i < 30; i++) {
      ids.push(await store.put(content(i)));
      // The first one is read repeatedly.
      await store.get(ids[0] ?? "");
    }
    const left = await kept();
    expect(left.length).to.be.within(8, 10);
    expect(left).to.include.members([ids[0], ids[29]]);
    expect(left).not.to.include(ids[1]);
    expect(await store.get(ids[1] ?? ""), "from the server").to.deep.equal(content(1));
  });

  it("drops what was not used for a week, so that nothing stays that other hosts deleted from the store", async () => {
    const store = await open();
    const [old, recent] = [await store.put(content(1)), await store.put(content(2))];
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    await utimes(fileOf(old), new Date(), days(UNUSED_DAYS + 1));
    await utimes(fileOf(recent), new Date(), days(UNUSED_DAYS - 1));
    await far.remove(old);
    const again = await open();
    expect(await kept()).to.deep.equal([recent]);
    expect(await again.get(recent)).to.deep.equal(content(2));
  });

  it("leaves out what is too large for it", async () => {
    const store = await open(10_000);
    const small = await store.put(content(1));
    const large = await store.put(content(2, 6_000));
    expect(await kept()).to.deep.equal([small]);
    expect(await store.get(large)).to.deep.equal(content(2, 6_000));
  });

  it("verifies: a damaged file is replaced by what the server has", async () => {
    const store = await open();
    const id = await store.put(content(1));
    await writeFile(fileOf(id), "damaged");
    expect(await store.get(id)).to.deep.equal(content(1));
    expect((await stat(fileOf(id))).size).to.equal(1_000);
  });

  it("keeps nothing that the server did not take", async () => {
    const store = await open();
    fake.trouble = (_, res) => Boolean(res.destroy());
    const error = await store.put(content(1)).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ArtifactStoreUnavailableError);
    expect(await kept()).to.deep.equal([]);
  });

  it("forgets what is removed", async () => {
    const store = await open();
    const id = await store.put(content(1));
    await store.remove(id);
    expect([await store.has(id), await kept()]).to.deep.equal([false, []]);
  });

  it("only costs time when its folder cannot be used, and says so once", async () => {
    const file = path.join(folder, "file");
    await writeFile(file, "in the way");
    const store = await open(1_000_000, file);
    const ids = [await store.put(content(1)), await store.put(content(2))];
    for (const [i, id] of ids.entries()) expect(await store.get(id)).to.deep.equal(content(i + 1));
    expect(said).to.have.length(1);
    expect(said[0]).to.match(/^the cache of artifacts cannot be used: /);
  });
});
