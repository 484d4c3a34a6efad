// A screenshot that shows a consent banner reports it and names the setting that removes it; screenshots that equal their baseline are not
// checked.
import { createHash } from "node:crypto";
import { expect } from "chai";
import { byLane } from "../../../support/lanes.ts";
import { capture, installed, SLOW_MS, specOf, usePool, useSite } from "./harness.ts";

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const BAR = "position:fixed;left:0;right:0;bottom:0;height:120px;background:#ddd";
const TEXT = "<h1>Shop</h1><p style='height:600px'>Words of the page about a cookie jar.</p>";

/** The overlay of each page, and the setting that the note names for it. */
const BANNERS: Record<string, { body: string; setting: "dismissSelectors" | "removeSelectors"; value: string }> = {
  "two buttons": {
    body: `<div id="ask" style="${BAR}">We use cookies. <button class="yes">Accept all</button><button class="no" onclick="ask.remove()">Reject all</button></div>`,
    setting: "dismissSelectors",
    value: "button.no",
  },
  "a button that accepts alone": {
    body: `<div id="ask" style="${BAR}">We use cookies. <button id="yes" onclick="ask.remove()">Agree &amp; Close</button></div>`,
    setting: "dismissSelectors",
    value: "#yes",
  },
  "an open shadow tree": {
    body: `<consent-bar></consent-bar><script>
      const root = document.querySelector("consent-bar").attachShadow({ mode: "open" });
      root.innerHTML = '<div style="${BAR}">We use cookies. <button id="refuse">Only necessary</button></div>';
      root.getElementById("refuse").onclick = () => document.querySelector("consent-bar").remove();
    </script>`,
    setting: "dismissSelectors",
    value: "#refuse",
  },
  "buttons of an unknown language": {
    body: `<div id="ask" style="${BAR}">Sütiket (cookie) használunk. <button>Elfogadom</button><button>Elutasítom</button></div>`,
    setting: "removeSelectors",
    value: "#ask",
  },
  "a frame of another site": {
    body: `<iframe id="vendor" style="${BAR};border:0;width:100%"></iframe><script>vendor.src = "http://localhost:" + location.port + "/vendor"</script>`,
    setting: "removeSelectors",
    value: "#vendor",
  },
};

describe("the remark on a consent banner", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();
  const remarks = (notes: readonly { code: string }[]) => notes.filter(({ code }) => code === "consent_banner");

  for (const [name, { body, setting, value }] of Object.entries(BANNERS))
    it(`${name}: named with the setting that removes it, which does`, async () => {
      sites.site.on("/vendor", "<p>We value your privacy.</p><button>Accept all</button><button>Reject all</button>");
      const url = sites.site.on(`/${setting}/${value.replace(/\W/g, "")}`, TEXT + body);
      const { notes } = await capture(pools, specOf(url));
      const [remark, ...more] = remarks(notes);
      expect(more).to.deep.equal([]);
      expect(remark).to.have.property("data").that.includes({ setting, value });
      expect(remark).to.have.property("message").that.contains(`${setting}: ["${value}"]`);
      const without = await capture(pools, specOf(url, { [setting]: [value] }));
      expect(remarks(without.notes)).to.deep.equal([]);
    });

  it("a page without a banner has none, nor a part of a page", async () => {
    const plain = sites.site.on("/plain", `${TEXT}<footer><a href="/cookies">Cookies</a></footer>`);
    expect((await capture(pools, specOf(plain))).notes).to.deep.equal([]);
    const covered = sites.site.on("/covered", TEXT + (BANNERS["two buttons"]?.body ?? ""));
    expect(remarks((await capture(pools, specOf(covered, { selector: "h1" }))).notes)).to.deep.equal([]);
  });

  for (const browser of byLane(installed(["chromium", "firefox"])))
    it(`a picture of ${browser} that equals its baseline is taken in one frame, and nothing is asked`, async () => {
      const url = sites.site.on("/known", TEXT + (BANNERS["two buttons"]?.body ?? ""));
      const first = await capture(pools, specOf(url, { browser }));
      expect(remarks(first.notes)).to.have.length(1);
      const again = await capture(pools, specOf(url, { browser }), { sha256: sha256(first.frame.png) });
      expect(again).to.include({ equalsKnown: true });
      expect(again.timings.frames).to.equal(1);
      expect(again.notes).to.deep.equal([]);
    });
});
