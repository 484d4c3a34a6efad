// Which elements belong to the row that shows a text: pages with many kinds of markup, including those that do not distinguish rows.
import { expect } from "chai";
import type { Page } from "playwright";
import { findVisible, visibleElements } from "../../../../activities/functional/engine/find.ts";
import { inRowOf } from "../../../../activities/functional/engine/rows.ts";
import type { Session } from "../../../../activities/functional/engine/session.ts";
import type { PageLease } from "../../../../browsers/browserPool.ts";
import { SCENARIO_LIMITS } from "../../../../domain/functional/limits.ts";
import { SLOW_MS, usePool } from "../../capture/engine/harness.ts";

const pick = (id: string) => `<button data-e="${id}">Pick</button>`;
const seen = (id: string, text: string) => `<span data-e="${id}">${text}</span>`;
const twice = (html: string, other = html) => `${html}${other.replaceAll('data-e="', 'data-e="2')}`;

/** Description, page, text of the row, and the elements (those with `data-e`) in it. */
const PAGES: readonly (readonly [what: string, html: string, row: string, found: readonly string[]])[] = [
  // Entries of lists and tables.
  [
    "a word of its own before a part of one",
    `<ul><li>Item 10 ${pick("a")}</li><li>Item 1 ${pick("b")}</li></ul>`,
    "item 1",
    ["b"],
  ],
  [
    "a part of a word where it is no word",
    `<ul><li>Item 10 ${pick("a")}</li><li>Thing ${pick("b")}</li></ul>`,
    "item 1",
    ["a"],
  ],
  [
    "all that a part says before more than it",
    `<table><tr><td>Oak table</td><td>${pick("a")}</td></tr><tr><td>Oak</td><td>${pick("b")}</td></tr></table>`,
    "Oak",
    ["b"],
  ],
  [
    "two whose words are equal",
    `<ul><li>Oak, old ${pick("a")}</li><li>Oak, new ${pick("b")}</li></ul>`,
    "Oak",
    ["a", "b"],
  ],
  [
    "a text with signs",
    `<ul><li>Men's "A>B" (1+) ${pick("a")}</li><li>Elm ${pick("b")}</li></ul>`,
    `Men's "A>B" (1+)`,
    ["a"],
  ],
  ["its own entry", '<ul><li data-e="a">Oak 7 left</li><li>Elm</li></ul>', "oak", ["a"]],
  ["an entry of text beside the row's", '<ul><li data-e="a">7 left</li><li>Elm</li></ul>', "Elm", []],
  ["an entry beside the row's", `<ul><li>Oak ${pick("a")}</li><li>Elm</li></ul>`, "Elm", []],
  ["a bare entry beside the row's", `<ul><li>${pick("a")}</li><li>Elm</li></ul>`, "Elm", []],
  [
    "an entry of an article beside the row's",
    `<article><h3>Trees</h3><ul><li>Oak ${pick("a")}</li><li>Elm</li></ul></article>`,
    "Elm",
    [],
  ],
  [
    "an entry of a cell beside the row's",
    `<table><tr><td>1</td><td><ul><li>Oak ${pick("a")}</li><li>Elm</li></ul></td></tr></table>`,
    "Elm",
    [],
  ],
  [
    "an article of an entry",
    `<ul><li><em>New</em><article>Oak ${pick("a")}</article></li><li><article>Elm</article></li></ul>`,
    "New",
    ["a"],
  ],
  ["an entry of an entry", `<ul><li>Trees<ul><li>Oak ${pick("a")}</li></ul></li></ul>`, "Trees", []],
  [
    "a list of actions in a table's row",
    `<table><tr><td>Oak</td><td><ul><li>${pick("a")}</li><li><button>Drop</button></li></ul></td></tr><tr><td>Elm</td></tr></table>`,
    "Oak",
    ["a"],
  ],
  [
    "another column's head",
    `<table><thead><tr><th>Name</th></tr></thead><tbody><tr><td>Oak</td><td>${pick("a")}</td></tr></tbody></table>`,
    "Name",
    [],
  ],
  [
    "a row's head",
    `<table><tr><th>Oak</th><td>${pick("a")}</td></tr><tr><th>Elm</th><td>${pick("b")}</td></tr></table>`,
    "Elm",
    ["b"],
  ],
  [
    "rows of ARIA",
    twice(
      `<div role="row"><div role="cell">Oak</div><div role="cell">${pick("a")}</div></div>`,
      `<div role="row"><div role="cell">Elm</div><div role="cell">${pick("a")}</div></div>`,
    ),
    "Elm",
    ["2a"],
  ],
  [
    "a row of ARIA without it",
    `<div role="row"><div>Oak</div><div>${pick("a")}</div></div><div role="row"><div>Elm</div></div>`,
    "Elm",
    [],
  ],
  // Cards made of divs.
  ["a card beside the row's", `<div><div>Oak ${pick("a")}</div><div>Elm</div></div>`, "Elm", []],
  [
    "a card of a class beside the row's",
    `<div><div class="c"><h3>Oak</h3>${pick("a")}</div><div class="c sold">Elm</div></div>`,
    "Elm",
    [],
  ],
  [
    "a card under a heading of all",
    `<div><h2>Trees</h2><div class="c">Oak ${pick("a")}</div><div class="c">Elm</div></div>`,
    "Trees",
    [],
  ],
  [
    "cards in rows of a grid",
    `<div class="r"><div class="k"><div><h3>Oak</h3>${pick("a")}</div></div><div class="k"><div><h3>Elm</h3></div></div></div><div class="r"><div class="k"><div><h3>Yew</h3></div></div></div>`,
    "Elm",
    [],
  ],
  [
    "cells of divs",
    twice(
      `<div class="r"><div class="k">Oak</div><div class="k">${seen("a", "7 €")}</div><div class="k">${pick("b")}</div></div>`,
      `<div class="r"><div class="k">Elm</div><div class="k">${seen("a", "9 €")}</div><div class="k">${pick("b")}</div></div>`,
    ),
    "Elm",
    ["2a", "2b"],
  ],
  ["the only card", `<p>Shop</p><div><h3>Oak</h3><div>${pick("a")}</div></div>`, "Oak", ["a"]],
  ["the whole page", `<header>Shop</header><div><h3>Oak</h3><div>${pick("a")}</div></div>`, "Shop", []],
  ["all of main", `<main><h1>Shop</h1><p>Oak</p>${pick("a")}</main>`, "Shop", []],
  [
    "the article of the page",
    `<main><article><h1>Shop</h1><div class="c">Oak ${pick("a")}</div><div class="c">Elm</div></article></main>`,
    "Shop",
    [],
  ],
  ["headings one after another", `<p>1</p><div><h3>Oak</h3>${pick("a")}<h3>Elm</h3></div>`, "Elm", []],
  [
    "a card with a line of it",
    twice("<div><h3>Oak</h3><p>Only <b data-e='a'>7</b> left</p><p>Red</p></div>".replaceAll("'", '"')),
    "Red",
    ["a", "2a"],
  ],
  [
    "a card with fields in boxes",
    twice(
      '<div class="c"><h3>Oak</h3><div class="f"><label for="x">Pieces</label><input id="x" data-e="a"></div><div class="f"><label>Wrap</label></div></div>',
      '<div class="c"><h3>Elm</h3></div>',
    ),
    "Oak",
    ["a"],
  ],
  // Forms and definition lists.
  [
    "a field beside the row's",
    `<form><div class="f"><label>Name</label><input><i data-e="a">Required</i></div><div class="f"><label>Mail</label><input></div></form>`,
    "Mail",
    [],
  ],
  [
    "a field's own",
    `<form><div class="f"><label>Name</label><input><i data-e="a">Required</i></div><div class="f"><label>Mail</label><input></div></form>`,
    "Name",
    ["a"],
  ],
  [
    "labels one after another",
    `<form><label>Name</label><div><input><i data-e="a">Required</i></div><label>Mail</label><div><input></div></form>`,
    "Mail",
    [],
  ],
  [
    "a field's value",
    `<div><input value="Oak">${pick("a")}</div><div><input value="Elm">${pick("b")}</div>`,
    "Elm",
    ["b"],
  ],
  [
    "a term's definition",
    `<dl><dt>Price</dt><dd>${seen("a", "7")}</dd><dt>Weight</dt><dd>${seen("b", "9")}</dd></dl>`,
    "Weight",
    ["b"],
  ],
  [
    "another term's definition",
    `<dl><dt>Price</dt><dd>${seen("a", "7")}</dd><dt>Weight</dt><dd>9</dd></dl>`,
    "Weight",
    [],
  ],
  // Several elements in one row.
  ["both of a row", `<ul><li>Oak ${pick("a")}${pick("b")}</li><li>Elm ${pick("c")}</li></ul>`, "Oak", ["a", "b"]],
  [
    "both of a card",
    twice(`<div><h3>Oak</h3><p>${seen("a", "7")}</p><p>${seen("b", "7")}</p></div>`, `<div><h3>Elm</h3></div>`),
    "Oak",
    ["a", "b"],
  ],
  [
    "both of a row, one nearer to the text",
    `<ul><li><div>Oak ${pick("a")}</div>${pick("b")}</li><li>Elm</li></ul>`,
    "Oak",
    ["a", "b"],
  ],
  [
    "of two rows the inner",
    `<article>Trees ${pick("a")}<ul><li>Oak ${pick("b")}</li><li>Elm</li></ul></article>`,
    "Oak",
    ["b"],
  ],
  [
    "of two rows that both show it",
    `<ul><li>Oak ${pick("a")}<ul><li>Oak bark ${pick("b")}</li></ul></li></ul>`,
    "Oak",
    ["a", "b"],
  ],
  // Texts next to a list.
  [
    "a lone card beside its text",
    `<p>Shop</p><aside><p>Oak was removed</p><div class="items"><div class="item">Elm ${pick("a")}</div></div></aside>`,
    "Oak",
    [],
  ],
  // Pages that define their own global names.
  [
    "a row of a page with a Node of its own",
    `<script>class Node {}</script><ul><li>Oak ${pick("a")}</li><li>Elm ${pick("b")}</li></ul>`,
    "Elm",
    ["b"],
  ],
  [
    "a row in a form with a field called children",
    `<form><input name="children"><div class="c">Oak ${pick("a")}</div><div class="c">Elm ${pick("b")}</div></form>`,
    "Elm",
    ["b"],
  ],
];

/** Pages with shadow trees, which are attached to the elements with `data-shadow` and contain its value. */
const SHADOWS: typeof PAGES = [
  [
    "a row inside of a shadow tree",
    `<x-a data-shadow="<h3>Oak</h3>${pick("a").replaceAll('"', "'")}"></x-a><x-a data-shadow="<h3>Elm</h3>${pick("b").replaceAll('"', "'")}"></x-a>`,
    "Elm",
    ["b"],
  ],
  [
    "a row around a shadow tree",
    `<ul><li>Oak <x-a data-shadow="${pick("a").replaceAll('"', "'")}"></x-a></li><li>Elm</li></ul>`,
    "Oak",
    ["a"],
  ],
  [
    "a row beside a shadow tree's",
    `<ul><li>Oak <x-a data-shadow="${pick("a").replaceAll('"', "'")}"></x-a></li><li>Elm</li></ul>`,
    "Elm",
    [],
  ],
];

describe("the elements in the row of a text", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  let lease: PageLease;
  let page: Page;
  before(async () => {
    const options = {
      width: 1280,
      height: 720,
      scale: 1,
      mobile: false,
      reducedMotion: true,
      stillImages: true,
      initScript: "",
    };
    lease = await pools.pool.acquire("chromium", options);
    page = lease.page;
  });
  after(() => lease.release());

  for (const [what, html, row, found] of [...PAGES, ...SHADOWS])
    it(`${what}: ${found.length === 0 ? "none" : found.join(" and ")}`, async () => {
      // Declarations of a page's scripts persist until another page is opened.
      await page.goto("about:blank");
      await page.setContent(`<!doctype html><body>${html}</body>`);
      await page.evaluate(() => {
        for (const host of document.querySelectorAll("[data-shadow]"))
          host.attachShadow({ mode: "open" }).innerHTML = host.getAttribute("data-shadow") ?? "";
      });
      const all = page.locator("[data-e]");
      const ids = await all.evaluateAll((elements) => elements.map((one) => one.getAttribute("data-e")));
      const inRow = await inRowOf(all, row);
      expect(inRow.map(({ place }) => ids[place])).to.deep.equal(found);
    });

  /** A session whose page changes after the first request to it. */
  const sessionOf = (change: () => void = () => undefined): Session => {
    let asked = 0;
    const run = async <T>(work: Promise<T>): Promise<T> => {
      const answer = await work;
      if (asked++ === 0) await page.evaluate(change);
      return answer;
    };
    const guard = { signal: new AbortController().signal, run };
    return { page, guard, limits: SCENARIO_LIMITS } as unknown as Session;
  };
  const button = { by: "role", value: "button" } as const;
  const row = (value: string) => ({ by: "row", value }) as const;

  it("are none where the row goes while it is looked up: its place is another's then", async () => {
    await page.goto("about:blank");
    await page.setContent(`<ul><li>Oak ${pick("a")}</li><li>Elm ${pick("b")}</li></ul>`);
    const session = sessionOf(() => document.querySelector("li")?.remove());
    const look = await findVisible(session, { locators: [button], within: row("Oak") }, button);
    expect(look).to.deep.equal({ element: null, count: 0 });
  });

  it("are found by a selector that begins outside of the row", async () => {
    await page.setContent(`<main><ul><li>Oak ${pick("a")}</li><li>Elm ${pick("b")}</li></ul></main>`);
    const css = { by: "css", value: "main > ul button" } as const;
    const { element } = await findVisible(sessionOf(), { locators: [css], within: row("Elm") }, css);
    expect(await element?.getAttribute("data-e")).to.equal("b");
  });

  it("are counted in their row where a number is given, and none where two rows show the text", async () => {
    await page.setContent(
      `<ul><li>Oak ${pick("a")}${pick("b")}</li><li>Elm ${pick("c")}${pick("d")}</li><li>Elm tree ${pick("e")}</li></ul>`,
    );
    const numbered = (text: string, nth: string) =>
      findVisible(sessionOf(), { locators: [button], within: row(text), nth }, button);
    expect(await (await numbered("Oak", "2")).element?.getAttribute("data-e")).to.equal("b");
    expect(await numbered("Oak", "3")).to.deep.equal({ element: null, count: 0 });
    expect(await numbered("Elm", "2")).to.deep.equal({ element: null, count: 3 });
  });

  it("are held by their row in the words that it was found by", async () => {
    for (const [text, id] of [
      ["Men's 1", "b"],
      ["Elm", "c"],
      ["en's 10", "a"],
    ] as const) {
      await page.setContent(
        `<ul><li>Men's 10 ${pick("a")}</li><li>Men's 1 ${pick("b")}</li><li>Elm ${pick("c")}</li></ul>`,
      );
      const { element } = await findVisible(sessionOf(), { locators: [button], within: row(text) }, button);
      await page.evaluate(() => document.querySelector("ul")?.prepend(document.createElement("li")));
      await page.evaluate(() => document.querySelector("ul")?.append(document.querySelectorAll("li")[1] as Element));
      expect(await element?.getAttribute("data-e"), text).to.equal(id);
    }
  });

  it("are not looked for by no text", async () => {
    await page.setContent(pick("a"));
    const blank = await findVisible(sessionOf(), { locators: [button], within: row(" ") }, button).catch(String);
    expect(blank).to.include("The row has no text to find it by.");
  });

  it("are not counted as none by a page that leads on", async () => {
    const gone = new Error("locator.evaluateAll: Execution context was destroyed, most likely because of a navigation");
    const found = {
      count: async () => 0,
      evaluateAll: () => Promise.reject(gone),
      filter: () => found,
      first: () => found,
    };
    const leading = { getByRole: () => found } as unknown as Page;
    const session = { ...sessionOf(), page: leading } as Session;
    const told = await visibleElements(session, { locators: [button] }, button).catch((error: unknown) => error);
    expect(told).to.equal(gone);
  });

  it("are none yet while the page leads on, when nothing can be said of what it shows", async () => {
    const gone = new Error("Execution context was destroyed, most likely because of a navigation");
    const guard = { signal: new AbortController().signal, run: () => Promise.reject(gone) };
    const session = { page, guard, limits: SCENARIO_LIMITS } as unknown as Session;
    for (const narrow of [{}, { nth: "1" }, { within: { by: "row", value: "Oak" } as const }]) {
      const target = { locators: [button], ...narrow };
      expect(await findVisible(session, target, button)).to.deep.equal({ element: null, count: 0 });
      expect(await visibleElements(session, target, button).catch((error: unknown) => error)).to.equal(gone);
    }
  });
});
