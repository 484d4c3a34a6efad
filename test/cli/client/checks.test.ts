import { expect } from "chai";
import { judgeClock, judgeNode, judgeReadiness, judgeSetup } from "../../../cli/client/checks.ts";

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
