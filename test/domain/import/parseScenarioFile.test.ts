import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";
import { ProductError } from "../../../domain/errors.ts";
import { parseScenarioFile, readScenarioText } from "../../../domain/import/parseScenarioFile.ts";
import type { FieldProblem } from "../../../domain/import/problems.ts";
import { SCENARIO_DEFAULTS } from "../../../domain/import/scenarioShape.ts";

function refusalOf(work: () => unknown): ProductError {
  try {
    work();
  } catch (error) {
    if (error instanceof ProductError) return error;
    throw error;
  }
  throw new Error("was not refused");
}
const pathsOf = (json: unknown) =>
  (refusalOf(() => parseScenarioFile(json)).details.fields as FieldProblem[]).map((p) => p.path);

const HOME = { label: "Home", url: "/" };

describe("our own scenario file", () => {
  it("fills in defaults and keeps what it says", () => {
    const rules = [{ scenarioLabel: "Home", selector: ".price", mode: "dynamic" }];
    const content = [{ scenarioLabel: "Home", selector: "time", normalize: "fixed:today" }];
    const full = {
      label: "Full",
      url: "https://example.com/x",
      selectors: ["main"],
      viewports: ["phone"],
      delay: 10,
      misMatchThreshold: 1,
      readySelector: "main",
      hideSelectors: [".a"],
      removeSelectors: [".b"],
      dismissSelectors: ["#ok"],
      stabilisers: { lazy: false },
      fixedTime: "2026-01-31T12:00:00Z",
      steps: [
        { op: "click", selector: "#a" },
        { op: "fill", selector: "#q", value: "" },
        { op: "press", key: "Enter" },
        { op: "wait", ms: 5 },
        { op: "waitFor", selector: ".b", timeoutMs: 100 },
      ],
    };
    const parsed = parseScenarioFile({
      scenarios: [HOME, full],
      comparisonRules: rules,
      contentRules: content,
      viewports: { desktop: { width: 1280, height: 800 } },
    });
    expect(parsed.format).to.equal("plumbline");
    expect(parsed.scenarios).to.deep.equal([{ ...SCENARIO_DEFAULTS, ...HOME }, full]);
    expect(parsed.comparisonRules).to.deep.equal(rules);
    expect(parsed.contentRules).to.deep.equal(content);
    expect(parsed.viewports.desktop).to.deep.equal({
      name: "desktop",
      width: 1280,
      height: 800,
      scale: 1,
      mobile: false,
    });
    expect([...parsed.needsYou, ...parsed.noMeaning, ...parsed.warnings]).to.deep.equal([]);
  });

  it("reads the file of the bundled shop", () => {
    const file = path.resolve(import.meta.dirname, "../../../temporal-dev/demo-site/scenarios.json");
    const parsed = parseScenarioFile(readScenarioText(readFileSync(file, "utf8")));
    expect(parsed.format).to.equal("plumbline");
    expect(parsed.scenarios.length).to.be.greaterThan(0);
  });

  for (const [what, json, where] of [
    ["no object", [], ""],
    ["no scenarios", {}, "scenarios"],
    ["an unknown field of the file", { scenarios: [], scenario: [] }, ""],
    ["an unknown field of a scenario", { scenarios: [{ ...HOME, hideSelector: "x" }] }, "scenarios[0]"],
    ["a missing label", { scenarios: [{ url: "/" }] }, "scenarios[0].label"],
    ["a label twice", { scenarios: [HOME, HOME] }, "scenarios[1].label"],
    ["another scheme", { scenarios: [{ ...HOME, url: "javascript:alert(1)" }] }, "scenarios[0].url"],
    ["half a scheme", { scenarios: [{ ...HOME, url: "https:example.com" }] }, "scenarios[0].url"],
    ["a number as text", { scenarios: [{ ...HOME, delay: "5" }] }, "scenarios[0].delay"],
    ["an unknown viewport", { scenarios: [{ ...HOME, viewports: ["watch"] }] }, "scenarios[0].viewports[0]"],
    ["a viewport twice", { scenarios: [{ ...HOME, viewports: ["phone", "phone"] }] }, "scenarios[0].viewports"],
    ["a selector twice", { scenarios: [{ ...HOME, selectors: [".a", ".a"] }] }, "scenarios[0].selectors"],
    ["an unknown step", { scenarios: [{ ...HOME, steps: [{ op: "eval", js: "1" }] }] }, "scenarios[0].steps[0].op"],
    [
      "a step without selector",
      { scenarios: [{ ...HOME, steps: [{ op: "click" }] }] },
      "scenarios[0].steps[0].selector",
    ],
    [
      "a field of another step",
      { scenarios: [{ ...HOME, steps: [{ op: "wait", ms: 1, key: "a" }] }] },
      "scenarios[0].steps[0]",
    ],
    ["an unknown stabiliser", { scenarios: [{ ...HOME, stabilisers: { magic: true } }] }, "scenarios[0].stabilisers"],
    ["a time without zone", { scenarios: [{ ...HOME, fixedTime: "2026-01-31 12:00" }] }, "scenarios[0].fixedTime"],
    [
      "an unknown mode",
      { scenarios: [HOME], comparisonRules: [{ scenarioLabel: "Home", selector: "a", mode: "blur" }] },
      "comparisonRules[0].mode",
    ],
    [
      "an unknown content kind",
      { scenarios: [HOME], contentRules: [{ scenarioLabel: "Home", selector: "a", normalize: "words" }] },
      "contentRules[0].normalize",
    ],
  ] as const)
    it(`refuses ${what}, naming the place`, () => expect(pathsOf(json)).to.deep.equal([where]));

  it("names every wrong field, without the values", () => {
    const json = {
      scenarios: [
        { label: 5, url: "/" },
        { label: "B", url: "ftp://secret-host/" },
      ],
    };
    const error = refusalOf(() => parseScenarioFile(json));
    expect(error.code).to.equal("validation_error");
    expect(error.message).to.contain("scenarios[0].label").and.to.contain("scenarios[1].url");
    expect(error.message).to.not.contain("secret-host");
  });

  it("lists twenty problems and counts the rest", () => {
    const scenarios = Array.from({ length: 30 }, (_, i) => ({ label: `S${i}` }));
    expect(refusalOf(() => parseScenarioFile({ scenarios })).message).to.match(/and 10 more$/);
  });
});

describe("the text of a scenario file", () => {
  for (const [what, text] of [
    ["JSON", '{"scenarios":[]}'],
    ["JSON after a byte order mark", '\uFEFF{"scenarios":[]}'],
    ["an exported object that is JSON", 'module.exports = {"scenarios":[]};\n'],
    ["a default export that is JSON", 'export default {"scenarios":[]};'],
  ] as const)
    it(`may be ${what}`, () => expect(readScenarioText(text)).to.deep.equal({ scenarios: [] }));

  it("that is a script is not run: the answer has the command that makes JSON of it", () => {
    const error = refusalOf(() => readScenarioText('const s = require("./s"); module.exports = { scenarios: s };'));
    expect(error.message).to.contain("JSON.stringify");
    const named = refusalOf(() => readScenarioText("module.exports = make();", "conf/lighthouserc.cjs"));
    expect(named.message).to.include('require("./conf/lighthouserc.cjs"))\' > conf/lighthouserc.json');
  });
  it("that is broken is refused with the place", () => {
    expect(refusalOf(() => readScenarioText('{"scenarios": [] "x": 1}')).message).to.match(/position \d+/);
  });
});
