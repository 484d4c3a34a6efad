import { expect } from "chai";
import {
  judgeCheckup,
  judgeClock,
  judgeConfig,
  judgeFacts,
  judgeNode,
  judgeReadiness,
  judgeSetup,
} from "../../../cli/client/checks.ts";

const at = new Date("2026-01-01T12:00:00Z");

describe("what the doctor finds", () => {
  for (const [what, found, state, says] of [
    ["a Node that will do", judgeNode("v20.1.0"), "ok", /v20/],
    ["a Node that is too old", judgeNode("v18.19.0"), "problem", /too old/],
    ["clocks that agree", judgeClock("Thu, 01 Jan 2026 12:00:30 GMT", at), "ok", /agree/],
    ["a clock ahead", judgeClock("Thu, 01 Jan 2026 11:50:00 GMT", at), "problem", /600 s ahead of/],
    ["a clock behind", judgeClock("Thu, 01 Jan 2026 12:10:00 GMT", at), "problem", /600 s behind/],
    ["no time to compare with", judgeClock(null, at), "warning", /no time/],
  ] as const)
    it(what, () => {
      expect(found.state).to.equal(state);
      expect(found.message).to.match(says);
      expect(found.mend !== undefined).to.equal(state === "problem");
    });

  for (const [what, free, state] of [
    ["room", 9e9, "ok"],
    ["little room", 1e9, "warning"],
    ["hardly any room", 1e6, "problem"],
  ] as const)
    it(`a disk with ${what}`, () => {
      const facts = { disk: { free, total: 10e9 }, clock: { service: "", database: null } };
      const [disk] = judgeCheckup(facts);
      expect(disk).to.include({ check: "disk", state });
      expect(disk?.mend !== undefined).to.equal(state !== "ok");
      // In production, little free space is a problem.
      expect(judgeCheckup(facts, { production: true })[0]?.state).to.equal(state === "ok" ? "ok" : "problem");
    });

  it("a database whose clock is another one", () => {
    const clock = (seconds: number) =>
      judgeCheckup({
        disk: null,
        clock: { service: at.toISOString(), database: new Date(at.getTime() + seconds * 1_000).toISOString() },
      })[0];
    expect(clock(30)).to.include({ state: "ok" });
    expect(clock(600)).to.include({ state: "problem", message: "The service's clock is 600 s behind its database's." });
  });

  it("where the settings come from, and a file that is wrong", () => {
    const use = {
      url: "http://a.test",
      keyFrom: "SVC_API_KEY",
      file: { name: "plumbline.yml", wrong: "It is not YAML." },
    } as const;
    expect(judgeConfig(use).map(({ state, message }) => `${state} ${message}`)).to.deep.equal([
      "ok The service is http://a.test, with the key of SVC_API_KEY.",
      "problem It is not YAML.",
    ]);
    expect(judgeConfig({ ...use, file: null }).every(({ state }) => state === "ok")).to.equal(true);
  });

  it("what runs would be attributed to", () => {
    const facts = { ciProvider: "GitHub Actions", branch: "main", commitSha: "0123456789abcdef", prNumber: 7 };
    expect(judgeFacts(facts)).to.include({
      state: "ok",
      message: "Runs from here belong to GitHub Actions, branch main, commit 0123456789ab, pull request 7.",
    });
    expect(judgeFacts({ branch: "main" }))
      .to.include({ state: "warning" })
      .and.have.property("mend");
    expect(judgeFacts({}).message).to.include("no branch and no commit");
  });

  it("each part of the service, with how to mend it", () => {
    const parts = { temporal: { ok: true, detail: "Temporal answers." }, workers: { ok: false, detail: "No worker." } };
    const found = judgeReadiness({ ready: false, parts });
    expect(found.map(({ check, state }) => [check, state])).to.deep.equal([
      ["temporal", "ok"],
      ["workers", "problem"],
    ]);
    expect(found[1]?.mend).to.contain("npm start");
  });

  it("the project's set-up, worst first, without the service's own parts", () => {
    const one = (code: string) => [{ code, message: `${code}.` }];
    const found = judgeSetup({
      blockers: one("site"),
      warnings: one("browsers"),
      passed: [...one("service"), ...one("key")],
    });
    expect(found.map(({ check, state }) => `${check} ${state}`)).to.deep.equal([
      "site problem",
      "browsers warning",
      "key ok",
    ]);
  });
});
