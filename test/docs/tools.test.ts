// The tables of tools and the snapshots match the registry: a tool that callers rely on does not change unnoticed.
import { readdir, readFile } from "node:fs/promises";
import { expect } from "chai";
import { TOOL_PAGES, toolSnapshot, toolTables } from "../../api/tools/documents.ts";
import { TOOLS } from "../../api/tools/registry.ts";
import { markedPart } from "../../temporal-dev/marked.ts";

const UPDATE = "when this is meant: npm run -s docs -- tools";
const snapshots = new URL("../api/tools/snapshots/", import.meta.url);

describe("the reference of the tools", () => {
  for (const { file, profile } of TOOL_PAGES)
    it(`${file} has their tables`, async () => {
      const text = await readFile(new URL(`../../${file}`, import.meta.url), "utf8");
      const tools = TOOLS.filter((tool) => tool.profile === profile);
      expect(markedPart(text, "tools"), UPDATE).to.equal(toolTables(tools));
    });

  it("every profile has its page", () => {
    const profiles = new Set(TOOLS.map(({ profile }) => profile));
    expect([...profiles].sort()).to.deep.equal(TOOL_PAGES.map(({ profile }) => profile).sort());
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
