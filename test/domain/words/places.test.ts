import { expect } from "chai";
import { placesText } from "../../../domain/words/places.ts";

const place = (label: string) => ({ page: "", label });

describe("where a problem is", () => {
  for (const [places, placeCount, text] of [
    [[place("Home")], 1, "Home"],
    [[place("Home"), place("Home")], 2, "Home"],
    [[place("Home"), place("Cart")], 2, "Home and Cart"],
    [[place("Home"), place("Cart"), place("Shop"), place("Terms")], 4, "Home and 3 more"],
    [[place("Home"), place("Cart")], 30, "Home and 29 more"],
    [[place("Home")], 1_500, "Home and 1,499 more"],
    [[{ ...place(""), page: "/a" }], 2, "/a and 1 more"],
    [[place("")], 1, "The whole site"],
  ] as const)
    it(text, () => {
      expect(placesText({ places, placeCount })).to.equal(text);
    });

  it("names the part of the site, which tells problems of the whole site apart", () => {
    const whole = { places: [place("")], placeCount: 1 };
    expect(placesText({ ...whole, evidence: { target: "/backup.zip" } })).to.equal("The whole site: /backup.zip");
    expect(placesText({ places: [place("Home")], placeCount: 1, evidence: { target: "h1" } })).to.equal("Home");
  });
});
