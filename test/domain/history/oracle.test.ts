// Compares the choice of references with git: an accepted picture is a file that was committed right after the commit for which it was
// accepted.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openRepository } from "./oracle/repository.ts";
import type { Seen } from "./oracle/team.ts";
import { workOf } from "./oracle/work.ts";

const HISTORIES = 2000;
/** The first git version that merges many pairs of commits without a work tree. */
const FIRST_GIT = [2, 39];

function gitSuits(): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(execFileSync("git", ["--version"], { encoding: "utf8" })) ?? [];
  return Number(major) * 1000 + Number(minor) >= (FIRST_GIT[0] ?? 0) * 1000 + (FIRST_GIT[1] ?? 0);
}

describe("the choice by history", () => {
  it("is what git would have, in 2,000 random histories", async function () {
    assert.ok(gitSuits(), `This test needs git ${FIRST_GIT.join(".")} or newer.`);
    this.timeout(300_000);
    const folder = await mkdtemp(path.join(tmpdir(), "plumbline-oracle-"));
    try {
      const git = await openRepository(folder);
      const works = Array.from({ length: HISTORIES }, (_, seed) => workOf(seed + 1, git));
      await git.serve(works);
      const seen = await Promise.all(works);
      assert.deepEqual(
        seen.flatMap(({ wrong }) => wrong),
        [],
      );
      // Histories in which nothing happens would prove nothing.
      const sum = (of: Exclude<keyof Seen, "wrong">) => seen.reduce((all, one) => all + one[of], 0) / HISTORIES;
      // Nearly all commits after such a move equal git's result in every cell.
      assert.ok(sum("movedOpen") > 0.15 && sum("stricter") < sum("movedOpen") / 20 && sum("shown") > 0.1);
      assert.ok(
        sum("judged") > 15 && sum("merges") > 2 && sum("conflicts") > 1 && sum("crossed") > 0.01 && sum("picks") > 0.1,
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
