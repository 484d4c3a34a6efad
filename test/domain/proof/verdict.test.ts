import { expect } from "chai";
import type { LinkVerdict } from "../../../domain/functional/trackingLinks.ts";
import type { JudgedCondition } from "../../../domain/proof/conditions/judgeConditions.ts";
import { reason } from "../../../domain/proof/reasons.ts";
import { judgeProof, type VerdictInput } from "../../../domain/proof/verdict.ts";

const link = (patch: Partial<LinkVerdict> = {}): LinkVerdict => ({
  planEventId: "e",
  label: "Added",
  eventType: "add_to_cart",
  step: 1,
  status: "pass",
  violations: [],
  rows: [],
  times: { sent: 1, expected: 1 },
  carriedBy: ["GA4 G-1"],
  ...patch,
});
const input = (patch: Partial<VerdictInput> = {}): VerdictInput => ({
  issueKey: "SHOP-1",
  matchesTicketIntent: true,
  refused: [],
  ran: { status: "passed", scenario: "A product is added", message: null, error: null },
  event: { label: "Added", eventType: "add_to_cart" },
  link: link(),
  conditions: [],
  ...patch,
});
const broken = { status: "failed", scenario: "A product is added", message: "No such button.", error: null } as const;
const sentWrong = link({ status: "fail", violations: ['"value" of "add_to_cart" is missing.'] });
const notSent = link({ status: "fail", violations: ["It was not sent."], times: { sent: 0, expected: 1 } });

const condition = (status: JudgedCondition["status"], words: string, why: string): JudgedCondition => ({
  kind: "browser",
  wanted: "firefox",
  attribute: null,
  status,
  words,
  why,
});
const inFirefox = condition("not_tested", "in Firefox", "the scenario ran in chromium");
const inEuros = condition("not_met", "in EUR", '"currency" is USD');

describe("the verdict of a proof", () => {
  it("is proven where the scenario means the ticket, passed, and its event is as planned", () => {
    const { proofVerdict, eventStatus, outcome } = judgeProof(input());
    expect([proofVerdict, eventStatus, outcome.proven]).to.deep.equal(["proven", "pass", true]);
    expect(outcome.headline).to.equal("SHOP-1 is proven: Added (add_to_cart) is sent as the tracking plan says.");
  });

  it("is proven where every condition was met", () => {
    const conditions = [condition("met", "on desktop", "the scenario ran with the viewport desktop")];
    expect(judgeProof(input({ conditions }))).to.deep.include({ proofVerdict: "proven", matchesTicketIntent: true });
  });

  for (const [conditions, headline, codes] of [
    [
      [inFirefox],
      'Action proven, condition not tested: "in Firefox" (the scenario ran in chromium).',
      ["condition_not_tested"],
    ],
    [[inEuros], 'Action proven, condition not met: "in EUR" ("currency" is USD).', ["condition_not_met"]],
    [
      [inFirefox, inEuros],
      'Action proven, condition not met: "in EUR" ("currency" is USD). Condition not tested: "in Firefox" (the scenario ran in chromium).',
      ["condition_not_tested", "condition_not_met"],
    ],
  ] as const)
    it(`is failed, and means the ticket no more, where ${conditions.map(({ status }) => status).join(" and ")}`, () => {
      const verdict = judgeProof(input({ conditions }));
      expect(verdict).to.deep.include({ proofVerdict: "failed", eventStatus: "pass", matchesTicketIntent: false });
      expect(verdict.outcome).to.deep.include({ proven: false, headline });
      expect(verdict.outcome.reasons.map(({ code }) => code)).to.deep.equal(codes);
    });

  it("says why the action is not proven before any condition", () => {
    const { outcome } = judgeProof(input({ link: notSent, conditions: [inFirefox] }));
    expect(outcome.reasons.map(({ code }) => code)).to.deep.equal(["event_not_sent"]);
  });

  for (const [what, patch, status, code] of [
    [
      "no scenario was chosen",
      { refused: [reason("no_scenario_matches", "None.")], ran: null, matchesTicketIntent: false },
      "not_judged",
      "no_scenario_matches",
    ],
    ["the scenario does not mean the ticket", { matchesTicketIntent: false }, "pass", undefined],
    ["nothing was run", { ran: null, link: null }, "not_judged", "scenario_not_run"],
    [
      "the run could not be done",
      { ran: { ...broken, status: "error" }, link: null },
      "not_judged",
      "scenario_not_run",
    ],
    [
      "the scenario was not run to its end",
      { ran: { ...broken, status: "pending" }, link: null },
      "not_judged",
      "scenario_not_run",
    ],
    ["the scenario broke before its event", { ran: broken, link: null }, "not_judged", "scenario_did_not_pass"],
    ["the scenario broke after its event", { ran: broken }, "not_judged", "scenario_did_not_pass"],
    [
      "the scenario broke, and the event could come anywhere",
      { ran: broken, link: { ...notSent, anywhere: true } },
      "not_judged",
      "scenario_did_not_pass",
    ],
    ["the event was not sent", { link: notSent }, "fail", "event_not_sent"],
    ["the event is not as planned", { link: sentWrong }, "fail", "event_wrong"],
    ["the run kept nothing of the event", { link: null }, "not_judged", "event_not_judged"],
  ] as const)
    it(`is failed where ${what}`, () => {
      const { proofVerdict, eventStatus, outcome } = judgeProof(input(patch as Partial<VerdictInput>));
      expect([proofVerdict, eventStatus, outcome.proven]).to.deep.equal(["failed", status, false]);
      expect(outcome.reasons[0]?.code).to.equal(code);
      expect(outcome.headline).to.match(/^SHOP-1 is not proven: /);
    });
});
