// SECURITY.md names tests; each must exist, so that a claim does not outlive its test.
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const root = fileURLToPath(new URL("../..", import.meta.url));

describe("SECURITY.md", () => {
  it("names tests that exist", async () => {
    const text = await readFile(path.join(root, "SECURITY.md"), "utf8");
    const names = text
      .split("\n")
      .filter((line) => line.startsWith("| ") && line.split("|").length === 6)
      .flatMap((line) => [...(line.split("|")[3] ?? "").matchAll(/`(\w+)`/g)].map(([, name = ""]) => name));
    expect(names).to.have.length.above(10);
    const tests = new Set<string>();
    for await (const file of glob("test/**/*.test.ts", { cwd: root })) tests.add(path.basename(file, ".test.ts"));
    expect(names.filter((name) => !tests.has(name))).to.deep.equal([]);
  });
});
