import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";
import { ProductError } from "../../../domain/errors.ts";
import { nearestViewport } from "../../../domain/import/backstopViewports.ts";
import { parseScenarioFile } from "../../../domain/import/parseScenarioFile.ts";
import type { FieldProblem } from "../../../domain/import/problems.ts";
import type { ImportedScenario } from "../../../domain/import/types.ts";

const FILE: unknown = JSON.parse(readFileSync(path.join(import.meta.dirname, "backstop.json"), "utf8"));

const PHONE = { label: "phone", width: 375, height: 667 };
/** Returns the first scenario that results from one BackstopJS scenario. */
function one(fields: Record<string, unknown>, config: Record<string, unknown> = {}) {
  const scenario = { label: "Home", url: "https://example.com/", ...fields };
  const parsed = parseScenarioFile({ id: "x", viewports: [PHONE], scenarios: [scenario], ...config });
  return { ...parsed, scenario: parsed.scenarios[0] as ImportedScenario };
}
const listed = (parsed: { needsYou: { path: string }[] }) => parsed.needsYou.map((one) => one.path);

function problemsOf(config: Record<string, unknown>): FieldProblem[] {
  try {
    parseScenarioFile(config);
  } catch (error) {
    if (error instanceof ProductError) return error.details.fields as FieldProblem[];
    throw error;
  }
  return [];
}

describe("a BackstopJS configuration", () => {
  it("as people have it: scenarios, and a line for everything that is not taken over", () => {
    const parsed = parseScenarioFile(FILE);
    expect(parsed.format).to.equal("backstopjs");
    expect(parsed.scenarios).to.deep.equal([
      {
        label: "Homepage",
        url: "https://shop.example.com/",
        selectors: [],
        viewports: ["phone", "tablet", "desktop"],
        delay: 500,
        misMatchThreshold: 0.1,
        readySelector: "main.loaded",
        hideSelectors: [".carousel", ".clock"],
        removeSelectors: [],
        steps: [],
      },
      {
        label: "Menu open",
        url: "https://shop.example.com/?a=b",
        selectors: ["html", "header .menu", "footer"],
        viewports: ["phone"],
        delay: 250,
        misMatchThreshold: 0.4,
        readySelector: null,
        hideSelectors: [],
        removeSelectors: ["#cookie-banner"],
        steps: [
          { op: "fill", selector: "#search", value: "vase" },
          { op: "hover", selector: ".nav" },
          { op: "hover", selector: ".nav .sub" },
          { op: "click", selector: "#menu" },
          { op: "waitFor", selector: ".menu.open" },
          { op: "scroll", selector: "footer" },
        ],
      },
      {
        label: "Fold",
        url: "https://shop.example.com/fold",
        selectors: [],
        viewports: ["phone", "tablet", "desktop"],
        delay: 250,
        misMatchThreshold: 0.4,
        readySelector: null,
        hideSelectors: [],
        removeSelectors: ["#cookie-banner"],
        steps: [{ op: "wait", ms: 750 }],
      },
    ]);
    expect(listed(parsed)).to.deep.equal([
      "onBeforeScript",
      "onReadyScript",
      "myOwnField",
      "scenarios[0].cookiePath",
      "scenarios[0].referenceUrl",
      "scenarios[1].requireSameDimensions",
      "scenarios[2].readyEvent",
      "scenarios[2].selectors[0]",
      "scenarios[3].url",
      "viewports[3]",
    ]);
    expect(parsed.noMeaning.map(({ path: at }) => at)).to.deep.equal([
      "id",
      "paths",
      "report",
      "engine",
      "asyncCaptureLimit",
      "asyncCompareLimit",
      "engineOptions.args",
    ]);
    for (const { reason } of [...parsed.needsYou, ...parsed.noMeaning]) expect(reason).to.not.equal("");
    expect(parsed.viewports).to.deep.equal({
      phone: { name: "phone", width: 320, height: 480, scale: 1, mobile: true },
      tablet: { name: "tablet", width: 1024, height: 768, scale: 1, mobile: false },
      desktop: { name: "desktop", width: 1280, height: 800, scale: 1, mobile: false },
    });
    expect(parsed.warnings).to.have.length(3);
  });

  it("tells options of the diff picture from those that say what counts", () => {
    const colours = one({}, { resembleOutputOptions: { errorColor: { red: 255 }, ignoreAntialiasing: false } });
    expect([colours.needsYou, colours.noMeaning.map(({ path: at }) => at)]).to.deep.equal([
      [],
      ["id", "resembleOutputOptions"],
    ]);
    const counts = one({}, { resembleOutputOptions: { ignoreAntialiasing: true } });
    expect(listed(counts)).to.deep.equal(["resembleOutputOptions"]);
  });

  for (const [width, name] of [
    [200, "phone"],
    [375, "phone"],
    [571, "phone"],
    [572, "tablet"],
    [768, "tablet"],
    [1103, "tablet"],
    [1104, "desktop"],
    [3840, "desktop"],
  ] as const)
    it(`${width} px wide is ${name}`, () => expect(nearestViewport(width)).to.equal(name));

  it("of several viewports for one name keeps the one closest to the usual width", () => {
    const parsed = one(
      {},
      {
        viewports: [
          { width: 1920, height: 1080 },
          { width: 1366, height: 768 },
        ],
      },
    );
    expect(parsed.viewports.desktop).to.include({ width: 1366, height: 768 });
    expect(listed(parsed)).to.include("viewports[0]");
    expect(parsed.scenario.viewports).to.deep.equal(["desktop"]);
  });

  it("a scenario's own viewport of another size is listed, the configuration's size stays", () => {
    const parsed = one({ viewports: [{ label: "small", width: 414, height: 700 }] });
    expect(parsed.scenario.viewports).to.deep.equal(["phone"]);
    expect(parsed.viewports).to.deep.equal({});
    expect(listed(parsed)).to.include("scenarios[0].viewports[0]");
  });

  it("without any viewports takes all three", () => {
    expect(one({}, { viewports: undefined }).scenario.viewports).to.deep.equal(["phone", "tablet", "desktop"]);
  });

  for (const [what, config, fields, threshold] of [
    ["none where nobody chose one", {}, {}, 0],
    ["the configuration's", { misMatchThreshold: 0.5 }, {}, 0.5],
    ["the scenario default", { misMatchThreshold: 0.5, scenarioDefaults: { misMatchThreshold: 0.3 } }, {}, 0.3],
    ["the scenario's", { misMatchThreshold: 0.5 }, { misMatchThreshold: 0.2 }, 0.2],
    ["the scenario's zero", { misMatchThreshold: 0.5 }, { misMatchThreshold: 0 }, 0],
  ] as const)
    it(`misMatchThreshold: ${what}`, () => expect(one(fields, config).scenario.misMatchThreshold).to.equal(threshold));

  for (const [given, selectors] of [
    [[], []],
    [["document"], []],
    [["body:noclip"], []],
    [["viewport"], []],
    [["viewport", "document"], []],
    [
      [".a", ".b", ".a"],
      [".a", ".b"],
    ],
    [
      ["document", ".a"],
      ["html", ".a"],
    ],
    [["body"], ["body"]],
  ])
    it(`selectors ${JSON.stringify(given)} are ${JSON.stringify(selectors)}`, () =>
      expect(one({ selectors: given }).scenario.selectors).to.deep.equal(selectors));

  it("takes numbers that were written as text", () => {
    const { scenario } = one({ delay: "300", postInteractionWait: "20" });
    expect(scenario.delay).to.equal(300);
    expect(scenario.steps).to.deep.equal([{ op: "wait", ms: 20 }]);
  });

  it("imports a path as relative to the environment, and says so", () => {
    const parsed = one({ url: "/about" });
    expect(parsed.scenario.url).to.equal("/about");
    expect(parsed.warnings.join()).to.contain("scenarios[0].url");
  });

  it("leaves what only Plumbline can say to Plumbline", () => {
    expect(one({}).scenario).to.not.have.any.keys("dismissSelectors", "stabilisers", "fixedTime");
  });

  for (const [what, scenario, where] of [
    ["a missing label", { label: undefined }, "scenarios[0].label"],
    ["a long label", { label: "x".repeat(201) }, "scenarios[0].label"],
    ["a missing address", { url: "" }, "scenarios[0].url"],
    ["an address with a password", { url: "https://a:b@example.com/" }, "scenarios[0].url"],
    ["selectors that are numbers", { selectors: [".a", 3] }, "scenarios[0].selectors[1]"],
    ["a delay in words", { delay: "soon" }, "scenarios[0].delay"],
    ["a delay of an hour", { delay: 3_600_000 }, "scenarios[0].delay"],
    ["a threshold over 100", { misMatchThreshold: 101 }, "scenarios[0].misMatchThreshold"],
    ["a key press without selector", { keyPressSelectors: [{ keyPress: "x" }] }, "scenarios[0].keyPressSelectors[0]"],
    ["a viewport without height", { viewports: [{ width: 300 }] }, "scenarios[0].viewports[0]"],
  ] as const)
    it(`refuses ${what} by its path`, () => {
      const problems = problemsOf({
        id: "x",
        viewports: [PHONE],
        scenarios: [{ label: "Home", url: "https://example.com/", ...scenario }],
      });
      expect(problems.map((p) => p.path)).to.deep.equal([where]);
    });

  it("gives a second scenario of the same label another one, and says so", () => {
    const twice = { label: "Home", url: "https://example.com/" };
    const left = { label: "Home", url: "file:///x" };
    const taken = { label: "Home (2)", url: "https://example.com/" };
    const { scenarios, warnings } = parseScenarioFile({ id: "x", scenarios: [left, twice, twice, taken] });
    expect(scenarios.map(({ label }) => label)).to.deep.equal(["Home", "Home (3)", "Home (2)"]);
    expect(warnings.filter((one) => one.startsWith("scenarios[2].label"))).to.have.length(1);
  });

  it("refuses scenarios that are no list", () => {
    expect(problemsOf({ id: "x" }).map((p) => p.path)).to.deep.equal(["scenarios"]);
  });

  it("chooses between one selector and several as BackstopJS does", () => {
    const clicks = (fields: Record<string, unknown>) => one(fields).scenario.steps;
    expect(clicks({ clickSelector: "#a", clickSelectors: "" })).to.deep.equal([{ op: "click", selector: "#a" }]);
    expect(clicks({ clickSelector: "#a", clickSelectors: null })).to.deep.equal([{ op: "click", selector: "#a" }]);
    expect(clicks({ clickSelector: "#a", clickSelectors: ["#b"] })).to.deep.equal([{ op: "click", selector: "#b" }]);
  });
});
