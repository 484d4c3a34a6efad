import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { createFileStore } from "../../../platform/artifacts/files.ts";
import { ArtifactDamagedError, ArtifactStoreFullError } from "../../../platform/artifacts/store.ts";
import { type FullDisk, mountSmallDisk } from "../../support/fullDisk.ts";

describe("the artifact store on a full disk", () => {
  let folder = "";
  let disk: FullDisk | null = null;
  before(async function () {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-store-"));
    disk = await mountSmallDisk(folder, 1);
    if (!disk) this.skip();
  });
  after(async () => {
    disk?.unmount();
    await rm(folder, { recursive: true, force: true });
  });

  it("says so, keeps what it had, leaves no half of a file, and goes on when there is room", async () => {
    const store = createFileStore(folder);
    const kept = await store.put(Buffer.from("kept"));
    await disk?.fill();
    const bytes = Buffer.alloc(20_000, "x");
    for (const work of [() => store.put(bytes), () => store.check()])
      expect(await work().catch((error: unknown) => error)).to.be.instanceOf(ArtifactStoreFullError);
    const files = await readdir(folder, { recursive: true });
    expect(files.filter((name) => name.endsWith(".tmp"))).to.deep.equal([]);
    expect((await store.get(kept)).toString()).to.equal("kept");
    await disk?.empty();
    expect(await store.get(await store.put(bytes))).to.deep.equal(bytes);
  });
});

describe("the artifact store on a disk that damaged a file", () => {
  let folder = "";
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-store-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("keeps what is there until a read finds the damage, and then another process replaces it", async () => {
    const content = Buffer.from("content");
    const id = await createFileStore(folder).put(content);
    const file = path.join(folder, id.slice(0, 2), id);
    const damaged = Buffer.alloc(content.length);
    await writeFile(file, damaged);
    await createFileStore(folder).put(content);
    expect(await readFile(file), "nobody has read it").to.deep.equal(damaged);
    const refused = await createFileStore(folder)
      .get(id)
      .catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(ArtifactDamagedError);
    expect((await readdir(path.dirname(file))).sort()).to.deep.equal([id, `${id}.damaged`]);
    await createFileStore(folder).put(content);
    expect(await readFile(file)).to.deep.equal(content);
    expect(await readdir(path.dirname(file))).to.deep.equal([id]);
  });
});
