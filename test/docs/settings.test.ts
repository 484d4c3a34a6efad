// The table of settings, and a rule for the npm scripts.
import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { settingsTable } from "../../domain/config.ts";
import { markedPart } from "../../temporal-dev/marked.ts";

const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), "utf8");

describe("docs/settings.md", () => {
  it("has the table of settings that the code describes: `npm run -s docs -- config` writes it", async () => {
    expect(markedPart(await read("docs/settings.md"), "config")).to.equal(settingsTable());
  });
});

describe("package.json", () => {
  // A shell remembers where it found the first `node`: after setup in the same shell, the old Node would be used.
  it("sets up in a script of its own, before the one that needs the new Node", async () => {
    const { scripts } = JSON.parse(await read("package.json")) as { scripts: Record<string, string> };
    expect(Object.values(scripts).filter((script) => /setup\.mjs\s*\S/.test(script))).to.deep.equal([]);
  });
});
