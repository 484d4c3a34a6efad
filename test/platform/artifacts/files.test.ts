// The artifact store on a full disk.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { createFileStore } from "../../../platform/artifacts/files.ts";
import { ArtifactStoreFullError } from "../../../platform/artifacts/store.ts";
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
