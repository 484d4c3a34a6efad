import { expect } from "chai";
import { saysLabel } from "../../../../activities/pillars/a11y/inPage/labelDoubts.ts";

describe("what an accessible name says of a visible label", () => {
  const cases: [label: string, name: string, says: boolean][] = [
    ["Baker St.", "Baker Street", true],
    ["Sunset Blvd., Los Angeles", "To Sunset Boulevard, Los Angeles", true],
    ["Dr. Brown", "Doctor Brown", true],
    ["Baker St", "Baker Street", false],
    ["Baker Street", "Baker St.", false],
    ["Baker Rd.", "Baker Street", false],
    ["St. Baker", "Baker Street", false],
    ["Sunset Ave. now", "Sunset Avenue", false],
    ["7.", "70", false],
    ["coop", "co-op", true],
    ["E-Mail senden", "Email senden", true],
    ["re\u2011open", "Reopen the list", true],
    ["pre-café-time", "precafétime", true],
    ["twenty-five", "twenty five", false],
    ["12-34", "1234", false],
    ["Order now", "Buy", false],
    ["Save the file", "save file", false],
    ["Save", "", false],
  ];
  for (const [label, name, says] of cases)
    it(`“${name}” ${says ? "says" : "does not say"} “${label}”`, () =>
      void expect(saysLabel(label, name)).to.equal(says));
});
