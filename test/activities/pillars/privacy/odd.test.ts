// Banners and pages that are hostile, broken or bare: each audit ends, and a state that was not reached never passes.
import { expect } from "chai";
import type { BrowserPool } from "../../../../browsers/browserPool.ts";
import type { ChosenState } from "../../../../domain/pillars/privacy/gathered.ts";
import { itInFullLane } from "../../../support/lanes.ts";
import { together } from "../../../support/together.ts";
import { auditPage, fixturePages, SLOW_MS } from "./harness.ts";

/** A dialog that matches no rule; `onReject` and `onAccept` are the handlers of its buttons. */
const dialog = (onReject: string, onAccept: string, shown = "true") => `<script>
const kept = () => getCookie("my_choice");
const keep = (choice) => { setCookie("my_choice", choice); document.getElementById("ask").remove(); chosen(choice); };
if (${shown}) {
  const ask = document.createElement("div");
  ask.id = "ask"; ask.className = "bar"; ask.setAttribute("role", "dialog");
  ask.innerHTML = '<p>We would like to use cookies.</p><button id="no">Reject all</button><button id="yes">Accept all</button>';
  document.body.append(ask);
  document.getElementById("no").onclick = () => { ${onReject} };
  document.getElementById("yes").onclick = () => { ${onAccept} };
}</script>`;
const UNLESS_KEPT = "!getCookie('my_choice')";
const code = (chosen: ChosenState): string => (chosen.state === "measured" ? "measured" : chosen.code);

describe("odd consent banners", function () {
  this.timeout(SLOW_MS);
  const pages = fixturePages();
  const it = together(4);
  const audit = (name: string, body: string, options: Record<string, unknown> = {}) =>
    auditPage(pages.pool, pages.site.page({ name, body }, "honours"), options);

  itInFullLane("a banner that never closes", async () => {
    const { data, outcomes, score, status } = await audit("stays", dialog("setCookie('my_choice','no')", ""));
    expect([code(data.rejected), code(data.accepted)]).to.deep.equal(["banner_stays", "banner_stays"]);
    expect(outcomes("consent-state-unverified")).to.deep.equal(["review", "review"]);
    expect({ score, status }).to.deep.equal({ score: null, status: "not_measured" });
  });

  itInFullLane("a choice that is forgotten", async () => {
    const gone = "ask.remove(); chosen('x')";
    const { data, findings } = await audit("forgets", dialog(gone, gone));
    expect([code(data.rejected), code(data.accepted)]).to.deep.equal(["banner_returns", "banner_returns"]);
    const failed = findings
      .filter(({ outcome }) => outcome === "failed")
      .map(({ rule, target }) => `${rule} ${target}`);
    expect(failed).to.have.members(["banner-returns rejected", "banner-returns accepted"]);
  });

  it("a banner that goes away and keeps nothing", async () => {
    const once = "!sessionStorage.getItem('shown') && (sessionStorage.setItem('shown', 1), true)";
    const { data, outcomes } = await audit("keeps-nothing", dialog("ask.remove()", "ask.remove()", once));
    expect(code(data.rejected)).to.equal("not_written");
    expect(outcomes("consent-state-unverified")).to.include("review");
  });

  it("dialogs without an end, and alerts", async () => {
    const body = dialog("window.more()", "window.more()").replace(
      "const kept",
      `let n = 0; window.more = () => { alert("again"); n += 1; const no = document.getElementById("no"); no.textContent = ["Decline", "Deny", "Refuse", "Reject all"][n % 4]; }; const kept`,
    );
    const { data } = await audit("endless", body);
    expect(code(data.rejected)).to.equal("endless_banners");
  });

  itInFullLane("a page that leads away when one accepts, and is fine after that", async () => {
    pages.site.on("/elsewhere", "<h1>Thank you</h1>");
    const away = "setCookie('my_choice','accepted'); location.href = '/elsewhere'";
    const { data } = await audit("leads-away", dialog("keep('rejected')", away, UNLESS_KEPT));
    expect([code(data.rejected), code(data.accepted)]).to.deep.equal(["measured", "measured"]);
    if (data.accepted.state !== "measured") return;
    expect(data.accepted.snapshot.beacons.map(({ gcs }) => gcs)).to.include("G111");
  });

  it("a banner without a way to reject", async () => {
    const body = dialog("", "keep('accepted')", UNLESS_KEPT).replace(
      '<button id="no">Reject all</button>',
      '<i id="no"></i>',
    );
    const { data, outcomes, score, findings } = await audit("only-accept", body);
    expect([code(data.rejected), code(data.accepted)]).to.deep.equal(["no_button", "measured"]);
    expect(outcomes("reject-missing")).to.deep.equal(["warning"]);
    expect(findings.some(({ outcome }) => outcome === "failed")).to.equal(false);
    expect(score).to.be.within(80, 99);
  });

  it("a beacon that is sent by the rejecting itself, and never again", async () => {
    const tell = "navigator.sendBeacon('/g/collect?v=2&tid=G-X&gcs=G101'); keep('rejected')";
    const { data, outcomes } = await audit("tells-of-reject", dialog(tell, "keep('accepted')", UNLESS_KEPT));
    expect(code(data.rejected)).to.equal("measured");
    expect(data.before.beacons).to.deep.equal([]);
    expect(outcomes("beacon-after-reject")).to.deep.equal(["failed"]);
  });

  itInFullLane("buttons that only the project can name", async () => {
    const body = dialog("keep('rejected')", "keep('accepted')", UNLESS_KEPT)
      .replace("Reject all", "Brr")
      .replace("Accept all", "Prr");
    const consent = { rejectSelector: "#no", acceptSelector: "#yes" };
    const { data } = await audit("named", body, { consent });
    for (const chosen of [data.rejected, data.accepted])
      expect(chosen).to.include({ state: "measured", method: "selector" });
    const { data: wrong } = await audit("misnamed", body, { consent: { ...consent, rejectSelector: "#never" } });
    expect(code(wrong.rejected)).to.equal("choice_failed");
  });

  it("a page that asks nothing: quiet, and with a tracker", async () => {
    const body = "<script>const kept = () => null;</script>";
    const [quiet, loud] = await Promise.all([
      audit("quiet", body),
      auditPage(pages.pool, pages.site.page({ name: "loud", body }, "ignores")),
    ]);
    expect(quiet.data.banner).to.equal(null);
    expect(quiet.findings.map(({ rule }) => rule)).to.deep.equal([]);
    expect(quiet.score).to.equal(100);
    for (const rule of ["cookie-before-consent", "storage-before-consent", "beacon-before-consent"])
      expect(loud.outcomes(rule), rule).to.deep.equal(["failed"]);
  });

  itInFullLane("a header with a word about privacy and an article about cookies are no banners", async () => {
    const body = `<script>const kept = () => null;</script><header style="position:fixed;top:0"><a href="/privacy">Privacy</a> <button>Menu</button></header>
      <article><h2>How to bake cookies</h2><button>OK</button><button>Accept</button></article>`;
    expect((await audit("no-banner", body)).data.banner).to.equal(null);
  });

  it("a choice that the access settings bring along is left out", async () => {
    const url = pages.site.page(
      {
        name: "brought",
        body: dialog("keep('rejected')", "keep('accepted')", "!getCookie('site_consent') && !getCookie('my_choice')"),
      },
      "honours",
    );
    const access = {
      origin: new URL(url).origin,
      cookies: [
        { name: "site_consent", value: "yes" },
        { name: "login", value: "hidden-login" },
      ],
    };
    const { data } = await auditPage(pages.pool, url, {}, access);
    expect(data.banner).to.include({ method: "generic" });
    expect(data.before.cookies.map(({ name }) => name)).to.deep.equal(["login"]);
    expect(JSON.stringify(data)).not.to.contain("hidden-login");
  });

  it("a known third party, asked before the choice, with who asked for it", async () => {
    const routed: BrowserPool = {
      ...pages.pool,
      async acquire(...args) {
        const lease = await pages.pool.acquire(...args);
        await lease.context.route("https://connect.facebook.net/**", (route) =>
          route.fulfill({
            contentType: "text/javascript",
            body: "new Image().src = 'https://www.facebook.com/tr/?id=1&ev=PageView'",
          }),
        );
        await lease.context.route("https://www.facebook.com/**", (route) => route.fulfill({ status: 204, body: "" }));
        return lease;
      },
    };
    const body = `${dialog("keep('rejected')", "keep('accepted')", UNLESS_KEPT)}<script>
      debugger; const s = document.createElement("script"); s.src = "https://connect.facebook.net/en_US/fbevents.js"; document.head.append(s);</script>`;
    const { data, outcomes } = await auditPage(routed, pages.site.page({ name: "third-party", body }, "honours"));
    expect(data.before.parties.map(({ site: of, entity, category }) => [of, entity, category])).to.deep.include.members(
      [
        ["facebook.net", "Facebook", "social"],
        ["facebook.com", "Facebook", "social"],
      ],
    );
    expect(
      data.before.beacons.map(({ provider, endpoint, initiator }) => [provider, endpoint, initiator.url]),
    ).to.deep.equal([["Meta", "https://www.facebook.com/tr/", "https://connect.facebook.net/en_US/fbevents.js"]]);
    expect(outcomes("beacon-before-consent")).to.deep.equal(["failed"]);
    expect(outcomes("third-party-before-consent")).to.include("warning");
    expect(outcomes("beacon-after-reject")).to.deep.equal(["failed"]);
  });

  it("a page that cannot be opened is not measured", async () => {
    await auditPage(pages.pool, `${pages.site.origin}/nothing`).then(
      () => expect.fail("it was measured"),
      (error: Error) => expect(error.message).to.match(/^http_error: The page answered 404/),
    );
  });
});
