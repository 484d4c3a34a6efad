import { expect } from "chai";
import { commitUrlOf } from "../../../domain/history/commitUrl.ts";

describe("where people look at a commit", () => {
  const sha = "abcdef1234567";
  for (const [what, told, expected] of [
    ["as CI said it", { prUrl: null, commitSha: sha, commitUrl: "https://git.test/c/1" }, "https://git.test/c/1"],
    ["GitHub", { prUrl: "https://github.test/o/r/pull/7", commitSha: sha }, `https://github.test/o/r/commit/${sha}`],
    [
      "GitLab",
      { prUrl: "https://gitlab.test/g/s/r/-/merge_requests/7", commitSha: sha },
      `https://gitlab.test/g/s/r/-/commit/${sha}`,
    ],
    ["another host", { prUrl: "https://host.test/review/7", commitSha: sha }, null],
    ["no pull request", { prUrl: null, commitSha: sha }, null],
    ["no commit id", { prUrl: "https://github.test/o/r/pull/7", commitSha: "v1.2" }, null],
  ] as const)
    it(what, () => expect(commitUrlOf(told)).to.equal(expected));
});
