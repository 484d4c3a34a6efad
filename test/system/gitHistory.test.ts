// What a colleague would expect of a run, with a real repository: everyday situations.
import { expect } from "chai";
import { reasonsOf, sentenceOf, useGitProjects } from "../support/gitProject.ts";
import { itInFullLane } from "../support/lanes.ts";

describe("verdicts by the history of a repository", function () {
  this.timeout(240_000);
  const { begin } = useGitProjects();

  it("a pull request behind main shows its own change and none of main's", async () => {
    const { git, commit, test, accepted, first } = await begin();
    await git("checkout", "-q", "-b", "feature");
    await commit({ Two: { top: "#aa0000" } });
    await git("checkout", "-q", "main");
    await commit({ One: { top: "#0000aa" } });
    await accepted(["One"]);
    expect((await test()).exit).to.equal(0);
    await git("checkout", "-q", "feature");
    const seen = await test("--pr", "1");
    expect(seen.failed).to.deep.equal(["Two"]);
    expect(sentenceOf(seen, "One"))
      .to.include(`main at ${first.slice(0, 7)}`)
      .and.include("where this branch began");
  });

  itInFullLane(
    "two pull requests that change one page are merged one after the other: main is green where they do not touch",
    async () => {
      const { git, commit, test, accepted } = await begin();
      await git("checkout", "-q", "-b", "upper");
      await commit({ One: { top: "#aa0000" } });
      await accepted(["One"], "--pr", "1");
      await git("checkout", "-q", "-b", "lower", "main");
      await commit({ One: { bottom: "#0000aa" } });
      await accepted(["One"], "--pr", "2");
      await git("checkout", "-q", "main");
      await git("merge", "-q", "--no-ff", "upper", "-m", "Upper");
      expect(await test()).to.include({ exit: 0 });
      await git("merge", "-q", "--no-ff", "lower", "-m", "Lower");
      const merged = await test();
      expect(merged.failed).to.deep.equal([]);
      expect(merged.results.flatMap(({ reasons }) => reasons.map(({ code }) => code))).to.include("merged");
      // Main has both screenshots now, so a branch that forks here shows no change.
      await git("checkout", "-q", "-b", "later");
      await commit({ Two: { top: "#00aa00" } });
      expect((await test()).failed).to.deep.equal(["Two"]);
    },
  );

  itInFullLane("a squash that names its pull request brings what was accepted there", async () => {
    const { git, commit, test, accepted } = await begin();
    await git("checkout", "-q", "-b", "feature");
    await commit({ One: { top: "#aa0000" } });
    await accepted(["One"], "--pr", "41");
    await git("checkout", "-q", "main");
    await commit({ Two: { top: "#00aa00" } });
    await accepted(["Two"]);
    await git("merge", "-q", "--squash", "feature");
    await git("commit", "-q", "-m", "The upper block is red (#41)");
    const seen = await test();
    expect(seen.failed).to.deep.equal([]);
    expect(sentenceOf(seen, "One")).to.include("#41");
  });

  itInFullLane(
    "the revert of a merge is a change with a known look, and the revert of the revert is none",
    async () => {
      const { git, commit, test, accepted } = await begin();
      await git("checkout", "-q", "-b", "feature");
      await commit({ One: { top: "#aa0000" } });
      await accepted(["One"], "--pr", "1");
      await git("checkout", "-q", "main");
      await git("merge", "-q", "--no-ff", "feature", "-m", "Merge pull request #1 from shop/feature");
      expect((await test()).failed).to.deep.equal([]);
      await git("revert", "-m", "1", "HEAD", "--no-edit");
      const reverted = await test();
      expect(reverted.failed).to.deep.equal(["One"]);
      expect(reasonsOf(reverted, "One")).to.include("Looks as main did until");
      await git("revert", "HEAD", "--no-edit");
      expect((await test()).failed).to.deep.equal([]);
    },
  );
});
