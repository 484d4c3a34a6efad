// Every command in the documents and the job files is accepted by the programs.
import { readdir, readFile } from "node:fs/promises";
import { expect } from "chai";
import { commandProblems } from "../support/documentedCommands.ts";
import { type Document, readDocuments } from "../support/documents.ts";

const SHELL = new Set(["bash", "sh", ""]);
/** Pages that a newcomer follows word by word. */
const FIRST_PAGES = ["README.md", "docs/getting-started.md", "docs/ci.md", "docs/cli.md"];

describe("commands in the documents", () => {
  let documents: Document[];
  before(async () => {
    documents = await readDocuments();
  });

  it("exist, with their options, and are calls that the program takes", () => {
    const wrong = documents.flatMap(({ file, text, blocks }) => {
      const code = blocks.filter(({ language }) => SHELL.has(language)).map((block) => block.text);
      return commandProblems(text, code.join("\n")).map((problem) => `${file}: ${problem}`);
    });
    expect(wrong).to.deep.equal([]);
  });

  it("are found on each of the first pages", () => {
    for (const page of FIRST_PAGES) {
      const text = documents.find(({ file }) => file === page)?.text ?? "";
      expect(text, page).to.match(/plumbline run|cli\.tgz" run/);
    }
  });

  it("of the job files exist, too", async () => {
    const folder = new URL("../../docs/ci/", import.meta.url);
    const wrong: string[] = [];
    for (const name of await readdir(folder)) {
      // YAML quotes around a whole line are not part of the command.
      const lines = (await readFile(new URL(name, folder), "utf8")).replace(
        /^(\s*(?:- )?(?:run: |script: |sh )?)'(.*)'$/gm,
        "$1$2",
      );
      expect(lines, name).to.match(/cli\.tgz" run|cli\/plumbline\.ts run/);
      wrong.push(...commandProblems(lines, lines).map((problem) => `${name}: ${problem}`));
    }
    expect(wrong).to.deep.equal([]);
  });

  describe("would be found when they were wrong:", () => {
    for (const line of [
      "plumbline fly",
      "`plumbline run --fly`",
      'npx --yes "$SVC_URL/cli.tgz" rum visual',
      'npx --yes "$SVC_URL/cli.tgz?0.2.0" rum visual',
      "node ../plumbline/cli/plumbline.ts run --fly",
      "npm run -s admin -- projects fly",
      "npm run -s admin -- projects create --fly",
      "export SVC_API_KEY=$(admin keys fly)",
    ])
      it(line, () => {
        expect(commandProblems(line)).to.have.length(1);
      });

    for (const line of [
      "plumbline report",
      "plumbline run rum",
      "plumbline run visual --timeout",
      "plumbline cancel",
      "plumbline gate now",
    ])
      it(`in code: ${line}`, () => {
        expect(commandProblems("", line)).to.have.length(1);
      });
  });
});
