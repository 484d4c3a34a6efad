// YAML that expands or nests without end, in plumbline.yml, in files below it, and in an imported one: an error message instead of a crash.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { ClientError } from "../../../cli/client/exit.ts";
import { readSource } from "../../../cli/import/source.ts";
import { readData } from "../../../cli/projectFile/below.ts";
import { openFile } from "../../../cli/projectFile/file.ts";

const tens = (line: number) =>
  Array(10)
    .fill(line === 0 ? "x" : `*a${line - 1}`)
    .join(", ");
const laughs = Array.from({ length: 12 }, (_, line) => `a${line}: &a${line} [${tens(line)}]\n`).join("");

describe("a YAML bomb", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-yaml-"));
  });
  after(() => rm(folder, { recursive: true }));

  for (const [what, text] of [
    ["aliases that unfold to 10^12 values", laughs],
    ["lists 50,000 deep", `a: ${"[".repeat(50_000)}${"]".repeat(50_000)}\n`],
  ] as const)
    for (const [where, read] of [
      ["plumbline.yml", () => openFile(folder)],
      ["a file below it", () => readData(path.join(folder, "plumbline.yml"))],
      ["a file to import", () => readSource("plumbline.yml", folder)],
    ] as const)
      it(`${what} in ${where} is refused`, async () => {
        await writeFile(path.join(folder, "plumbline.yml"), text);
        const failure = await read().then(
          (value) => value,
          (error: unknown) => error,
        );
        expect(failure).to.be.instanceOf(ClientError);
        expect(String(failure)).to.match(/plumbline\.yml (cannot be read|is not YAML): \S/);
      });
});
