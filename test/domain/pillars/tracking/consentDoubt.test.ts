// Missing consent is reported as the cause of missing events if there is evidence for it.
import { expect } from "chai";
import { rollUp } from "../../../../domain/pillars/tracking/rollUp.ts";
import { BASE, beacon, dataOf, judgePage, pass, planEvent, planOfEvents, push } from "./fixtures.ts";

const plan = planOfEvents(planEvent("view_item"));
const unread = { state: "failed" as const, selector: null, buttons: ["Elfogadom", "Elutasítom"] };

describe("missing consent as a reason", () => {
  it("a planned event is missing and the banner was not answered", () => {
    const { findings, details, metrics } = judgePage(
      dataOf(pass({ consent: unread, beacons: [beacon(1, "page_view")] })),
      plan,
    );
    const missing = findings.find(({ rule }) => rule === "missing-event");
    expect(missing?.message).to.match(
      /neither pushed nor sent\. The consent banner was not answered, as none of its buttons \("Elfogadom", "Elutasítom"\) .*missing consent is the likely reason.*consent\.selector/,
    );
    expect(missing?.evidence.consent).to.deep.equal({ ...unread, beaconsSent: 1, markedDenied: 0 });
    expect(details.remarks.map(({ code }) => code)).to.deep.equal(["consent_banner"]);
    const page = { index: 0, url: BASE, scenarioLabels: [], status: "failed" as const, score: 0, metrics, rules: [] };
    expect(rollUp([page], plan, BASE).warningSentences[0]).to.match(
      /^On 1 page a consent banner was not answered, so missing consent is the likely reason/,
    );
  });

  it("the button that was named is not there", () => {
    const consent = { state: "failed" as const, selector: "#yes" };
    const { findings } = judgePage(dataOf(pass({ consent, pushes: [push(1, "view_item")] })), plan);
    const unsent = findings.find(({ rule }) => rule === "pushed-never-sent");
    expect(unsent).to.include({ outcome: "review" });
    expect(unsent?.message).to.match(/the button that was named \(#yes\) .* missing consent is the likely reason/);
  });

  it("no banner was found, and every beacon says that consent is denied", () => {
    const denied = beacon(1, "page_view", {}, { consentDenied: true });
    const { findings, details } = judgePage(dataOf(pass({ beacons: [denied] })), plan);
    expect(findings.find(({ rule }) => rule === "missing-event")?.message).to.match(
      /No consent banner was found, and every beacon .* denied consent, so missing consent is the likely reason/,
    );
    expect(details.remarks).to.deep.equal([]);
  });

  for (const [name, given] of [
    ["consent was given", pass({ consent: { state: "clicked", selector: null }, beacons: [beacon(1, "page_view")] })],
    ["there is no banner", pass({ beacons: [beacon(1, "page_view")] })],
    ["there is no banner and no beacon", pass()],
  ] as const)
    it(`is not said where ${name}`, () => {
      const { findings, details } = judgePage(dataOf(given), plan);
      expect(findings.map(({ message }) => message).join()).not.to.match(/consent is the likely/);
      expect(details.remarks).to.deep.equal([]);
    });
});
