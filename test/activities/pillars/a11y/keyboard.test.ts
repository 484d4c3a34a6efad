import { expect } from "chai";
import type { FocusStop, KeyboardWalk } from "../../../../domain/pillars/a11y/gathered.ts";
import { byLane, itInFullLane } from "../../../support/lanes.ts";
import { SLOW_MS, usePool, useSite } from "../../capture/engine/harness.ts";
import { audit, toolsFor } from "./harness.ts";
import { BUTTONS, doc } from "./pages.ts";

describe("the walk by keyboard", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();
  const walk = async (path: string, body: string, head = "") => {
    const audited = await audit(toolsFor(pools.pool), sites.site.on(path, doc(body, head)));
    const { keyboard } = audited.data;
    if (keyboard.state !== "walked") throw new Error(keyboard.reason);
    return { ...audited, keyboard };
  };
  const indicators = ({ stops }: KeyboardWalk): FocusStop["indicator"][] => stops.map(({ indicator }) => indicator);

  it("goes round the page once, and sees the browser's own outline", async () => {
    const { keyboard, outcome } = await walk("/plain", BUTTONS);
    expect(keyboard.stops.map(({ name }) => name)).to.deep.equal(["button “First”", "button “Second”", "link “Third”"]);
    expect(indicators(keyboard)).to.deep.equal(["style", "style", "style"]);
    expect(keyboard.end).to.equal("round");
    for (const rule of ["focus-visible", "keyboard-trap", "focus-order"])
      expect(outcome(rule), rule).to.equal("passed");
  });

  it("fails each control whose focus is hidden", async () => {
    const { of } = await walk("/hidden", BUTTONS, "<style>:focus{outline:none}</style>");
    expect(of("focus-visible").map(({ outcome }) => outcome)).to.deep.equal(["failed", "failed", "failed"]);
    expect(of("focus-visible")[0]?.message).to.equal(
      "The keyboard focus cannot be seen on the button “First”: no outline, border, shadow, colour or pixel changes so that it can be seen.",
    );
  });

  itInFullLane("knows the same kind of control on another page, wherever it stands", async () => {
    const hidden = "<style>:focus{outline:none}</style>";
    const [a, b] = [
      await walk("/one", '<nav><a class="more link" href="/x">First</a></nav>', hidden),
      await walk("/two", '<p><em><a class="link more" href="/y">Second</a></em></p>', hidden),
    ].map(({ of }) => of("focus-visible")[0]);
    expect(a?.cause).to.match(/^[0-9a-f]{32}$/);
    expect(b?.cause).to.equal(a?.cause);
    expect(b?.target).not.to.equal(a?.target);
  });

  const shown: [what: string, body: string, css: string][] = [
    ["a shadow", BUTTONS, ":focus{outline:none;box-shadow:0 0 0 3px #00f}"],
    [
      "a background with a transition",
      BUTTONS,
      "button,a{transition:background 2s}:focus{outline:none;background:#ff0}",
    ],
    [
      "a bar drawn after it",
      BUTTONS,
      "button,a{position:relative}:focus{outline:none}:focus::after{content:'';position:absolute;inset:auto 0 0 0;height:3px;background:#00f}",
    ],
    [
      "the box beside a hidden checkbox",
      '<label><input type="checkbox" style="opacity:0;position:absolute"><span class="box">tick</span> Agree</label>',
      "input:focus + .box{outline:3px solid #00f}",
    ],
    [
      "a frame around the field",
      '<div class="field"><input aria-label="Name"></div>',
      "input:focus{outline:none}.field:focus-within{border:3px solid #00f}",
    ],
    [
      "a link that comes into view",
      '<a class="skip" href="#x">Skip</a><p id="x">Text</p>',
      ".skip{position:absolute;left:-999px}.skip:focus{left:0;outline:none}",
    ],
  ];
  for (const [what, body, css] of shown)
    it(`takes ${what} for a focus that can be seen`, async () => {
      const { outcome, of } = await walk(`/shown`, body, `<style>${css}</style>`);
      expect(of("focus-visible")).to.deep.equal([]);
      expect(outcome("focus-visible")).to.equal("passed");
    });

  it("takes a drawing that styles do not tell for one, by its pixels", async () => {
    const body =
      '<canvas id="c" width="120" height="40" tabindex="0" aria-label="Drawing" role="img"></canvas><script>c.onfocus=()=>c.getContext("2d").fillRect(0,0,60,20);c.onblur=()=>c.getContext("2d").clearRect(0,0,120,40)</script>';
    const { keyboard } = await walk("/drawn", body, "<style>:focus{outline:none}</style>");
    expect(indicators(keyboard)).to.deep.equal(["pixels"]);
  });

  it("only warns where the text cursor shows", async () => {
    const { of } = await walk("/caret", '<input aria-label="Name">', "<style>:focus{outline:none}</style>");
    expect(of("focus-visible").map(({ outcome }) => outcome)).to.deep.equal(["warning"]);
  });

  it("leaves a focus on what cannot be seen to a person", async () => {
    const { of } = await walk("/gone", `<button type="button" style="opacity:0">Ghost</button>${BUTTONS}`);
    expect(of("focus-visible").map(({ outcome, target }) => [outcome, target])).to.deep.equal([
      ["review", "main > button"],
    ]);
  });

  it("finds a control that keeps the focus", async () => {
    const trap = `${BUTTONS}<textarea id="editor" aria-label="Editor"></textarea><button type="button">Never</button><script>editor.onkeydown=(e)=>e.preventDefault()</script>`;
    const { of, keyboard, score } = await walk("/trap", trap);
    expect(keyboard.end).to.equal("trap");
    expect(of("keyboard-trap").map(({ outcome, target, severity }) => [outcome, target, severity])).to.deep.equal([
      ["failed", "#editor", "critical"],
    ]);
    expect(score).to.be.below(80);
  });

  it("finds it at the last control too, when all have been reached", async () => {
    const trap = `${BUTTONS}<button id="last" type="button">Last</button><script>last.onkeydown=(e)=>e.preventDefault()</script>`;
    const { of } = await walk("/last", trap);
    expect(of("keyboard-trap").map(({ outcome, target }) => [outcome, target])).to.deep.equal([["failed", "#last"]]);
  });

  it("finds two controls that pass the focus to each other", async () => {
    const trap = `<button id="one" type="button">One</button><button id="two" type="button">Two</button>${BUTTONS}<script>two.onkeydown=(e)=>{if(e.key==="Tab"){e.preventDefault();one.focus()}};one.onkeydown=(e)=>{if(e.key==="Tab"){e.preventDefault();two.focus()}}</script>`;
    const { of, keyboard } = await walk("/pair", trap);
    expect(keyboard.trap).to.deep.equal({ members: ["#one", "#two"], sure: true });
    expect(of("keyboard-trap")[0]?.outcome).to.equal("failed");
  });

  it("an editor that Escape leads out of is no trap", async () => {
    const editor = `${BUTTONS}<textarea id="editor" aria-label="Editor"></textarea><button type="button">After</button><script>let free=false;editor.onkeydown=(e)=>{if(e.key==="Escape")free=true;else if(!free)e.preventDefault()}</script>`;
    const { of, keyboard } = await walk("/editor", editor);
    expect(of("keyboard-trap")).to.deep.equal([]);
    expect(keyboard.stops.map(({ name }) => name)).to.include("button “After”");
  });

  it("one that Shift+Tab alone leads out of is for a person", async () => {
    const editor = `${BUTTONS}<textarea id="editor" aria-label="Editor"></textarea><button type="button">After</button><script>editor.onkeydown=(e)=>{if(e.key==="Tab"&&!e.shiftKey)e.preventDefault()}</script>`;
    const { of } = await walk("/half", editor);
    expect(of("keyboard-trap").map(({ outcome }) => outcome)).to.deep.equal(["review"]);
  });

  it("a consent banner that keeps the focus is no trap", async () => {
    const banner = `<div role="dialog" aria-modal="true" aria-label="Cookies"><button id="yes" type="button">Accept</button><button id="no" type="button">Reject</button></div>${BUTTONS}<script>no.onkeydown=(e)=>{if(e.key==="Tab"){e.preventDefault();yes.focus()}};yes.focus()</script>`;
    const { of, keyboard } = await walk("/banner", banner);
    expect(keyboard.end).to.equal("dialog");
    expect(of("keyboard-trap")).to.deep.equal([]);
  });

  itInFullLane("a single control, parts of a date field, and frames are no traps", async () => {
    sites.site.on(
      "/fields",
      doc('<input aria-label="a"><input aria-label="b"><input aria-label="c"><input aria-label="d">'),
    );
    for (const [path, body] of [
      ["/single", '<button type="button">Only</button>'],
      ["/date", `<label>Day <input type="datetime-local"></label>${BUTTONS}`],
      ["/framed", `<iframe title="fields" src="/fields"></iframe>${BUTTONS}`],
    ] as const) {
      const { of, keyboard } = await walk(path, body);
      expect(of("keyboard-trap"), path).to.deep.equal([]);
      expect(keyboard.end, path).to.equal("round");
      expect(of("focus-visible"), path).to.deep.equal([]);
    }
  });

  itInFullLane("presses Tab a bounded number of times, and does not call passed what it has not walked", async () => {
    const many = Array.from({ length: 300 }, (_, n) => `<button type="button">B${n}</button>`).join(" ");
    const { keyboard, outcome, details } = await walk("/many", many);
    expect(keyboard.presses).to.equal(250);
    expect(keyboard.end).to.equal("limit");
    expect(outcome("keyboard-trap")).to.equal(undefined);
    expect(JSON.stringify(details?.notMeasured)).to.contain("not fully tabbed through").and.to.contain("keyboard-trap");
  });

  it("an order that goes back is for a person", async () => {
    const body = `<div style="display:flex;flex-direction:column-reverse;gap:20px"><button id="low" type="button">One</button><button id="high" type="button">Two</button></div>`;
    const { of } = await walk("/order", body);
    expect(of("focus-order").map(({ outcome, target }) => [outcome, target])).to.deep.equal([["review", "#high"]]);
  });

  it("a page without controls has nothing to walk", async () => {
    const { outcome } = await walk("/none", "<p>Text</p>");
    expect(outcome("focus-visible")).to.equal("inapplicable");
    expect(outcome("keyboard-trap")).to.equal("inapplicable");
  });

  itInFullLane("a page that goes away under the Tab key leaves these rules out, with the reason", async () => {
    sites.site.on("/elsewhere", doc("<p>Elsewhere</p>"));
    const url = sites.site.on(
      "/away",
      doc(`${BUTTONS}<script>addEventListener('focusin',()=>{location.href='/elsewhere'})</script>`),
    );
    const { data, outcome, details } = await audit(toolsFor(pools.pool), url);
    expect(data.keyboard).to.deep.equal({
      state: "not_measured",
      reason: "During the keyboard walk the page went to another address.",
    });
    expect(outcome("keyboard-trap")).to.equal(undefined);
    expect(details?.notMeasured).to.have.length(1);
    expect(outcome("color-contrast")).to.equal("passed");
  });

  const timed: [what: string, body: string, outcome: string][] = [
    [
      "that a timer brings back",
      '<a href="#a">One</a> <button onblur="setTimeout(() => this.focus(), 10)">Held</button> <a href="#b">Two</a>',
      "failed",
    ],
    [
      "that timers pass to each other",
      '<button onblur="setTimeout(() => this.nextElementSibling.focus(), 10)">One</button><button onblur="setTimeout(() => this.previousElementSibling.focus(), 10)">Two</button><button>Three</button>',
      "failed",
    ],
    [
      "that an interval brings back",
      `${BUTTONS}<input id="box" aria-label="Name"><a href="#c">Last</a><script>setInterval(() => { if (document.activeElement !== box) box.focus() }, 200)</script>`,
      "failed",
    ],
    [
      "with a key that the page names",
      `<p>Press Ctrl+M to exit the editor.</p>${BUTTONS}<textarea id="editor" aria-label="Editor"></textarea><button type="button" id="after">After</button><script>editor.onkeydown=(e)=>{if(e.key==="Tab")e.preventDefault();if(e.ctrlKey&&e.key==="m")after.focus()}</script>`,
      "review",
    ],
    [
      "with a key that the page names and that does nothing",
      `<p>Press Ctrl+M to exit the editor.</p>${BUTTONS}<textarea id="editor" aria-label="Editor"></textarea><button type="button">After</button><script>editor.onkeydown=(e)=>{if(e.key==="Tab")e.preventDefault()}</script>`,
      "failed",
    ],
  ];
  for (const [what, body, outcome] of byLane(timed))
    it(`a focus ${what}: ${outcome}`, async () => {
      const { of } = await walk("/timed", body);
      expect(of("keyboard-trap").map((finding) => finding.outcome)).to.deep.equal([outcome]);
    });

  it("a sheet that keeps the focus until its button closes it is no trap, and what lies behind is walked", async () => {
    const sheet = `<div id="sheet" style="border:2px solid"><a id="more" href="#more">More</a> <button id="shut" type="button">Close</button></div>${BUTTONS}<script>shut.onkeydown=(e)=>{if(e.key==="Tab"){e.preventDefault();more.focus()}};more.onkeydown=(e)=>{if(e.key==="Tab"){e.preventDefault();shut.focus()}};shut.onclick=()=>sheet.remove()</script>`;
    const { of, keyboard } = await walk("/sheet", sheet);
    expect(of("keyboard-trap")).to.deep.equal([]);
    expect(keyboard.stops.map(({ name }) => name)).to.include("link “Third”");
  });

  it("walks through frames and names what it finds in them", async () => {
    sites.site.on(
      "/inside",
      doc(
        '<button id="bare" type="button">Bare</button><a href="#x">Ringed</a>',
        "<style>#bare:focus{outline:none}</style>",
      ),
    );
    const { of, keyboard } = await walk(
      "/frames",
      `<iframe title="fields" name="fields" src="/inside"></iframe>${BUTTONS}`,
    );
    expect(keyboard.stops.map(({ name }) => name)).to.include.members([
      "button “Bare”",
      "link “Ringed”",
      "link “Third”",
    ]);
    expect(of("focus-visible").map(({ outcome, target }) => [outcome, target])).to.deep.equal([
      ["failed", 'iframe[name="fields"] |> #bare'],
    ]);
  });

  it("details without a summary of its own has the browser's, which shows the focus", async () => {
    const { of, keyboard } = await walk("/details", `<details><p>More</p></details>${BUTTONS}`);
    expect(keyboard.end).to.equal("round");
    expect(of("focus-visible")).to.deep.equal([]);
  });

  const button = '<button type="button" class="one">One</button>';
  const pixels: [what: string, body: string, css: string, outcome: string][] = [
    ["a white outline on white", button, ":focus{outline:2px solid #fff}", "failed"],
    ["an outline that is hardly darker than the page", button, ":focus{outline:1px solid #f4f4f4}", "failed"],
    [
      "a part that opens over it",
      `<div class="box">${button}<div class="over">Over</div></div>`,
      ".box{position:relative}.one{border:0;border-bottom:2px solid #ccc;background:#ccc}.one:focus{outline:none;border-bottom-color:#000}.over{display:none}.box:focus-within .over{display:block;position:absolute;inset:0;background:#fff}.over{z-index:2}",
      "passed",
    ],
    [
      "a background that changes by very little",
      button,
      ".one{border:0;background:#fff;width:200px;height:60px}.one:focus{outline:none;background:#f0f0f0}",
      "review",
    ],
    [
      "a ring around a part six levels up",
      `<section>${"<div>".repeat(6)}${button}${"</div>".repeat(6)}</section>`,
      ":focus{outline:none}section{padding:60px}section:focus-within{outline:3px solid #00f}",
      "passed",
    ],
    [
      "another colour of a card around it",
      `<section>${button}</section>`,
      ":focus{outline:none}section{padding:90px}section:focus-within{border:4px solid #00f}",
      "passed",
    ],
    [
      "nothing, beside something that blinks",
      `${button} <b id="blink" style="margin-left:30px">Live</b><script>setInterval(() => { blink.style.visibility = blink.style.visibility ? "" : "hidden" }, 30)</script>`,
      ":focus{outline:none}",
      "failed",
    ],
    [
      "a ring that a script sets a moment later",
      '<button type="button" onfocus="setTimeout(() => this.classList.add(\'on\'), 120)" onblur="setTimeout(() => this.classList.remove(\'on\'), 120)">Late</button>',
      ":focus{outline:none}.on{box-shadow:0 0 0 3px #00f}",
      "passed",
    ],
  ];
  for (const [what, body, css, outcome] of byLane(pixels))
    it(`a focus that shows as ${what}: ${outcome}`, async () => {
      const audited = await walk("/pixels", body, `<style>${css}</style>`);
      expect(audited.outcome("focus-visible")).to.equal(outcome);
    });
});
