// How steps find elements among similar ones: rows of any markup, selectors with values, test ids in another attribute.
import { expect } from "chai";
import { SLOW_MS, usePool, useSite } from "../../capture/engine/harness.ts";
import { css, outcome, QUICK, QUICK_EXPECT, role, run } from "./harness.ts";

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
      await go(
        [
          { op: "goto", value: "/rows" },
          { op: "click", target: inRow("Pick", "Oak") },
        ],
        QUICK,
      ),
    );
    expect(oak).to.include('No element was found inside the row of "Oak"');
    const [, elm] = outcome(
      await go(
        [
          { op: "goto", value: "/rows" },
          { op: "click", target: inRow("Pick", "Elm") },
        ],
        QUICK,
      ),
    );
    expect(elm).to.include("matched 2");
  });

  it("is told as one of several where its row has several, and a text that a row has twice is in it", async () => {
    const picks = "<button>Pick</button><button>Pick</button>";
    sites.site.on("/twice", `<ul><li>Oak <b>7 €</b> <s>7 €</s>${picks}</li><li>Elm <b>9 €</b></li></ul>`);
    const price = (row: string) => ({
      locators: [{ by: "text" as const, value: "7 €" }],
      within: { by: "row" as const, value: row },
    });
    const last = async (step: Parameters<typeof run>[2][number], options = {}) =>
      outcome(await go([{ op: "goto", value: "/twice" }, step], options)).at(-1);
    expect(await last({ op: "expectVisible", target: price("Oak") })).to.equal("passed");
    expect(await last({ op: "expectHidden", target: price("Elm") })).to.equal("passed");
    expect(await last({ op: "expectCount", target: price("Oak"), value: "2" })).to.equal("passed");
    expect(await last({ op: "expectHidden", target: price("Oak") }, QUICK)).to.include("2 visible");
    expect(await last({ op: "click", target: inRow("Pick", "Oak") }, QUICK)).to.match(
      /^failed: Not exactly one element was found inside the row of "Oak": .* matched 2/,
    );
  });

  it("is the one in the row where rows keep changing places", async () => {
    const row = (name: string, top: number) =>
      `<li style="position:absolute;top:${top}px">${name} <button onclick="document.querySelector('output').textContent += '${name} '">Pick</button></li>`;
    sites.site.on(
      "/changing",
      `<output></output><ul>${row("Oak", 100)}${row("Elm", 200)}</ul>
<script>const list = document.querySelector("ul"); let pressed = false;
onmousedown = () => { pressed = true }; onmouseup = () => { pressed = false };
// A button that moves between press and release is not clicked.
setInterval(() => pressed || list.append(list.firstElementChild), 7);</script>`,
    );
    const picks = Array.from({ length: 8 }, () => ({ op: "click" as const, target: inRow("Pick", "Oak") }));
    const ran = await go([{ op: "goto", value: "/changing" }, picks, { ...clicked, value: "Oak ".repeat(8).trim() }]);
    expect(outcome(ran)).to.deep.equal(["passed", "passed", "passed"]);
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

  it("is found by its name only as a field that nothing else finds", async () => {
    sites.site.on("/named", '<input name="mail"><input type="image" name="mail" alt=""><input class="mail">');
    const placeholder = { by: "placeholder" as const, value: "mail" };
    const field = [{ by: "label" as const, value: "mail" }, placeholder];
    const filled = async (locators: (typeof field | ReturnType<typeof css>["locators"])[number][], limits = {}) => {
      const target = { locators };
      const steps = [
        { op: "goto" as const, value: "/named" },
        { op: "fill" as const, target, value: "a" },
        { op: "expectValue" as const, target: css("[name=mail]:not([type])"), value: "a" },
      ];
      return outcome(await go(steps, limits)).map((one) => one.split(":")[0]);
    };
    expect(await filled(field)).to.deep.equal(["passed", "passed", "passed"]);
    expect(await filled([placeholder], QUICK)).to.deep.equal(["passed", "failed", "skipped"]);
    expect(await filled([...field, ...css(".mail").locators], QUICK_EXPECT)).to.deep.equal([
      "passed",
      "passed",
      "failed",
    ]);
  });

  // The advice names what distinguishes several elements of the same name.
  const press = (name: string) => ({ op: "click" as const, target: role("button", name) });
  for (const [what, html, apart] of [
    [
      "rows of a table",
      "<table><tr><td>Oak stool</td><td><button>Buy</button></td></tr><tr><td>Red lamp</td><td><button>Buy</button></td></tr></table>",
      { by: "row", names: ["Oak stool", "Red lamp"] },
    ],
    [
      "entries of a list, by what no control says",
      "<ul><li><a href=#>More</a> <b>Oak</b><button>Buy</button></li><li><a href=#>More</a> <b>Elm</b><button>Buy</button></li></ul>",
      { by: "row", names: ["Oak", "Elm"] },
    ],
    [
      "parts of the page",
      "<header><button>Buy</button></header><main><section aria-label=Offers><button>Buy</button></section></main><footer><button>Buy</button></footer>",
      { by: "region", names: ["the header", '"Offers"', "the footer"] },
    ],
    [
      "headings above them",
      "<h2>Delivery</h2><p><button>Buy</button></p><h2>Billing</h2><p><button>Buy</button></p>",
      { by: "heading", names: ["Delivery", "Billing"] },
    ],
    ["nothing", "<h2>Delivery</h2><p><button>Buy</button><button>Buy</button></p>", undefined],
    [
      "rows that say the same, so nothing",
      "<ul><li>Oak<button>Buy</button></li><li>Oak<button>Buy</button></li></ul>",
      undefined,
    ],
  ] as const)
    it(`are told apart by ${what}`, async () => {
      sites.site.on("/apart", html);
      const { steps } = await go([{ op: "goto", value: "/apart" }, press("Buy")], QUICK);
      const [match] = steps[1]?.failure?.matches ?? [];
      expect(match?.count).to.be.above(1);
      expect(match?.apart).to.deep.equal(apart);
    });

  it("of a box that cannot be clicked the label is known, where people see one", async () => {
    const drawn = "<style>input{position:absolute;opacity:0;pointer-events:none}</style>";
    const check = { op: "check" as const, target: { locators: [{ by: "css" as const, value: "input" }] } };
    const labelOf = async (html: string) => {
      sites.site.on(
        "/box",
        `${drawn}<div style="position:relative;height:40px">${html}<i style="position:absolute;inset:0;z-index:1"></i></div>`,
      );
      const { steps } = await go([{ op: "goto", value: "/box" }, check], QUICK);
      return steps[1]?.failure?.label;
    };
    expect(await labelOf("<input type=checkbox id=a>")).to.equal(null);
    expect(await labelOf("<input type=checkbox id=a><label for=a hidden>Gift</label>")).to.equal(null);
    expect(await labelOf("<input type=checkbox id=a><label for=a>As a\n gift</label>")).to.equal("As a gift");
  });
});
