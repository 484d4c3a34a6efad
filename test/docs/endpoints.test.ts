// The endpoint reference matches the declarations.
import { readdir, readFile } from "node:fs/promises";
import { expect } from "chai";
import { endpointPageList, endpointPages, isPublic } from "../../api/endpoints/documents.ts";
import { AREAS, endpointsOf } from "../../api/endpoints/index.ts";
import { endpointTypes } from "../../temporal-dev/docs/endpointTypes.ts";
import { markedPart } from "../../temporal-dev/marked.ts";

const UPDATE = "npm run -s docs -- endpoints writes it";
const docs = new URL("../../docs/", import.meta.url);

describe("the reference of the endpoints", () => {
  const endpoints = endpointsOf(AREAS);
  const pages = endpointPages(endpoints);

  it("has every public endpoint on one page, and none that only the dashboard uses", () => {
    const text = pages.map((page) => page.text).join("\n");
    for (const { method, path } of endpoints)
      expect(text.split(`\n| \`${method.toUpperCase()} ${path}\` |`), path).to.have.length(isPublic({ path }) ? 2 : 1);
  });

  it("has short pages, however many endpoints a tag has", () => {
    const many = Array.from({ length: 200 }, () => endpoints).flat();
    for (const { file, text } of endpointPages(many)) expect(Buffer.byteLength(text), file).to.be.below(15_000);
  });

  it("has the pages that the declarations make, and no other", async () => {
    expect((await readdir(new URL("api/", docs))).sort(), UPDATE).to.deep.equal(pages.map(({ file }) => file).sort());
    expect(markedPart(await readFile(new URL("api.md", docs), "utf8"), "pages"), UPDATE).to.equal(
      endpointPageList(pages),
    );
  });

  it("has types for clients as they are declared", async () => {
    const text = await readFile(new URL("../api/endpoints/byPath.ts", docs), "utf8");
    expect(text, UPDATE).to.equal(await endpointTypes());
  });

  for (const { file, text } of pages)
    it(`docs/api/${file} is as declared`, async () => {
      expect(await readFile(new URL(`api/${file}`, docs), "utf8"), UPDATE).to.equal(text);
    });
});
