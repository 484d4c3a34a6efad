// What `plumbline try` reads from the files it found, without a service.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { MAX_FILES } from "../../../cli/import/playwright.ts";
import { findConfigurations } from "../../../cli/try/find.ts";
import { readFound } from "../../../cli/try/read.ts";
import { plainPng } from "../../support/png.ts";

const PICTURE = plainPng(1280, 20, [0, 200, 0]);

describe("what plumbline try reads of a repository", () => {
  let repository: string;
  beforeEach(async () => {
    repository = await mkdtemp(path.join(tmpdir(), "plumbline-read-"));
  });
  afterEach(() => rm(repository, { recursive: true, force: true }));
  const put = async (name: string, content: string | Buffer) => {
    await mkdir(path.dirname(path.join(repository, name)), { recursive: true });
    await writeFile(path.join(repository, name), content);
  };
  const read = async () => readFound(await findConfigurations(repository), { repository, origins: new Map() });

  it("takes screenshots of the found folders, and no other picture of the folder that they share", async () => {
    await put("shop/basket.spec.ts-snapshots/basket-chromium-linux.png", PICTURE);
    await put("shop/basket.spec.ts-snapshots/basket.txt", "a text");
    await put("blog/post.spec.ts-snapshots/full/post-chromium-linux.png", PICTURE);
    await put("public/logo.png", PICTURE);
    await put("shop/icon.png", PICTURE);
    const { read: found, unread } = await read();
    expect(unread).to.deep.equal([]);
    expect(found.map(({ place }) => place)).to.deep.equal(["."]);
    expect(found[0]?.pictures.map(({ query }) => [query.name, query.test])).to.deep.equal([
      ["full/post", "blog/post.spec.ts-snapshots/full/post-chromium-linux.png"],
      ["basket", "shop/basket.spec.ts-snapshots/basket-chromium-linux.png"],
    ]);
    expect(found[0]?.part.leftOut).to.deep.equal([
      { path: "shop/basket.spec.ts-snapshots/basket.txt", reason: "is not a screenshot in PNG" },
    ]);
  });

  it("names a folder of too many screenshots, and takes the others", async () => {
    await put("a/few.spec.ts-snapshots/few-chromium-linux.png", PICTURE);
    const many = path.join(repository, "b/many.spec.ts-snapshots");
    await mkdir(many, { recursive: true });
    const names = Array.from({ length: MAX_FILES + 1 }, (_, at) => path.join(many, `${at}.png`));
    await Promise.all(names.map((name) => writeFile(name, PICTURE.subarray(0, 24))));
    const { read: found, unread } = await read();
    expect(found.map(({ pictures }) => pictures.map(({ query }) => query.name))).to.deep.equal([["few"]]);
    expect(unread).to.deep.equal([
      { path: "b/many.spec.ts-snapshots", reason: `contains more than ${MAX_FILES} screenshots: import part of it.` },
    ]);
  });
});
