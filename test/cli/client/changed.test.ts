import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { affectedBy, baseBranch, changedFiles, changedRules, globPattern } from "../../../cli/client/changed.ts";

const RULES = [
  { files: ["src/checkout/**", "src/basket.{ts,css}"], scenarios: ["Checkout", "Basket"] },
  { files: ["src/basket.ts"], scenarios: ["Home"] },
  { files: ["docs/**", "*.md"], scenarios: [] },
];

describe("which scenarios show what was changed", () => {
  for (const [files, wanted] of [
    [["src/checkout/deep/pay.ts"], ["Checkout", "Basket"]],
    [["src/basket.ts"], ["Checkout", "Basket", "Home"]],
    [["README.md", "docs/a/b.png"], []],
    [[], []],
  ] as const)
    it(`${files.join(", ") || "no file"}: ${wanted.join(", ") || "none"}`, () => {
      expect(affectedBy(files, RULES)).to.deep.equal({ all: false, scenarios: wanted });
    });

  it("all of them where a file is changed that nobody has thought of", () => {
    const affected = affectedBy(["README.md", "package.json"], RULES);
    expect(affected).to.deep.equal({ all: true, reason: 'no rule of "changed" names package.json' });
  });

  it("reads globs as git's ignore files have them", () => {
    expect(globPattern("src/*.ts").test("src/a/b.ts")).to.equal(false);
    expect(globPattern("**/*.ts").test("b.ts")).to.equal(true);
    expect(globPattern("a?(1).ts").test("ab(1).ts")).to.equal(true);
    expect(() => globPattern("a{b")).to.throw(/not closed/);
  });

  it("refuses a file without the section", () => {
    expect(() => changedRules(undefined)).to.throw(/needs the section "changed"/);
    expect(() => changedRules([{ files: "a", scenarios: [] }])).to.throw(/needs the section/);
    expect(changedRules(RULES)).to.equal(RULES);
  });

  it("asks CI for the base", () => {
    expect(baseBranch({ GITHUB_BASE_REF: "main" })).to.equal("main");
    expect(baseBranch({ GITHUB_BASE_REF: "", SYSTEM_PULLREQUEST_TARGETBRANCH: "refs/heads/dev" })).to.equal("dev");
    expect(baseBranch({})).to.equal(undefined);
  });

  it("finds what a branch and the working folder changed, and says where git cannot tell", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "plumbline-git-"));
    const git = (...args: string[]) =>
      promisify(execFile)("git", ["-c", "user.name=a", "-c", "user.email=a@b.test", ...args], { cwd: folder });
    const put = (name: string) => writeFile(path.join(folder, name), name);
    try {
      expect(await changedFiles(folder, "main")).to.equal(null);
      await git("init", "-q", "-b", "main");
      await put("old.txt");
      await git("add", "-A");
      await git("commit", "-qm", "one");
      await git("switch", "-qc", "work");
      await put("new name.txt");
      await git("add", "-A");
      await git("commit", "-qm", "two");
      await put("fresh.txt");
      expect(await changedFiles(folder, "main")).to.have.members(["new name.txt", "fresh.txt"]);
      // Below a folder, files elsewhere count too, and of a renamed file both names.
      await mkdir(path.join(folder, "web"));
      await git("mv", "old.txt", "web/moved.txt");
      const web = path.join(folder, "web");
      const below = ["../new name.txt", "../fresh.txt", "../old.txt", "moved.txt"];
      expect(await changedFiles(web, "main")).to.have.members(below);
      expect(await changedFiles(folder, "nowhere")).to.equal(null);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
