import { expect } from "chai";
import { baselineCommand } from "../../../cli/local/again.ts";

describe("the command that accepts what run --local found", () => {
  const given = {
    local: true,
    wait: true,
    serve: "npm run preview",
    url: "http://localhost:4173",
    browser: ["firefox"],
    scenario: ["Home", "Product: Oak stool"],
    junit: "junit.xml",
  };

  it("tests the same site in the same way, and captures baselines", () => {
    expect(baselineCommand(given, null).join(" ")).to.equal(
      'plumbline run baseline --local --serve "npm run preview" --url http://localhost:4173 --scenario Home --scenario "Product: Oak stool" --browser firefox',
    );
  });

  it("captures only the scenario that shows the changes", () => {
    expect(baselineCommand({ local: true }, ["Product: Oak stool"]).join(" ")).to.equal(
      'plumbline run baseline --local --scenario "Product: Oak stool"',
    );
  });
});
