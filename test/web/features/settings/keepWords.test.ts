import { expect } from "chai";
import { planWords, storageWarning, whenOf } from "../../../../web/src/features/settings/keepWords.ts";

const none = { pullRequests: 0, main: 0, audits: 0, functional: 0, uploads: 0, jobs: 0 };
const plan = { at: new Date().toISOString(), runs: none, documents: 0, artifacts: 0, bytes: 0 };
const at = "2026-11-27T12:00:00.000Z";

describe("sentences about what is kept", () => {
  it("say when the next sweep comes", () => {
    expect(whenOf({ daily: false, announcedAt: null, lastAt: at })).to.contain("turned the daily sweep off");
    expect(whenOf({ daily: true, announcedAt: at, lastAt: null })).to.contain("The next sweep is on");
    expect(whenOf({ daily: true, announcedAt: null, lastAt: at })).to.contain("once a day");
    expect(whenOf({ daily: true, announcedAt: null, lastAt: null })).to.contain("a week in advance");
  });
  it("say what it deletes, kind by kind, and what becomes free", () => {
    expect(planWords(plan)).to.match(/^The next sweep deletes nothing here/);
    const runs = { ...none, pullRequests: 12, audits: 3, jobs: 7 };
    expect(planWords({ ...plan, runs, artifacts: 40, bytes: 1_500_000 })).to.contain(
      "12 runs of pull request branches, 3 audits, 7 jobs, a day later 40 files (1.5 MB)",
    );
  });
  it("say what to do about a full storage", () => {
    expect(storageWarning("near")).to.contain("almost reached");
    expect(storageWarning("full")).to.contain("no new run starts");
  });
});
