// The logic of the functional screens: the tree, the editor's text, the inbox, timelines, saved drafts.
import { strict as assert } from "node:assert";
import { compileFeature } from "../../../../domain/functional/gherkin/compile.ts";
import { draftAfterSave, keepDraft, readDraft } from "../../../../web/src/features/functional/drafts.ts";
import {
  keywordBefore,
  rangeOf,
  snippetOf,
  stepBefore,
  templateOf,
} from "../../../../web/src/features/functional/gherkinText.ts";
import { beside, nextOpen, shownOf, withDecided } from "../../../../web/src/features/functional/heals.ts";
import { scenarioLook, shownStep, spansOf, troubles } from "../../../../web/src/features/functional/timeline.ts";
import { groupFrom, idFrom, lastWords, matching, treeOf } from "../../../../web/src/features/functional/tree.ts";

const feature = (name: string, group: string[], status: string | null = null) => ({
  featureId: name.toLowerCase(),
  name,
  group,
  tags: ["@smoke"],
  tickets: [] as string[],
  last: status === null ? null : { status },
});

describe("tree of features", () => {
  it("puts features into folders, each sorted, and counts what did not pass up to the top", () => {
    const tree = treeOf([
      feature("Pay", ["Shop", "Checkout"], "failed"),
      feature("Home", []),
      feature("Cart 10", ["Shop"], "passed"),
      feature("Cart 9", ["Shop"], "error"),
    ]);
    assert.deepEqual(
      tree.features.map(({ name }) => name),
      ["Home"],
    );
    const [shop] = tree.folders;
    assert.deepEqual(
      shop?.features.map(({ name }) => name),
      ["Cart 9", "Cart 10"],
    );
    assert.deepEqual([tree.count, tree.failing, shop?.count, shop?.failing], [4, 2, 3, 2]);
    assert.equal(shop?.folders[0]?.path, "Shop/Checkout");
  });

  it("finds features by all words of name, folder and tag", () => {
    const all = [feature("Pay", ["Shop", "Checkout"]), feature("Home", [])];
    assert.deepEqual(
      matching(all, "shop @SMOKE").map(({ name }) => name),
      ["Pay"],
    );
    assert.equal(matching(all, "  ").length, 2);
  });

  it("makes an id of a name and a folder of a path", () => {
    assert.equal(idFrom("Put a product: into the Café cart!"), "put-a-product-into-the-cafe-cart");
    assert.equal(idFrom("!!!"), "feature");
    assert.equal(idFrom(`- ${"a".repeat(78)} b`), "a".repeat(78));
    assert.deepEqual(groupFrom(" Shop /Checkout/ "), ["Shop", "Checkout"]);
  });
});

/** A snippet field as the editor writes it. */
const field = (name: string): string => ["$", `{${name}}`].join("");

describe("how a feature last ran", () => {
  for (const [last, words] of [
    [
      { status: "pending", passed: 0, total: 0 },
      { status: "queued", figures: null },
    ],
    [
      { status: "pending", passed: 1, total: 3 },
      { status: "pending", word: "Not finished", figures: "1 of 3" },
    ],
    [
      { status: "failed", passed: 2, total: 3 },
      { status: "failed", figures: "2 of 3" },
    ],
  ] as const)
    it(`${last.status} with ${last.total} says ${words.status}`, () => assert.deepEqual(lastWords(last), words));
});

describe("text of the Gherkin editor", () => {
  it("knows the sentence of a step, and where it begins", () => {
    assert.deepEqual(stepBefore('    When I click "A'), { sentence: 'I click "A', from: 9 });
    assert.equal(stepBefore("  Scenario: When I click"), null);
    assert.equal(stepBefore("Whenever I"), null);
    assert.deepEqual(keywordBefore("  Sce"), { word: "Sce", from: 2 });
    assert.equal(keywordBefore('  | a | "b'), null);
  });

  it("makes a snippet of a pattern: fields for what varies, one of several words, literal braces kept", () => {
    assert.equal(
      snippetOf("I click the {string} button/link", [{ name: "label" }]),
      `I click the "${field("label")}" button`,
    );
    assert.equal(snippetOf("I see {int} item(s)", []), `I see ${field("int")} items`);
    assert.equal(snippetOf("I see \\{this}", []), "I see {this}");
  });

  it("marks a problem from its column to the end of the words, also when the text became shorter", () => {
    const text = "Feature: A\n  Scenario: B  \n    Given c";
    const { from, to } = rangeOf(text, { line: 2, column: 3 });
    assert.equal(text.slice(from, to), "Scenario: B");
    assert.deepEqual(rangeOf("ab", { line: 9, column: 9 }), { from: 2, to: 2 });
  });

  it("begins a feature with a text that the service can read", () => {
    assert.equal(compileFeature(templateOf("Pay by card")).scenarios.length, 1);
  });
});

describe("heal inbox", () => {
  const heals = [
    { healId: "a", status: "applied" },
    { healId: "b", status: "proposed" },
    { healId: "c", status: "refused" },
    { healId: "d", status: "proposed" },
  ];
  it("goes on to the next proposal that waits, then to the one before", () => {
    assert.equal(nextOpen(heals, "b"), "d");
    assert.equal(nextOpen(heals, "d"), "b");
    assert.equal(nextOpen([{ healId: "b", status: "proposed" }], "b"), "");
  });
  it("shows the chosen proposal, else the one before, else the first that waits, else the first", () => {
    const shown = (...wanted: string[]) => shownOf(heals, wanted)?.healId;
    assert.deepEqual([shown("c", "d"), shown("", "d"), shown("gone", ""), shown()], ["c", "d", "b", "b"]);
    assert.equal(shownOf(heals.slice(2, 3), ["", "gone"])?.healId, "c");
    assert.equal(shownOf([], ["a"]), undefined);
  });
  it("keeps what was decided and no longer matches the filter, at its place", () => {
    const at = (healId: string, status: string, day: number) => ({ healId, status, createdAt: `2026-03-0${day}` });
    const listed = [at("c", "proposed", 3), at("a", "proposed", 1)];
    const decided = [at("b", "applied", 2), at("a", "undone", 1)];
    const all = withDecided(listed, decided).map(({ healId, status }) => [healId, status]);
    assert.deepEqual(all, [
      ["c", "proposed"],
      ["b", "applied"],
      ["a", "proposed"],
    ]);
  });
  it("moves by one and stays inside the list", () => {
    assert.equal(beside(heals, "a", -1), "a");
    assert.equal(beside(heals, "a", 1), "b");
    assert.equal(beside(heals, "gone", 1), "a");
  });
});

describe("timeline", () => {
  const step = (status: string, startedAt: number, duration: number) => ({ status, startedAt, duration });
  it("shows the asked step, else the first that did not pass, else the last", () => {
    const steps = [step("passed", 0, 5), step("failed", 5, 5), step("skipped", 10, 0)];
    assert.equal(shownStep(steps, 2), 2);
    assert.equal(shownStep(steps, 9), 1);
    assert.equal(shownStep(steps.slice(0, 1), -1), 0);
    assert.equal(shownStep([], -1), -1);
  });
  it("lays steps on one line of time", () => {
    assert.deepEqual(spansOf([step("passed", 0, 50), step("passed", 50, 50)]), [
      { left: 0, width: 50 },
      { left: 50, width: 50 },
    ]);
  });
  it("says that a scenario is flaky when it passed after it had failed", () => {
    assert.equal(scenarioLook({ status: "passed", flaky: true }).status, "flaky");
    assert.equal(scenarioLook({ status: "failed", flaky: false }).status, "failed");
  });
  it("counts errors of the console and requests that failed", () => {
    const said = [
      { level: "error", text: "x" },
      { level: "info", text: "y" },
    ];
    const network = [
      { method: "GET", url: "/a", status: 404, failure: null },
      { method: "GET", url: "/b", status: null, failure: "aborted" },
      { method: "GET", url: "/c", status: 200, failure: null },
    ];
    assert.equal(troubles({ console: said, network }), 3);
  });
});

describe("text that was not saved", () => {
  it("is kept with its version until it is saved, and broken entries count as none", () => {
    const kept = new Map<string, string>();
    const store = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
    keepDraft(store, "shop", "pay", { version: 3, text: "Feature: A" });
    assert.deepEqual(readDraft(store, "shop", "pay"), { version: 3, text: "Feature: A" });
    assert.equal(readDraft(store, "shop", "other"), null);
    // What is typed while a save is under way is a draft of the version that it makes.
    assert.deepEqual(draftAfterSave("Feature: AB", "Feature: A", 4), { version: 4, text: "Feature: AB" });
    assert.equal(draftAfterSave("Feature: A", "Feature: A", 4), null);
    for (const key of kept.keys()) kept.set(key, "{");
    assert.equal(readDraft(store, "shop", "pay"), null);
    keepDraft(store, "shop", "pay", null);
    assert.equal(kept.size, 0);
  });
});
