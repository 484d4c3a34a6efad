// The README's tables of tools and the snapshots are those of the registry: a tool that callers rely on does not change unnoticed.
import { readdir, readFile } from "node:fs/promises";
import { expect } from "chai";
import { toolSnapshot, toolTables } from "../../api/tools/documents.ts";
import { TOOLS } from "../../api/tools/registry.ts";

const UPDATE = "when this is meant: npm run -s docs:tools";
const snapshots = new URL("../api/tools/snapshots/", import.meta.url);

describe("what is written down about the tools", () => {
  it("the README has their tables", async () => {
    const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
    const found = /<!-- tools:begin -->\n([\s\S]*?)\n<!-- tools:end -->/.exec(readme);
    expect(found?.[1], UPDATE).to.equal(toolTables());
  });

  it("there is a snapshot of each, and of no other", async () => {
    expect((await readdir(snapshots)).sort(), UPDATE).to.deep.equal(TOOLS.map(({ name }) => `${name}.json`).sort());
  });

  for (const tool of TOOLS)
    it(`${tool.name} is as in its snapshot`, async () => {
      const kept: unknown = JSON.parse(await readFile(new URL(`${tool.name}.json`, snapshots), "utf8"));
      expect(JSON.parse(JSON.stringify(toolSnapshot(tool))), UPDATE).to.deep.equal(kept);
    });
});
