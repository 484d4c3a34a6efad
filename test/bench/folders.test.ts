// The causes bench on two folders of built pages: which pages are compared, and how the reported causes are printed.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { commonPages, toldOf } from "../../bench/causes/folders.ts";
import { causesOptions } from "../../bench/causes/options.ts";
import { serveFolder } from "../../bench/sound/site.ts";
import { change } from "../domain/visual/reading/change.ts";

describe("two folders of pages", () => {
  let dir = "";
  const folder = (name: string) => path.join(dir, name);
  before(async () => {
    dir = await mkdtemp(path.join(tmpdir(), "folders-"));
    for (const [name, file, text] of [
      ["old", "index.html", "old"],
      ["old", "sub/a page.html", "old"],
      ["old", "gone.html", "old"],
      ["new", "index.html", "new"],
      ["new", "sub/a page.html", "new"],
      ["new", "notes.txt", "new"],
    ] as const) {
      await mkdir(path.dirname(path.join(dir, name, file)), { recursive: true });
      await writeFile(path.join(dir, name, file), text);
    }
    await writeFile(path.join(dir, "secret.html"), "secret");
  });
  after(() => rm(dir, { recursive: true, force: true }));

  it("are compared by the HTML files that both have", async () => {
    expect(await commonPages(folder("old"), folder("new"))).to.deep.equal(["/index.html", "/sub/a%20page.html"]);
  });

  it("are served one after the other from one address, and nothing beside them", async () => {
    let shown = folder("old");
    const site = await serveFolder(() => shown, []);
    const read = async (at: string) => (await fetch(site.url + at)).text();
    try {
      expect(await read("/sub/a%20page.html")).to.equal("old");
      shown = folder("new");
      expect(await read("/")).to.equal("new");
      expect(await read("/%2e%2e%2fsecret.html")).to.equal("There is no such page.");
    } finally {
      await site.close();
    }
  });

  it("are asked for together", () => {
    const given = causesOptions(["--old", "a", "--new", "b", "--pages", "index.html,x.html", "--report", "r.html"]);
    expect(given.folders).to.deep.equal({ old: "a", new: "b", pages: ["index.html", "x.html"], report: "r.html" });
    expect(causesOptions([]).folders).to.equal(null);
    expect(() => causesOptions(["--old", "a"])).to.throw("--old and --new");
  });

  it("are told by each change once, with its pages, and by the pages without a picture", () => {
    const shot = (index: number, status: "failed" | "passed" | "error", changes: ReturnType<typeof change>[]) => ({
      index,
      status,
      changes,
      scenarioLabel: `/${index}.html`,
      url: `http://127.0.0.1/${index}.html`,
      causes: changes.map(({ key }) => key),
      fingerprint: null,
      reasons: status === "error" ? [{ code: "page_error" as const, message: "It did not load." }] : [],
    });
    const added = change({ kind: "added", tag: "section", name: "Sponsors", selector: "#sponsors" });
    const told = toldOf([
      shot(0, "failed", [added]),
      shot(1, "failed", [added]),
      shot(2, "passed", []),
      shot(3, "error", []),
    ]);
    expect(told).to.equal(
      [
        "1 change on 2 of 4 pages",
        '- "Sponsors" section added, on 2 pages',
        "    #sponsors",
        "    /0.html /1.html",
        "no picture of /3.html: It did not load.",
      ].join("\n"),
    );
  });
});
