// The scenario that a person picks takes precedence over the nearest one; what cannot be proven is still rejected.
import { expect } from "chai";
import { type Candidate, chooseScenario, MATCH } from "../../../domain/proof/match.ts";
import { intentOf } from "../../../domain/proof/ticket.ts";

const candidate = (id: string, score: number): Candidate => ({ id, score, band: "match", words: [], contrary: null });
const RANKED = [candidate("near", 0.9), candidate("far", 0.05)];

const chosenFor = (title: string, picked: string | null) =>
  chooseScenario(
    intentOf({ key: "SHOP-1", title, description: "", url: null, source: "given", problem: null } as never),
    RANKED,
    {
      named: new Set<string>(),
      picked,
      nameOf: (id) => id,
      bars: MATCH.wordsOnly,
      told: false,
      uses: () => new Set<string>(),
    },
  );

describe("a scenario that a person picked", () => {
  const TITLE = "Add the oak stool to the cart and pay by card";
  const cases: [string, string, string | null, string | null][] = [
    ["the nearest unless one is picked", TITLE, null, "near"],
    ["the picked one, however far", TITLE, "far", "far"],
    ["the nearest where the picked one is gone", TITLE, "gone", "near"],
    ["none for a ticket that asks for absence", "The event add_to_cart must not be sent on the cart page", "far", null],
  ];
  for (const [what, title, picked, id] of cases)
    it(what, () => expect(chosenFor(title, picked).chosen?.id ?? null).to.equal(id));
});
