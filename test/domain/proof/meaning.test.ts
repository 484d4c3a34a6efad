// Runs the meanings benchmark with the real model against its thresholds: what a proof must not get wrong, and what it must not miss.
import { expect } from "chai";
import { measuredConditions, tuneConditions } from "../../../bench/meaning/conditions.ts";
import { isOpen, isRight, isWrong, judge } from "../../../bench/meaning/measure.ts";
import { events, scenarios } from "../../../bench/meaning/site.ts";
import { measuredTickets, tuneTickets } from "../../../bench/meaning/tickets.ts";
import { createEmbedder } from "../../../platform/embedder/embedder.ts";

describe("tickets about a made-up service", function () {
  this.timeout(60_000);
  const embedder = createEmbedder();
  after(() => embedder.close());

  it("are many, and mean scenarios and events that are there", () => {
    expect([...tuneTickets, ...measuredTickets]).to.have.length.of.at.least(80);
    expect(scenarios).to.have.length.of.at.least(60);
    expect(events).to.have.length.of.at.least(30);
    const all = [...tuneTickets, ...measuredTickets];
    const ids = [...scenarios, ...events].map(({ id }) => id);
    expect(
      all.flatMap(({ scenario, event }) => [scenario, event]).filter((id) => id !== null && !ids.includes(id)),
    ).to.deep.equal([]);
  });

  for (const [name, tickets, least] of [
    ["that the readers were written with", tuneConditions, 12],
    ["that were only measured", measuredConditions, 12],
  ] as const)
    it(`with one condition more, ${name}, are proven only where what runs meets it`, async () => {
      const judged = await judge(embedder, tickets);
      expect(tickets.filter(({ condition }) => condition === "open")).to.have.length.of.at.least(100);
      const unread = judged.filter(({ ticket, openIfRight }) => isOpen(ticket) && openIfRight.length === 0);
      expect([...judged.filter(isWrong), ...unread].map(({ ticket }) => ticket.description)).to.deep.equal([]);
      expect(judged.filter(isRight).length).to.be.at.least(least);
    });

  for (const [name, tickets, least] of [
    ["that the bars were chosen on", tuneTickets, 18],
    ["that synonyms were added for", measuredTickets, 20],
  ] as const)
    it(`${name} lead to no wrong proof, and to most of the right ones`, async () => {
      const judged = await judge(embedder, tickets);
      expect(
        judged.filter(isWrong).map(({ ticket, scenario, event }) => [ticket.title, scenario, event]),
      ).to.deep.equal([]);
      expect(judged.filter(isRight).length).to.be.at.least(least);
      const firsts = judged.filter(({ scenarioPlace }) => scenarioPlace !== null && scenarioPlace <= 3);
      const meant = judged.filter(({ ticket }) => ticket.scenario !== null && ticket.kind !== "not English");
      expect(firsts.length / meant.length).to.be.at.least(0.9);
    });
});
