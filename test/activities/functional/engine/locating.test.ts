// How steps find elements that others are like: rows of any make, selectors with values, test ids in another attribute.
import { expect } from "chai";
import { SLOW_MS, usePool, useSite } from "../../capture/engine/harness.ts";
import { css, outcome, role, run } from "./harness.ts";

describe("finding one of several elements", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();
  const go = (steps: Parameters<typeof run>[2], options: Parameters<typeof run>[3] = {}) =>
    run(pools.pool, sites.site.origin, steps, options);
  const inRow = (name: string, row: string) => ({
    ...role("button", name),
    within: { by: "row" as const, value: row },
  });
  const clicked = { op: "expectText" as const, target: css("output") };

  it("is the one in the row, whatever rows are made of", async () => {
    const rows = (make: (name: string) => string) => ["Oak", "Elm"].map(make).join("");
    const button = (name: string) =>
      `<button onclick="document.querySelector('output').textContent = '${name}'">Pick</button>`;
    for (const [kind, html] of [
      ["list", `<ul>${rows((name) => `<li><span>${name}</span>${button(name)}</li>`)}</ul>`],
      ["table", `<table>${rows((name) => `<tr><td>${name}</td><td>${button(name)}</td></tr>`)}</table>`],
      ["cards", rows((name) => `<div><div><h3>${name}</h3></div><div><p>${button(name)}</p></div></div>`)],
      ["fields", rows((name) => `<div><input value="${name}">${button(name)}</div>`)],
    ] as const) {
      sites.site.on(`/${kind}`, `<output></output><main>${html}</main>`);
      const ran = await go([
        { op: "goto", value: `/${kind}` },
        { op: "click", target: inRow("Pick", "elm") },
        { ...clicked, value: "Elm" },
      ]);
      expect(outcome(ran), kind).to.deep.equal(["passed", "passed", "passed"]);
    }
  });

  it("is none where the row has none, or where two rows show the text", async () => {
    sites.site.on(
      "/rows",
      "<ul><li>Oak</li><li>Elm <button>Pick</button></li><li>Elm tree <button>Pick</button></li></ul>",
    );
    const [, oak] = outcome(
      await go([
        { op: "goto", value: "/rows" },
        { op: "click", target: inRow("Pick", "Oak") },
      ]),
    );
    expect(oak).to.include('No element was found inside the row of "Oak"');
    const [, elm] = outcome(
      await go([
        { op: "goto", value: "/rows" },
        { op: "click", target: inRow("Pick", "Elm") },
      ]),
    );
    expect(elm).to.include("matched 2");
  });

  it("reads test ids from the project's attribute", async () => {
    sites.site.on("/ids", '<p data-testid="a">one</p><p data-cy="a">two</p>');
    const target = { locators: [{ by: "testid" as const, value: "a" }] };
    const expects = (value: string) => [
      { op: "goto" as const, value: "/ids" },
      { op: "expectText" as const, target, value },
    ];
    expect(outcome(await go(expects("one")))).to.deep.equal(["passed", "passed"]);
    expect(outcome(await go(expects("two"), { testIdAttribute: "data-cy" }))).to.deep.equal(["passed", "passed"]);
  });
});
