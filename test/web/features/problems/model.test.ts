import { expect } from "chai";
import {
  beside,
  evidenceOf,
  NO_FILTER,
  queryOf,
  snoozeText,
  standsText,
} from "../../../../web/src/features/problems/model.ts";
import type { Problem } from "../../../../web/src/lib/problems.ts";

const MEMBERS = [{ email: "ada@shop.example", name: "Ada Lovelace", you: false }];

describe("a problem on its screen", () => {
  const problem = (change: Partial<Problem>) =>
    ({ pillar: "visual", lastSeen: { runId: "run_1" }, evidence: {}, ...change }) as Problem;
  const evidence = (pillar: Problem["pillar"], resultId: string) =>
    evidenceOf("shop", problem({ pillar, evidence: { resultId } }));

  it("leads to the screenshot, the scenario or the finding that shows it", () => {
    expect(evidence("visual", "run_1-00012"))
      .to.include({ to: "/p/shop/visual/run_1" })
      .and.deep.include({ search: { shot: 12 } });
    expect(evidence("functional", "run_1-s00002"))
      .to.include({ to: "/p/shop/functional/runs/run_1" })
      .and.deep.include({ search: { scenario: "run_1-s00002" } });
    expect(evidence("seo", "f1"))
      .to.include({ to: "/p/shop/audits/seo" })
      .and.deep.include({ search: { run: "run_1", finding: "f1" } });
    expect(evidence("tracking", "f1")).to.include({ to: "/p/shop/runs/run_1" });
  });

  it("says what ends its snooze", () => {
    expect(snoozeText({ until: null, places: 1 })).to.equal("until it is in more than 1 place");
    expect(snoozeText({ until: "2026-12-03T12:00:00Z", places: 2 })).to.match(
      /^until .*2026.* or until it is in more than 2 places$/,
    );
  });

  it("says how it stands to somebody whose change was refused", () => {
    const stands = (change: Partial<Problem>) =>
      standsText(problem({ status: "new", assignee: null, ticket: null, ...change }), MEMBERS);
    expect(stands({})).to.equal("New, not assigned");
    expect(stands({ status: "snoozed", assignee: "ada@shop.example", ticket: "SHOP-1" })).to.equal(
      "Snoozed, assigned to Ada Lovelace, ticket SHOP-1",
    );
  });
});

describe("the list of problems", () => {
  it("asks for what the address says, and for nothing that the service does not know", () => {
    expect(queryOf(NO_FILTER)).to.deep.equal({ status: "", pillar: "", severity: "", assignee: "", text: "" });
    expect(queryOf({ status: "all", pillar: "seo", severity: "made up", assignee: "me", text: " x " })).to.deep.equal({
      status: ["new", "regressed", "ongoing", "accepted", "snoozed", "fixed"],
      pillar: "seo",
      severity: "",
      assignee: "me",
      text: "x",
    });
  });

  it("is stepped through from end to end, from the first one where none is shown", () => {
    const all = ["a", "b"].map((id) => problem(id));
    const steps = [
      beside(all, "", 1),
      beside(all, "a", 1),
      beside(all, "b", 1),
      beside(all, "a", -1),
      beside([], "x", 1),
    ];
    expect(steps).to.deep.equal(["a", "b", "b", "a", "x"]);
    function problem(id: string): Problem {
      return { id } as Problem;
    }
  });
});
