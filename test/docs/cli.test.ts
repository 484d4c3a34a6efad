import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { loadCommands } from "../../cli/commands/index.ts";
import { commandReference } from "../../cli/commands/reference.ts";

const COMMANDS = await loadCommands();

describe("docs/cli.md", () => {
  it("is what the commands declare: `npm run -s docs -- cli` writes it", async () => {
    const found = await readFile(new URL("../../docs/cli.md", import.meta.url), "utf8");
    expect(found).to.equal(commandReference(COMMANDS));
  });

  for (const { name, example, summary } of COMMANDS)
    it(`${name} has an example and a sentence for its help`, () => {
      expect(example).to.contain(`plumbline ${name}`);
      expect(summary).to.match(/^[a-z].*[^.]$/);
    });
});
