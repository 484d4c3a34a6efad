import assert from "node:assert/strict";
import { askedBaselineWords, askedRunWords, askedSentence, readAsked } from "../../../domain/history/asked.ts";
import type { Reference } from "../../../domain/history/reference.ts";
import { comparedSentences, referenceSentence } from "../../../domain/history/referenceSentence.ts";

const RUN = { _id: "run_1", branch: null, commitSha: "a1b2c3d4e5" };

describe("a reference that the caller names", () => {
  it("has a kind only where it says one", () => {
    const read = ["main", "branch:staging", "environment:staging", "run:run_1", "feature/price"].map(readAsked);
    assert.deepEqual(read, [
      { kind: null, name: "main" },
      { kind: "branch", name: "staging" },
      { kind: "environment", name: "staging" },
      { kind: "run", name: "run_1" },
      { kind: null, name: "feature/price" },
    ]);
  });

  it("is told with its run and commit", () => {
    const words = (kind: "run" | "branch" | "environment", name: string) =>
      askedRunWords({ kind, name, mainBranch: "main" }, RUN);
    assert.equal(words("run", "run_1"), "run run_1 of main at a1b2c3d");
    assert.equal(words("branch", "main"), "the newest run of main at a1b2c3d (run_1)");
    assert.equal(words("environment", "Staging"), "the newest run on Staging at a1b2c3d (run_1)");
    assert.equal(askedBaselineWords({ kind: "environment", name: "Staging" }), "the newest baselines on Staging");
    assert.equal(askedSentence({ words: "run run_1 of main" }), "Compared with run run_1 of main.");
  });

  it("is what a result and its run say they were compared with, once for all results", () => {
    const version = { versionId: "v", branch: "main", commitSha: null, by: "ann@shop.example", prNumber: null };
    const reference: Reference = {
      chosenBy: "asked",
      asked: "the newest baselines of main",
      version: { ...version, at: "2026-11-12T10:00:00.000Z" },
    };
    assert.equal(
      referenceSentence(reference),
      "Compared with the newest baselines of main; accepted by ann@shop.example on 12 November 2026.",
    );
    assert.deepEqual(comparedSentences([reference, null, reference]), ["Compared with the newest baselines of main."]);
  });
});
