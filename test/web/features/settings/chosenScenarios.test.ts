import { expect } from "chai";
import { asTheyAre, type Chosen, factsOf, untouched } from "../../../../web/src/features/settings/chosenScenarios.ts";
import { differences } from "../../../../web/src/lib/edits.ts";

const chosen: Chosen[] = ["Home", "Cart", "Later"].map((label) => ({
  scenarioId: label,
  label,
  url: `/${label}`,
  viewports: ["phone"],
  delay: 0,
  misMatchThreshold: 0,
  rev: 1,
}));
const [home, cart, later] = chosen as [Chosen, Chosen, Chosen];

describe("scenarios that one form changes together", () => {
  it("are as the refusal says, those of other batches as they were; what others did is said, and can be left alone", () => {
    const theirs: Chosen = { ...home, viewports: ["desktop"], modes: ["dark"], rev: 2 };
    const now = asTheyAre(chosen, [home, cart], [theirs]);
    expect(now).to.deep.equal([theirs, { ...cart, isGone: true }, later]);
    expect(differences(factsOf(chosen), factsOf(now))).to.equal(
      "Home, viewports: phone → desktop. Home, modes: none → dark. Cart: /Cart → deleted.",
    );
    expect(untouched(chosen, now)).to.deep.equal([later]);
  });
});
