// Every step of the library in a real browser: sentences that pass on a page, and sentences that must fail.
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import { runAttempt } from "../../../../activities/functional/engine/attempt.ts";
import type { StepResult } from "../../../../domain/functional/attempt.ts";
import { BUILTIN_STEP_DEFS } from "../../../../domain/functional/library/index.ts";
import { planFeature } from "../../../../domain/functional/planFeature.ts";
import { DEFAULT_VIEWPORTS } from "../../../../domain/visual/shot.ts";
import { SLOW_MS, usePool, useSite } from "../../capture/engine/harness.ts";

const PIXEL = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const PAGE = `<!doctype html><html lang="en"><head><title>Every step here</title></head><body>
<p role="status" id="said">Nothing yet</p><p role="alert">Mind the gap</p><h1>Steps</h1>
<script>
  const say = (words) => { document.getElementById("said").textContent = words; };
  window.dataLayer = [{ event: "view_item", currency: "EUR", value: 12, basket: { note: "free delivery" } }];
</script>
<table aria-label="Prices"><thead><tr><th>Item</th><th>Price</th></tr></thead>
<tbody><tr><td>Stool</td><td>12 <button onclick="say('stool removed')">Remove</button></td></tr><tr><td>Lamp</td><td>30</td></tr><tr hidden><td>Desk</td><td>99</td></tr></tbody></table>
<p data-testid="stock" style="display:none">5 in stock</p>
<ul aria-label="Basket"><li>One</li><li>Two</li></ul>
<section aria-label="Summary">Total 42</section>
<img src="${PIXEL}" width="30" height="30" alt="Red shoe" onclick="say('image clicked')">
<p onclick="say('text clicked')">Tell me more</p><p data-testid="counter" onclick="say('counted')">2 pieces</p>
<p ondblclick="say('text doubled')">Twice please</p><button ondblclick="say('button doubled')">Zoom</button>
<p onmouseover="say('over text')">Hover here</p><a href="#x" onmouseover="say('over link')">Menu</a><button onmouseover="say('over button')">Tip</button>
<p draggable="true" id="piece" ondragstart="event.dataTransfer.setData('text/plain','piece')">Drag me</p>
<div aria-label="Drop zone" style="height:60px" ondragover="event.preventDefault()" ondrop="event.preventDefault();say('dropped')">Drop here</div>
<form onsubmit="return false"><label>Name <input id="name" value="Ada"></label><label>E-mail <input type="email" aria-invalid="true" value="ada"></label>
<label>Empty <input></label><label>Locked <input disabled value="no"></label>
<label>Size <select><option>Small</option><option selected>Large</option></select></label>
<label><input type="checkbox" checked> Gift</label><label><input type="checkbox"> Letter</label>
<label>Photo <input type="file" onchange="this.files[0].text().then((words) => say(this.files[0].name + ': ' + words))"></label>
<input type="hidden" name="order[code]"><input name="order[code]" oninput="say('code ' + this.value)">
<button type="button" disabled>Sold</button><button type="button" onclick="say('name is ' + document.getElementById('name').value)">Tell</button></form>
<button onclick="const said = prompt('Your name?'); say('Hello ' + said)">Ask me</button>
<button onclick="document.querySelector('dialog').showModal()">Open the box</button>
<dialog aria-label="Box"><button onclick="this.closest('dialog').close(); say('box closed')">Close</button></dialog>
<iframe title="Inside" srcdoc="<label>Code <input oninput=&quot;document.querySelector('p').textContent = 'Code ' + this.value&quot;></label><p></p>"></iframe>
<a href="/library-file" download="list.csv">Get the list</a>
<p id="late" hidden>Late news</p><button onclick="setTimeout(() => { document.getElementById('late').hidden = false; }, 120)">Wait for news</button>
<a href="/library-other" target="_blank">In a tab</a><div role="tablist"><button role="tab" onclick="say('tab clicked')">Details</button></div>
<div role="menu"><button role="menuitem" onclick="say('item clicked')">Sign out</button></div>
${["Blue", "Green"]
  .map(
    (name) => `<div class="box"><b>${name} cup</b> <span>${name.length + 3} left</span>
<button onclick="say('put ${name}')">Put in</button> <a href="#${name}" onclick="say('about ${name}')">About</a>
<label>Pieces <input oninput="say('${name} ' + this.value)"></label><label><input type="checkbox" onchange="say('${name} ' + this.checked)"> Wrap</label>
<label>Glaze <select onchange="say('${name} ' + this.value)"><option>Matt</option><option>Gloss</option></select></label>
<select name="finish" onchange="say('${name} ' + this.value)"><option>Raw</option><option>Waxed</option></select>
<textarea name="note" oninput="say('${name} ' + this.value)"></textarea></div>`,
  )
  .join("")}
<div style="height:1500px"></div><p>At the very end</p>
</body></html>`;

const OTHER = `<p>Another page</p><ul aria-label="Wishes"></ul><div role="table" aria-label="Stock">
<div role="row"><b role="columnheader">Item</b><b role="columnheader">Left</b></div>
<div role="row"><b role="cell">Lamp</b><b role="cell">3</b></div></div>
<table aria-label="Grid" style="display:grid"><tbody style="display:contents"><tr style="display:contents"><td>Chair</td><td style="display:contents">7</td></tr>
<tr style="display:none"><td>Sofa</td><td>1</td></tr></tbody></table><select><option data-testid="choice">Matt</option></select>`;

/** Sentences that pass, by subject; each group is a scenario that starts on the page. */
const HOLDS: Record<string, string> = {
  tables: `
    Then the "Prices" table shows:
      | Item  | Price     |
      | Stool | 12 Remove |
      | Lamp  | 30        |
    And the table shows:
      | Item  | Price     |
      | Stool | 12 Remove |
      | Lamp  | 30        |
    And the "Prices" table has 2 rows
    And the "Lamp" row contains "30"
    And the "Basket" list has 2 items
    When I click the "Remove" button in the "Stool" row
    Then the status says "stool removed"`,
  actions: `
    When I click the "Red shoe" image
    Then the status says "image clicked"
    When I click the text "Tell me more"
    Then the status says "text clicked"
    When I click the element with the test id "counter"
    Then the status says "counted"
    When I click the "Details" tab
    Then the status says "tab clicked"
    When I click the "Sign out" menu item
    Then the status says "item clicked"
    When I double-click the text "Twice please"
    Then the status says "text doubled"
    When I double-click the "Zoom" button
    Then the status says "button doubled"
    When I hover over the text "Hover here"
    Then the status says "over text"
    When I hover over the "Menu" link
    Then the status says "over link"
    When I hover over the "Tip" button
    Then the status says "over button"
    When I drag "Drag me" to "Drop zone"
    Then the status says "dropped"
    When I press "Tab"
    And I scroll to the bottom
    And I scroll to the top
    And I scroll to "At the very end"
    Then I should see "At the very end"`,
  tabs: `
    When I click the "In a tab" link
    Then I should see "Another page"
    When I switch to the first tab
    Then I should see the "Steps" heading
    When I switch to the new tab
    Then I should see "Another page"
    When I close the tab
    Then I should see the "Steps" heading`,
  "rows, numbers and the focus": `
    When I click the "Put in" button in the row of "Green cup"
    Then the status says "put Green"
    When I click the "About" link in the row of "Blue cup"
    Then the status says "about Blue"
    When I check "Wrap" in the row of "Blue cup"
    Then the status says "Blue true"
    When I uncheck "Wrap" in the row of "Blue cup"
    Then the status says "Blue false"
    When I fill in "Pieces" with "3" in the row of "Green cup"
    Then the status says "Green 3"
    When I type "4"
    Then the status says "Green 34"
    When I select "Gloss" from "Glaze" in the row of "Green cup"
    Then the status says "Green Gloss"
    When I select "Waxed" from "finish" in the row of "Green cup"
    Then the status says "Green Waxed"
    When I fill in "note" with "Gift" in the row of "Green cup"
    Then the status says "Green Gift"
    When I fill in "order[code]" with "X1"
    Then the status says "code X1"
    And I should see "7 left" in the row of "Blue cup"
    When I click the "Put in" button number 2
    Then the status says "put Green"
    When I click the "About" link number 1
    Then the status says "about Blue"
    When I fill in "Pieces" number 1 with "8"
    Then the status says "Blue 8"
    When I check "Wrap" number 2
    Then the status says "Green true"`,
  forms: `
    Then the "E-mail" field is marked as invalid
    And the "Empty" field is empty
    And the "Name" field is enabled
    And the "Locked" field is disabled
    And "Large" is selected in "Size"
    And "Gift" is checked
    And "Letter" is not checked
    And the "Tell" button is enabled
    And the "Sold" button is disabled
    When I clear the "Name" field
    Then the "Name" field is empty
    When I uncheck "Gift"
    Then "Gift" is not checked
    When I upload the file "note.txt" to "Photo" with:
      """
      Two words
      """
    Then the status says "note.txt: Two words"`,
  "dialogs and frames": `
    Given I will answer the next dialog with "Ada"
    When I click the "Ask me" button
    Then a dialog said "Your name?"
    And the status says "Hello Ada"
    And the "Box" dialog is closed
    When I click the "Open the box" button
    Then the "Box" dialog is open
    When I click the "Close" button in the "Box" dialog
    Then the "Box" dialog is closed
    When I fill in "Code" with "4711" in the "Inside" frame
    Then I should see "Code 4711" in the "Inside" frame`,
  "what is shown": `
    Then I should see the "Tell" button
    And I should see the "Menu" link
    And I should see the "Steps" heading
    And I should see the "Red shoe" image
    And I should not see the "Buy" button
    And I should not see the "Home" link
    And I should not see the "Other" heading
    And I should not see the "Blue shoe" image
    And I should see the "Name" field
    And I should not see the "Street" field
    And I should see "Total 42" in the "Summary" section
    And the page contains "Mind the gap"
    And the page title is "Every step here"
    And the page title contains "step"
    And I should not see "Late news"
    When I click the "Wait for news" button
    And I wait until "Late news" is shown
    Then I should see "Late news"
    When I click the "Get the list" link
    Then a file is downloaded`,
  "addresses, cookies and pages": `
    Then the address is "/library?a=1"
    And the address matches "*/library*"
    When I set the cookie "mood" to "calm"
    And I reload the page
    Then the cookie "mood" is set
    And the cookie "mood" has the value "calm"
    When I open "/library-other"
    Then I should see "Another page"
    When I go back
    Then I should be on "/library?a=1"
    When I clear all cookies
    Then the page contains "Steps"`,
  "tables made of other elements, and empty lists": `
    When I open "/library-other"
    Then the "Stock" table shows:
      | Item | Left |
      | Lamp | 3    |
    And the "Stock" table has 1 row
    And the "Grid" table shows:
      | Chair | 7 |
    And the element with the test id "choice" shows "Matt"
    And the "Wishes" list has 0 items`,
  tracking: `
    Then the event "view_item" is sent with:
      | currency | EUR |
    And the event "purchase" is not sent
    And the variable "value" is "12"
    And the variable "basket.note" contains "free"
    And the variable "currency" is set`,
};

/** Sentences that must fail on the page, because a step that cannot fail proves nothing. */
const FAILS = [
  'the "Prices" table has 3 rows',
  // What is hidden or missing.
  'the "Prices" table shows:\n      | Desk | 99 |',
  'the "Orders" table has 0 rows',
  'the "Wishes" list has 0 items',
  'the element with the test id "stock" shows "5 in stock"',
  'the "Lamp" row contains "31"',
  'the "Basket" list has 3 items',
  'the "Name" field is empty',
  'the "Name" field is marked as invalid',
  'the "Name" field is disabled',
  'the "Locked" field is enabled',
  '"Small" is selected in "Size"',
  '"Letter" is checked',
  '"Gift" is not checked',
  'the "Tell" button is disabled',
  'the "Sold" button is enabled',
  'a dialog said "Anything"',
  'the "Box" dialog is open',
  'I should see the "Buy" button',
  'I should not see the "Tell" button',
  'I should see the "Street" field',
  'I should not see the "Name" field',
  'I should see "Total 43" in the "Summary" section',
  'the page contains "Nothing like it"',
  'the page title is "Every step"',
  'the address is "/library?a=2"',
  'the address matches "*/other*"',
  'the cookie "mood" is set',
  "a file is downloaded",
  'the event "view_item" is not sent',
  'the event "purchase" is sent',
  'the variable "value" is "13"',
  'the variable "basket.none" is set',
  'I click the "Sold" button',
  'I drag "Drag me" to "Nowhere"',
  'I should see "7 left" in the row of "Green cup"',
  'I click the "Put in" button in the row of "Red cup"',
  'I click the "Put in" button in the row of "Steps"',
  'I click the "Put in" button number 3',
  'I type "into nothing"',
];

/** Questions to the page have this time too, and a page that does not answer would fail any sentence. */
const FAIL_MS = 5_000;

describe("the steps of the library", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();
  const used = new Set<string>();
  before(() => {
    sites.site.on("/library?a=1", PAGE);
    sites.site.on("/library", PAGE);
    sites.site.on("/library-other", OTHER);
    sites.site.on("/library-file", (_request, response) => {
      response.writeHead(200, { "content-type": "text/csv" }).end("a,b\n");
    });
  });

  async function steps(sentences: string, expectMs?: number): Promise<StepResult[]> {
    const text = `Feature: Library\n  Scenario: One\n    Given I am on "/library?a=1"\n${sentences}\n`;
    const [scenario] = planFeature(text, BUILTIN_STEP_DEFS);
    if (!scenario) throw new Error("The feature has no scenario.");
    for (const { stepDefId } of scenario.steps) if (stepDefId) used.add(stepDefId);
    const attempt = await runAttempt(
      { pool: pools.pool, store: async () => "kept", now: () => new Date() },
      {
        scenario,
        attempt: 1,
        baseUrl: sites.site.origin,
        environment: "Test",
        browser: "chromium" as const,
        viewport: DEFAULT_VIEWPORTS.desktop,
        tracking: { verify: false, layers: ["dataLayer"] },
        trace: false,
        ...(expectMs === undefined ? {} : { limits: { expectMs, actionMs: FAIL_MS } }),
      },
      new AbortController().signal,
      () => undefined,
    );
    return attempt.steps;
  }
  const told = (all: readonly StepResult[]) =>
    all
      .filter(({ status }) => status !== "passed")
      .map(({ text, status, failure }) => `${text}: ${failure?.message ?? status}`);

  for (const [what, sentences] of Object.entries(HOLDS))
    it(`hold: ${what}`, async () => {
      expect(told(await steps(sentences))).to.deep.equal([]);
    });

  it("fail where they do not hold", async () => {
    const queue = [...FAILS];
    const passed: string[] = [];
    const lane = async () => {
      for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
        const all = await steps(`    Then ${one}`, 150);
        const isOwn = !/did not answer/.test(all[1]?.failure?.message ?? "");
        if (all[0]?.status !== "passed" || all[1]?.status !== "failed" || !isOwn)
          passed.push(`${one}: ${told(all).join("; ")}`);
      }
    };
    await Promise.all([lane(), lane(), lane()]);
    expect(passed).to.deep.equal([]);
  });

  it("are all tried here or by the features of the demo shop", () => {
    const folder = new URL("../../../../temporal-dev/demo-site/features/", import.meta.url);
    for (const file of readdirSync(folder))
      for (const scenario of planFeature(readFileSync(new URL(file, folder), "utf8"), BUILTIN_STEP_DEFS))
        for (const { stepDefId } of scenario.steps) if (stepDefId) used.add(stepDefId);
    expect(BUILTIN_STEP_DEFS.map(({ id }) => id).filter((id) => !used.has(id))).to.deep.equal([]);
  });
});
