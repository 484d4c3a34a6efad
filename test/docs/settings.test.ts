// The README says what the code says: its table of settings and its list of npm scripts.
import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { describeConfig } from "../../domain/config.ts";

const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), "utf8");

/** The table between the markers. When it differs, the test's message holds the text to put there. */
function configTable(): string {
  const rows = describeConfig().map(
    ({ env, fallback, help }) => `| \`${env}\` | ${fallback === "" ? "" : `\`${fallback}\``} | ${help} |`,
  );
  return ["| variable | default | meaning |", "| --- | --- | --- |", ...rows].join("\n");
}

describe("README.md", () => {
  it("has the table of settings that the code describes", async () => {
    const found = /<!-- config:begin -->\n([\s\S]*?)\n<!-- config:end -->/.exec(await read("README.md"));
    expect(found?.[1]?.trim()).to.equal(configTable());
  });

  it("names every npm script", async () => {
    const readme = await read("README.md");
    const { scripts } = JSON.parse(await read("package.json")) as { scripts: Record<string, string> };
    const missing = Object.keys(scripts).filter(
      (name) =>
        !/^pre/.test(name) &&
        !["npm run ", "npm run -s ", "npm ", ""].some((prefix) => readme.includes(`\`${prefix}${name}\``)),
    );
    expect(missing).to.deep.equal([]);
  });

  // A shell remembers where it found the first `node`: after a set-up in the same one, the old Node would go on.
  it("sets up in a script of its own, before the one that needs the new Node", async () => {
    const { scripts } = JSON.parse(await read("package.json")) as { scripts: Record<string, string> };
    expect(Object.values(scripts).filter((script) => /setup\.mjs\s*\S/.test(script))).to.deep.equal([]);
  });

  it("names no npm script that is not there", async () => {
    const { scripts } = JSON.parse(await read("package.json")) as { scripts: Record<string, string> };
    const named = [...(await read("README.md")).matchAll(/npm run (?:-s )?([a-z:]+)/g)].map((match) => match[1] ?? "");
    expect(named.filter((name) => !(name in scripts))).to.deep.equal([]);
  });
});
