import { expect } from "chai";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { type JUnitScenario, junitOf } from "../../../domain/functional/junit.ts";

const scenario = (patch: Partial<JUnitScenario>): JUnitScenario => ({
  featureName: "Basket",
  name: "Add",
  browser: "chromium",
  viewport: "desktop",
  status: "passed",
  flaky: false,
  duration: 1_250,
  message: null,
  ...patch,
});

describe("a functional run for build servers", () => {
  it("has a suite a feature and a case a scenario, in XML that holds whatever pages say", () => {
    const message = 'Expected "<b>&\u0000\n\ud800]]>".';
    const xml = junitOf("run_1", [
      scenario({}),
      scenario({ name: "Remove", status: "failed", message }),
      scenario({ name: "Dance", status: "undefined" }),
      scenario({ featureName: "Search", flaky: true }),
      scenario({ featureName: "Search", status: "pending" }),
    ]);
    expect(XMLValidator.validate(xml)).to.equal(true);
    const { testsuites } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "" }).parse(xml);
    const { tests, failures, errors, skipped, time } = testsuites;
    expect([tests, failures, errors, skipped, time]).to.deep.equal(["5", "1", "1", "1", "6.250"]);
    expect(testsuites.testsuite.map(({ name }: { name: string }) => name)).to.deep.equal(["Basket", "Search"]);
    expect(testsuites.testsuite[0].testcase[1]).to.include({ name: "Remove (chromium, desktop)", classname: "Basket" });
    expect(testsuites.testsuite[0].testcase[1].failure.type).to.equal("failed");
    expect(xml).not.to.include("<b>");
  });
});
