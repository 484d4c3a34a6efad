// Banners that match no rule: each is either read and answered wherever it is, or reported as unread; a guess never yields a high score.
import { expect } from "chai";
import type { ChosenState } from "../../../../domain/pillars/privacy/gathered.ts";
import { itInFullLane } from "../../../support/lanes.ts";
import { together } from "../../../support/together.ts";
import type { TrackerManner } from "./fixtures/fixture.ts";
import { type Audited, auditPage, fixturePages, SLOW_MS } from "./harness.ts";

const KEPT = `const kept = () => getCookie("my_choice");
const keep = (choice) => { setCookie("my_choice", choice); document.getElementById("ask")?.remove(); chosen(choice); };`;

/** A bar with these buttons: the action of each by label. `text`: the text above them. */
const bar = (buttons: Record<string, string>, text = "We use cookies to measure visits."): string => `<script>${KEPT}
if (!kept()) {
  const ask = document.createElement("div");
  ask.id = "ask"; ask.className = "bar";
  const say = document.createElement("p"); say.textContent = ${JSON.stringify(text)}; ask.append(say);
  for (const [label, action] of Object.entries(${JSON.stringify(buttons)})) {
    const button = document.createElement("button");
    button.textContent = label;
    button.onclick = () => eval(action);
    ask.append(button);
  }
  document.body.append(ask);
}</script>`;

const REJECT = "keep('rejected')";
const ACCEPT = "keep('accepted')";
const code = (chosen: ChosenState): string => (chosen.state === "measured" ? "measured" : chosen.code);
const codes = ({ data }: Audited): string[] => [code(data.rejected), code(data.accepted)];
const clicks = ({ data }: Audited): (number | null)[] =>
  [data.rejected, data.accepted].map((one) => (one.state === "measured" ? one.clicks : null));

/** A frame that notifies its page of the choice, like those of consent vendors. */
const inFrame = (path: string): string => `<script>${KEPT}
if (!kept()) {
  const frame = document.createElement("iframe");
  frame.id = "ask";
  frame.src = "http://localhost:" + location.port + "${path}";
  frame.style = "position:fixed;bottom:0;left:0;width:100%;height:220px;border:0";
  document.body.append(frame);
  addEventListener("message", ({ data }) => { if (data === "accepted" || data === "rejected") keep(data); });
}</script>`;

describe("consent banners that no rule knows", function () {
  this.timeout(SLOW_MS);
  const pages = fixturePages();
  const it = together(4);
  const audit = (
    name: string,
    body: string,
    manner: TrackerManner = "honours",
    options: Record<string, unknown> = {},
  ) => auditPage(pages.pool, pages.site.page({ name, body }, manner), options);

  it("of two buttons: 'Disagree and close' and 'Agree & Close'", async () => {
    const audited = await audit("and-close", bar({ "Agree & Close": ACCEPT, "Disagree and close": REJECT }));
    expect(codes(audited)).to.deep.equal(["measured", "measured"]);
    expect(audited.data.banner).to.include({ acceptLabel: "Agree & Close", rejectLabel: "Disagree and close" });
    expect(audited.score).to.be.at.least(95);
  });

  itInFullLane("in languages of all kinds", async () => {
    const pages: Record<string, [string, string, string]> = {
      ja: ["すべてのCookieを受け入れる", "必要なCookieのみ", "当サイトではクッキーを使用しています。"],
      el: ["Αποδοχή όλων", "Μόνο τα απαραίτητα", "Χρησιμοποιούμε cookies."],
      cs: ["Povolit vše", "Jen nezbytné", "Používáme soubory cookie."],
    };
    const audited = await Promise.all(
      Object.entries(pages).map(([name, [yes, no, text]]) =>
        audit(`language-${name}`, bar({ [yes]: ACCEPT, [no]: REJECT }, text)),
      ),
    );
    expect(audited.map(codes)).to.deep.equal(Object.keys(pages).map(() => ["measured", "measured"]));
  });

  it("in a closed shadow tree, which stays closed for the page", async () => {
    const body = `<script>${KEPT}
const host = document.createElement("div");
if (!kept()) {
  const root = host.attachShadow({ mode: "closed" });
  host.id = "ask";
  root.innerHTML = '<div style="position:fixed;bottom:0;left:0;right:0;background:#eee;padding:30px"><p>We use cookies.</p><x-buttons></x-buttons></div>';
  const inner = root.querySelector("x-buttons").attachShadow({ mode: "closed" });
  inner.innerHTML = '<button id="no">Reject all</button><button id="yes">Accept all</button>';
  document.body.append(host);
  inner.getElementById("no").onclick = () => done("rejected");
  inner.getElementById("yes").onclick = () => done("accepted");
}
const done = (choice) => {
  if (host.shadowRoot === null && /native code/.test(Element.prototype.attachShadow)) setCookie("still_closed", 1);
  keep(choice);
};</script>`;
    const audited = await audit("closed-tree", body);
    expect(codes(audited)).to.deep.equal(["measured", "measured"]);
    expect(audited.data.banner).to.include({ method: "generic", acceptLabel: "Accept all", rejectLabel: "Reject all" });
    if (audited.data.rejected.state !== "measured") return;
    expect(audited.data.rejected.written).to.have.members(["my_choice", "still_closed"]);
  });

  it("in a frame of an unknown vendor, with the refusal behind its options", async () => {
    pages.site.on(
      "/vendor/notice",
      `<!doctype html><title>Notice</title><h2>Your choices regarding cookies on this site</h2>
<div id="one"><button onclick="parent.postMessage('accepted','*')">Agree and Proceed</button>
<a href="#" onclick="one.hidden = true; two.hidden = false">More Options</a></div>
<div id="two" hidden><button onclick="parent.postMessage('rejected','*')">Required Cookies Only</button>
<button>Submit Preferences</button></div>`,
    );
    const [honest, careless] = await Promise.all([
      audit("vendor-frame", inFrame("/vendor/notice")),
      audit("vendor-frame", inFrame("/vendor/notice"), "waits-then-ignores"),
    ]);
    expect(codes(honest)).to.deep.equal(["measured", "measured"]);
    expect(clicks(honest)).to.deep.equal([2, 1]);
    expect(honest.outcomes("reject-missing")).to.deep.equal(["warning"]);
    expect(careless.outcomes("beacon-after-reject")).to.deep.equal(["failed"]);
  });

  itInFullLane("with the marks of a vendor whose rule does not reach its frame, as with TrustArc", async () => {
    pages.site.on(
      "/vendor/preferences",
      `<!doctype html><title>Preferences</title><h2>Cookie preferences</h2>
<label><input type="radio" name="level" value="0"> Required Cookies Only</label>
<label><input type="radio" name="level" value="2" checked> Advertising Cookies</label>
<button id="submit">Submit Preferences</button><script>
submit.onclick = () => parent.postMessage(document.querySelector(":checked").value === "0" ? "rejected" : "accepted", "*");</script>`,
    );
    const body = `<script>${KEPT}
if (!kept()) {
  const ask = document.createElement("div");
  ask.id = "ask";
  ask.innerHTML = '<div id="truste-consent-track" class="bar"><div id="truste-consent-content"><p id="truste-consent-text">This site uses cookies.</p>' +
    '<button id="truste-consent-button">Agree and Proceed</button><button id="truste-show-consent">Manage Preferences</button></div></div>';
  document.body.append(ask);
  document.getElementById("truste-consent-button").onclick = () => keep("accepted");
  document.getElementById("truste-show-consent").onclick = () => {
    const frame = document.createElement("iframe");
    frame.className = "truste_popframe";
    frame.src = "http://localhost:" + location.port + "/vendor/preferences";
    frame.style = "position:fixed;inset:100px;width:600px;height:400px";
    ask.append(frame);
  };
  addEventListener("message", ({ data }) => { if (data === "accepted" || data === "rejected") keep(data); });
}</script>`;
    const [honest, careless] = await Promise.all([
      audit("trustarc-like", body),
      audit("trustarc-like", body, "waits-then-ignores"),
    ]);
    expect(codes(honest)).to.deep.equal(["measured", "measured"]);
    expect(careless.outcomes("beacon-after-reject")).to.deep.equal(["failed"]);
  });

  itInFullLane("in a frame within a frame, each of another site", async () => {
    pages.site.on(
      "/vendor/outer",
      `<!doctype html><body style="margin:0"><script>
const frame = document.createElement("iframe");
frame.src = "http://127.0.0.1:" + location.port + "/vendor/inner";
frame.style = "width:100%;height:200px;border:0";
document.body.append(frame);
addEventListener("message", ({ data }) => parent.postMessage(data, "*"));</script>`,
    );
    pages.site.on(
      "/vendor/inner",
      `<!doctype html><p>We value your privacy.</p><button onclick="parent.postMessage('rejected','*')">Continue without agreeing</button>
<button onclick="parent.postMessage('accepted','*')">I agree</button>`,
    );
    expect(codes(await audit("nested-frame", inFrame("/vendor/outer")))).to.deep.equal(["measured", "measured"]);
  });

  itInFullLane("a refusal is a selection that is saved, once every box is off", async () => {
    const boxes = (disabled: string) => `<script>${KEPT}
if (!kept()) {
  const ask = document.createElement("div");
  ask.id = "ask"; ask.className = "bar";
  ask.innerHTML = '<p>Cookies</p><button id="yes">Accept all</button><button id="set">Cookie settings</button><div id="more" hidden>' +
    '<label><input type="checkbox" checked disabled> Necessary</label><label><input id="stats" type="checkbox" checked ${disabled}> Statistics</label>' +
    '<span id="ads" role="switch" aria-checked="true" tabindex="0">Advertising</span><button id="save">Save selection</button></div>';
  document.body.append(ask);
  const by = (id) => document.getElementById(id);
  by("yes").onclick = () => keep("accepted");
  by("set").onclick = () => { by("more").hidden = false; };
  by("ads").onclick = ({ target }) => target.setAttribute("aria-checked", "false");
  by("save").onclick = () => keep(by("stats").checked || by("ads").ariaChecked === "true" ? "accepted" : "rejected");
  if (${disabled !== ""}) by("stats").onclick = () => false;
}</script>`;
    const audited = await audit("save-selection", boxes(""));
    expect(codes(audited)).to.deep.equal(["measured", "measured"]);
    expect(clicks(audited)).to.deep.equal([4, 1]);
    const stubborn = await audit("stubborn", boxes("data-stubborn"));
    expect(codes(stubborn)).to.deep.equal(["choice_failed", "measured"]);
    expect(stubborn.score).to.equal(null);
  });

  it("of an unknown language: not measured with its reason, or a low score of what came before", async () => {
    const body = bar(
      { Elfogadom: ACCEPT, Elutasítom: REJECT },
      "Ez a weboldal sütiket (cookie) használ a látogatottság mérésére.",
    );
    const [quiet, loud, named] = await Promise.all([
      audit("unread", body),
      audit("unread", body, "ignores"),
      audit("unread-named", body, "honours", {
        consent: { acceptSelector: "#ask button:first-of-type", rejectSelector: "#ask button:last-of-type" },
      }),
    ]);
    for (const one of [quiet, loud]) {
      expect(codes(one)).to.deep.equal(["unreadable", "unreadable"]);
      expect(one.outcomes("consent-state-unverified")).to.deep.equal(["review", "review"]);
    }
    expect(quiet).to.include({ score: null, status: "not_measured", code: "consent_not_measured" });
    expect(quiet.reason).to.match(/None of the consent banner's buttons could be read.*consent\.acceptSelector/);
    // Page texts appear only in findings, where they are marked as such.
    expect(quiet.reason).not.to.contain("Elfogadom");
    expect(quiet.findings.map(({ message }) => message).join()).to.contain('"Elfogadom", "Elutasítom"');
    expect(loud.score).to.be.within(0, 50);
    expect(loud.details).to.deep.include({ covers: ["before"] });
    expect(codes(named)).to.deep.equal(["measured", "measured"]);
    expect(named.score).to.be.at.least(95);
  });

  itInFullLane(
    "with a button of unknown words beside one that accepts: whether one may refuse is not known",
    async () => {
      const audited = await audit("half-read", bar({ "Accept all": ACCEPT, Visszautasítom: REJECT }));
      expect(codes(audited)).to.deep.equal(["choice_failed", "measured"]);
      expect(audited).to.include({ score: null, status: "not_measured" });
      expect(audited.findings.map(({ message }) => message).join()).to.contain("Visszautasítom");
    },
  );

  itInFullLane("parts of a page that are no banner are none", async () => {
    const body = `<script>${KEPT}</script><div style="position:fixed;bottom:0;right:0"><button>Cookies</button></div>
      <header style="position:sticky;top:0;height:90px"><a href="/cookies">Cookies</a> <button>Cart</button></header>
      <div style="position:fixed;bottom:0;left:0;width:400px;height:300px"><p>How may we help?</p><button>Start chat</button></div>
      <section class="cookie-policy"><p>Which cookies we use.</p><button>Print</button></section>`;
    const audited = await audit("no-banner-either", body);
    expect(audited.data.banner).to.equal(null);
    expect(audited.score).to.equal(100);
  });
});
