// What a colleague would expect of a run, with a real repository: rarer situations.
import { expect } from "chai";
import { reasonsOf, useGitProjects } from "../support/gitProject.ts";

describe("verdicts in the rarer situations of a repository", function () {
  this.timeout(240_000);
  const { begin } = useGitProjects();

  it("of two that touch each other, main shows only where they do", async () => {
    const { git, commit, test, accepted, write } = await begin();
    await git("checkout", "-q", "-b", "red");
    await commit({ One: { top: "#aa0000", bottom: "#333333" } });
    await accepted(["One"], "--pr", "1");
    await git("checkout", "-q", "-b", "blue", "main");
    await commit({ One: { top: "#0000aa" } });
    await accepted(["One"], "--pr", "2");
    await git("checkout", "-q", "main");
    await git("merge", "-q", "--no-ff", "red", "-m", "Red");
    expect((await test()).failed).to.deep.equal([]);
    await git("merge", "-q", "--no-ff", "blue", "-m", "Blue").catch(() => undefined);
    await write("One", { top: "#aa00aa", bottom: "#333333" });
    await git("add", "-A");
    await git("commit", "-q", "-m", "Blue, and both");
    const seen = await test();
    expect(seen.failed).to.deep.equal(["One"]);
    const regions = seen.results.find(({ status }) => status === "failed")?.regions ?? [];
    expect(regions).to.have.length(1);
    expect(regions[0]?.box.y).to.be.lessThan(300);
  });

  it("a branch that is rebased keeps what was accepted on it, and takes what main accepted", async () => {
    const { git, commit, test, accepted } = await begin();
    await git("checkout", "-q", "-b", "feature");
    await commit({ One: { top: "#aa0000" } });
    await accepted(["One"], "--pr", "1");
    await git("checkout", "-q", "main");
    await commit({ Two: { top: "#00aa00" } });
    await accepted(["Two"]);
    await git("checkout", "-q", "feature");
    await git("rebase", "-q", "main");
    expect((await test("--pr", "1")).failed).to.deep.equal([]);
    await git("commit", "-q", "--amend", "-m", "Said otherwise");
    expect((await test("--pr", "1")).failed).to.deep.equal([]);
  });

  it("an old build, or a branch that was never merged, is told apart where main serves it, and moves nothing", async () => {
    const { git, commit, deploy, start, test, accepted } = await begin();
    await git("checkout", "-q", "-b", "feature");
    await commit({ One: { top: "#aa0000" } });
    await accepted(["One"], "--pr", "5");
    await git("checkout", "-q", "main");
    await commit({ Two: { top: "#00aa00" } }, "The upper block is green (#3)");
    await accepted(["Two"]);
    await git("checkout", "-q", "feature");
    await deploy();
    await git("checkout", "-q", "main");
    const wrong = await start("visual");
    expect(wrong.failed).to.deep.equal(["One", "Two"]);
    expect(reasonsOf(wrong, "One")).to.include("Looks like feature").and.include("never merged");
    expect(reasonsOf(wrong, "Two")).to.include("Looks as main did until");
    expect((await test()).failed).to.deep.equal([]);
  });

  it("a cherry-pick to a release branch is decided there, and moves nothing on main", async () => {
    const { git, commit, test, accepted } = await begin();
    await git("branch", "release");
    await commit({ One: { top: "#aa0000" } });
    await accepted(["One"]);
    await git("checkout", "-q", "release");
    expect((await test()).failed).to.deep.equal([]);
    await git("cherry-pick", "main");
    await accepted(["One"]);
    expect((await test()).failed).to.deep.equal([]);
    await git("checkout", "-q", "main");
    expect((await test()).failed).to.deep.equal([]);
  });

  it("a branch that goes back to an older commit, and a job of an older commit that runs again, are judged as that commit", async () => {
    const { git, commit, test, accepted, first } = await begin();
    await git("checkout", "-q", "-b", "feature");
    const older = await commit({ One: { top: "#aa0000" } });
    await accepted(["One"]);
    await commit({ One: { top: "#0000aa" } });
    await accepted(["One"]);
    await git("reset", "-q", "--hard", older);
    expect((await test()).failed).to.deep.equal([]);

    await git("checkout", "-q", "main");
    await commit({ Two: { top: "#00aa00" } });
    await accepted(["Two"]);
    await git("checkout", "-q", first);
    expect((await test("--branch", "main", "--commit", first)).failed).to.deep.equal([]);
    await git("checkout", "-q", "main");
    expect((await test()).failed).to.deep.equal([]);
  });

  it("two jobs of one commit come to one verdict", async () => {
    const { git, commit, test } = await begin();
    await git("checkout", "-q", "-b", "feature");
    await commit({ One: { top: "#aa0000" } });
    const both = await Promise.all([test("--pr", "1"), test("--pr", "1")]);
    expect(both.map(({ failed }) => failed)).to.deep.equal([["One"], ["One"]]);
  });

  it("a pull request on top of another one shows only what it adds", async () => {
    const { git, commit, test, accepted } = await begin();
    await git("checkout", "-q", "-b", "below");
    await commit({ One: { top: "#aa0000" } });
    await accepted(["One"], "--pr", "1");
    await git("checkout", "-q", "-b", "above");
    await commit({ Two: { top: "#0000aa" } });
    expect((await test("--pr", "2")).failed).to.deep.equal(["Two"]);
  });
});
