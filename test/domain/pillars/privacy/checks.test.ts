// Every rule of the privacy pillar: when it fails, when it passes, and when it does not apply.
import { expect } from "chai";
import type { Outcome } from "../../../../domain/audit/finding.ts";
import type { PrivacyInput } from "../../../../domain/pillars/privacy/gathered.ts";
import { PRIVACY_CHECKS } from "../../../../domain/pillars/privacy/table.ts";
import {
  asking,
  BANNER,
  beacon,
  call,
  cookie,
  fingerprint,
  key,
  measured,
  party,
  silent,
  snapshot,
  unreached,
} from "./gathered.ts";

type Case = { of: string; input: PrivacyInput; gives: Outcome[]; severity?: string; says?: RegExp };
const consentCalls = [[call("default", "denied")]];
const granted = [[call("default", "denied"), call("update", "granted")]];

const taken = (change: Parameters<typeof fingerprint>[0] = {}) =>
  asking({ before: snapshot({ fingerprints: [fingerprint(change)] }) });

const CASES: Record<string, Case[]> = {
  fingerprinting: [
    {
      of: "another site's script",
      input: taken(),
      gives: ["failed"],
      severity: "serious",
      says: /^Other's script https:\/\/other\.test\/id\.js read the image of hidden text, .* and the fonts .* before any choice/,
    },
    {
      of: "another site's script with two techniques",
      input: taken({ techniques: ["webgl", "bulk"] }),
      gives: ["warning"],
    },
    {
      of: "a vendor's script with two techniques",
      input: taken({ script: "https://fpjscdn.net/v3/key", techniques: ["canvas", "bulk"] }),
      gives: ["failed"],
      says: /Fingerprint's script/,
    },
    {
      of: "a script that protects against fraud",
      input: taken({ script: "https://js.datadome.co/tags.js" }),
      gives: ["warning"],
      severity: "moderate",
      says: /DataDome's script .*protect against fraud/,
    },
    {
      of: "a script of the site itself",
      input: taken({ thirdParty: false, entity: null, script: "https://shop.test/shield.js" }),
      gives: ["review"],
    },
    {
      of: "a script in the page",
      input: taken({ thirdParty: false, entity: null, script: null }),
      gives: ["review"],
      says: /^A script in the page itself read/,
    },
    {
      of: "a host behind another name",
      input: taken({ script: "https://id.shop.test/id.js", alias: "id.shop.test" }),
      gives: ["failed"],
      says: /behind the name id\.shop\.test/,
    },
    {
      of: "a script after everything was rejected",
      input: asking({ rejected: measured({ fingerprints: [fingerprint()] }) }),
      gives: ["failed"],
      says: /after everything was rejected/,
    },
    {
      of: "the same script in both states",
      input: asking({
        before: snapshot({ fingerprints: [fingerprint()] }),
        rejected: measured({ fingerprints: [fingerprint()] }),
      }),
      gives: ["failed"],
    },
    {
      of: "only after accepting",
      input: asking({ accepted: measured({ fingerprints: [fingerprint()] }) }),
      gives: ["passed"],
    },
    {
      of: "data of earlier versions",
      input: asking({ before: snapshot({ fingerprints: undefined }) }),
      gives: ["inapplicable"],
    },
  ],
  "cookie-before-consent": [
    {
      of: "a tracker",
      input: asking({ before: snapshot({ cookies: [cookie("_ga")] }) }),
      gives: ["failed"],
      severity: "serious",
      says: /_ga \(lasts 400 days\) of Google Analytics was set before any choice/,
    },
    {
      of: "a tracker without a banner",
      input: silent({ before: snapshot({ cookies: [cookie("_fbp")] }) }),
      gives: ["failed"],
    },
    {
      of: "a numbered tracker",
      input: asking({ before: snapshot({ cookies: [cookie("_hjSession_1234567")] }) }),
      gives: ["failed"],
      says: /_hjSession_\*/,
    },
    {
      of: "an identifier by its name",
      input: asking({ before: snapshot({ cookies: [cookie("shopVisitorId")] }) }),
      gives: ["failed"],
      severity: "moderate",
    },
    {
      of: "an unknown one of another site",
      input: asking({ before: snapshot({ cookies: [cookie("zz", { thirdParty: true, domain: "other.test" })] }) }),
      gives: ["warning"],
    },
    {
      of: "an unknown one of its own that lasts",
      input: asking({ before: snapshot({ cookies: [cookie("zz")] }) }),
      gives: ["review"],
    },
    {
      of: "unknown short-lived ones",
      input: asking({
        before: snapshot({ cookies: [cookie("zz", { lifetimeDays: null }), cookie("yy", { lifetimeDays: 2 })] }),
      }),
      gives: ["passed"],
    },
    {
      of: "necessary ones",
      input: asking({
        before: snapshot({
          cookies: ["PHPSESSID", "XSRF-TOKEN", "OptanonConsent", "AWSALB", "__cf_bm"].map((name) => cookie(name)),
        }),
      }),
      gives: ["passed"],
    },
    {
      of: "one that only sounds necessary and lasts",
      input: asking({ before: snapshot({ cookies: [cookie("my_session"), cookie("shop_cart")] }) }),
      gives: ["review", "review"],
    },
    {
      of: "a session cookie of a shop",
      input: asking({ before: snapshot({ cookies: [cookie("shop_session", { lifetimeDays: null })] }) }),
      gives: ["passed"],
    },
    {
      of: "a tracker that only the list knows",
      input: asking({ before: snapshot({ cookies: [cookie("_shopify_y")] }) }),
      gives: ["failed"],
      says: /of Shopify/,
    },
    {
      of: "one that the list calls functional",
      input: asking({ before: snapshot({ cookies: [cookie("_rd_wa_x"), cookie("CraftSessionId")] }) }),
      gives: ["review", "review"],
    },
    {
      of: "one that the project needs",
      input: asking({ before: snapshot({ cookies: [cookie("_ga")] }), necessaryNames: ["_g*"] }),
      gives: ["passed"],
    },
    { of: "none", input: silent(), gives: ["inapplicable"] },
  ],
  "storage-before-consent": [
    {
      of: "an identifier by its name",
      input: asking({ before: snapshot({ storage: [key("jo_visitor")] }) }),
      gives: ["failed"],
      severity: "moderate",
    },
    {
      of: "a tracker's",
      input: asking({ before: snapshot({ storage: [key("amplitude_id_abc")] }) }),
      gives: ["failed"],
      severity: "serious",
    },
    {
      of: "an unknown one of another site",
      input: asking({ before: snapshot({ storage: [key("zz", { thirdParty: true, origin: "https://other.test" })] }) }),
      gives: ["warning"],
    },
    {
      of: "an identifier for the tab only",
      input: asking({ before: snapshot({ storage: [key("visitor", { kind: "sessionStorage" })] }) }),
      gives: ["passed"],
    },
    {
      of: "the page's own state",
      input: asking({ before: snapshot({ storage: [key("theme"), key("draft")] }) }),
      gives: ["passed"],
    },
    { of: "none", input: silent(), gives: ["inapplicable"] },
  ],
  "beacon-before-consent": [
    {
      of: "one at the end of the visit",
      input: asking({ before: snapshot({ beacons: [beacon({ moment: "leave" })] }) }),
      gives: ["failed"],
      says: /when the page was left/,
    },
    {
      of: "an unknown host with a tracker's content",
      input: asking({ before: snapshot({ beacons: [beacon({ provider: "odd.test", signs: ["visitor", "page"] })] }) }),
      gives: ["warning"],
      severity: "moderate",
    },
    {
      of: "a beacon",
      input: asking({ before: snapshot({ beacons: [beacon({ count: 3 })] }) }),
      gives: ["failed"],
      severity: "serious",
      says: /^3 beacons to Google Analytics 4 were sent before any choice was made, by \/js\/tag\.js line 12\.$/,
    },
    {
      of: "a report of how the page works",
      input: asking({ before: snapshot({ beacons: [beacon({ provider: "New Relic" })] }) }),
      gives: ["warning"],
      severity: "moderate",
    },
    {
      of: "a ping that says denied",
      input: asking({ before: snapshot({ beacons: [beacon({ gcs: "G100" })] }) }),
      gives: ["failed"],
      severity: "moderate",
    },
    { of: "none, with a banner", input: asking(), gives: ["passed"] },
    { of: "nothing at all", input: silent(), gives: ["inapplicable"] },
  ],
  "third-party-before-consent": [
    {
      of: "an analytics service behind a name of the site",
      input: asking({ before: snapshot({ parties: [party("analytics", { alias: "stats.shop.test" })] }) }),
      gives: ["failed"],
      says: /behind the name stats\.shop\.test \(CNAME\)/,
    },
    {
      of: "an advertiser",
      input: asking({ before: snapshot({ parties: [party("ad")] }) }),
      gives: ["failed"],
      says: /Other \(other\.test\), an advertiser, was sent 2 requests/,
    },
    {
      of: "a tag manager",
      input: asking({ before: snapshot({ parties: [party("tag-manager")] }) }),
      gives: ["warning"],
    },
    {
      of: "a CDN and an unknown site",
      input: asking({ before: snapshot({ parties: [party("cdn"), party(null)] }) }),
      gives: ["passed"],
    },
    { of: "nobody", input: asking(), gives: ["inapplicable"] },
  ],
  "third-party-load-before-consent": [
    {
      of: "fonts of Google",
      input: asking({
        before: snapshot({
          parties: [party("cdn", { entity: "Google Fonts", site: "googleapis.com", loads: ["font"] })],
        }),
      }),
      gives: ["failed"],
      says: /^Fonts of Google Fonts \(googleapis\.com\) were loaded before any choice was made/,
    },
    {
      of: "a map, and scripts beside it",
      input: asking({ before: snapshot({ parties: [party("cdn", { loads: ["map", "script"] })] }) }),
      gives: ["failed", "warning"],
      says: /^A map of Other \(other\.test\) was loaded/,
    },
    {
      of: "scripts of a service that the site may need, and of an unknown host",
      input: asking({
        before: snapshot({
          parties: [
            party("utility", { loads: ["script"] }),
            party(null, { entity: null, site: "a.test", loads: ["script"] }),
          ],
        }),
      }),
      gives: ["review", "review"],
    },
    {
      of: "fonts of Google after very many unknown hosts",
      input: asking({
        before: snapshot({
          parties: [
            ...Array.from({ length: 40 }, (_, at) =>
              party(null, { entity: null, site: `${at}.test`, loads: ["script"] }),
            ),
            party("cdn", { site: "googleapis.com", loads: ["font"] }),
          ],
        }),
      }),
      gives: [...Array.from({ length: 40 }, () => "review" as const), "failed"],
    },
    {
      of: "fonts of a host that may be the site's own",
      input: asking({ before: snapshot({ parties: [party(null, { entity: null, loads: ["font"] })] }) }),
      gives: ["review"],
    },
    {
      of: "what the site is made with",
      input: asking({ before: snapshot({ parties: [party("hosting", { loads: ["font", "script"] })] }) }),
      gives: ["passed"],
    },
    {
      of: "data of earlier versions, with kinds of requests alone",
      input: asking({ before: snapshot({ parties: [party("cdn", { types: ["stylesheet", "font"] })] }) }),
      gives: ["failed"],
    },
    {
      of: "trackers and a consent manager, which other rules judge",
      input: asking({ before: snapshot({ parties: [party("ad"), party("consent-provider")] }) }),
      gives: ["passed"],
    },
    {
      of: "pictures of a CDN",
      input: asking({ before: snapshot({ parties: [party("cdn", { types: ["image"], loads: [] })] }) }),
      gives: ["passed"],
    },
    { of: "nobody", input: asking(), gives: ["inapplicable"] },
  ],
  "consent-mode-default": [
    {
      of: "granted",
      input: asking({ before: snapshot({ consentCalls: [[call("default", "granted")]] }) }),
      gives: ["failed"],
      says: /granted for ad_storage, analytics_storage/,
    },
    {
      of: "granted outside of listed regions",
      input: asking({
        before: snapshot({ consentCalls: [[call("default", "denied", ["DE"]), call("default", "granted")]] }),
      }),
      gives: ["warning"],
    },
    {
      of: "granted in a listed region only",
      input: asking({
        before: snapshot({ consentCalls: [[call("default", "denied"), call("default", "granted", ["US"])]] }),
      }),
      gives: ["passed"],
    },
    {
      of: "updates alone",
      input: asking({ before: snapshot({ consentCalls: [[call("update", "denied")]] }) }),
      gives: ["warning"],
    },
    {
      of: "denied and updated before a choice",
      input: asking({ before: snapshot({ consentCalls: [[call("default", "denied"), call("update", "granted")]] }) }),
      gives: ["failed"],
      says: /updated to granted for ad_storage, analytics_storage before any choice/,
    },
    { of: "denied", input: asking({ before: snapshot({ consentCalls }) }), gives: ["passed"] },
    { of: "no consent mode", input: asking(), gives: ["inapplicable"] },
  ],
  "cookie-after-reject": [
    {
      of: "a tracker set again",
      input: asking({ rejected: measured({ cookies: [cookie("_ga")] }) }),
      gives: ["failed"],
      severity: "serious",
    },
    {
      of: "a tracker left over",
      input: asking({ rejected: measured({ cookies: [cookie("_ga", { leftOver: true })] }) }),
      gives: ["warning"],
      says: /still there after everything was rejected/,
    },
    {
      of: "the choice, which the answer was seen to write",
      input: asking({
        rejected: {
          ...measured({ cookies: [cookie("cookie_consent"), cookie("hus_val")] }),
          written: ["cookie_consent", "hus_val"],
        },
        accepted: { ...measured(), written: ["hus_val"] },
      }),
      gives: ["passed"],
    },
    {
      of: "a name like a choice's that no answer wrote",
      input: asking({ rejected: measured({ cookies: [cookie("cookie_consent")] }) }),
      gives: ["review"],
    },
    {
      of: "a state that was not reached",
      input: asking({ rejected: unreached("banner_stays") }),
      gives: ["inapplicable"],
    },
  ],
  "storage-after-reject": [
    { of: "an identifier", input: asking({ rejected: measured({ storage: [key("visitor_id")] }) }), gives: ["failed"] },
    {
      of: "an identifier left over",
      input: asking({ rejected: measured({ storage: [key("visitor_id", { leftOver: true })] }) }),
      gives: ["warning"],
    },
    { of: "the choice", input: asking({ rejected: measured({ storage: [key("uc_settings")] }) }), gives: ["passed"] },
    {
      of: "a state that was not reached",
      input: asking({ rejected: unreached("choice_failed") }),
      gives: ["inapplicable"],
    },
  ],
  "beacon-after-reject": [
    {
      of: "a beacon",
      input: asking({ rejected: measured({ beacons: [beacon()] }) }),
      gives: ["failed"],
      says: /^One beacon .* was sent after everything had been rejected/,
    },
    { of: "none", input: asking(), gives: ["passed"] },
    {
      of: "a state that was not reached",
      input: asking({ rejected: unreached("not_written") }),
      gives: ["inapplicable"],
    },
  ],
  "consent-mode-not-updated": [
    {
      of: "denied after accepting",
      input: asking({
        before: snapshot({ consentCalls }),
        rejected: measured({ consentCalls }),
        accepted: measured({ consentCalls }),
      }),
      gives: ["failed"],
      severity: "moderate",
    },
    {
      of: "granted after rejecting",
      input: asking({
        before: snapshot({ consentCalls }),
        rejected: measured({ consentCalls: granted }),
        accepted: measured({ consentCalls: granted }),
      }),
      gives: ["failed"],
      severity: "serious",
    },
    {
      of: "updates as chosen",
      input: asking({
        before: snapshot({ consentCalls }),
        rejected: measured({ consentCalls }),
        accepted: measured({ consentCalls: granted }),
      }),
      gives: ["passed"],
    },
    {
      of: "states that were not reached",
      input: asking({
        before: snapshot({ consentCalls }),
        rejected: unreached("banner_stays"),
        accepted: unreached("banner_stays"),
      }),
      gives: ["inapplicable"],
    },
    { of: "no consent mode", input: asking(), gives: ["inapplicable"] },
  ],
  "reject-missing": [
    {
      of: "a banner that can only be accepted",
      input: asking({ banner: { ...BANNER, rejectLabel: null }, rejected: unreached("no_button") }),
      gives: ["warning"],
      says: /"Accept all"/,
    },
    {
      of: "rejecting in three steps",
      input: asking({ banner: { ...BANNER, rejectLabel: null }, rejected: measured({}, 3) }),
      gives: ["warning"],
      says: /it took 3 steps/,
    },
    {
      of: "buttons in words that are not known",
      input: asking({
        banner: { ...BANNER, acceptLabel: null, rejectLabel: null },
        rejected: unreached("choice_failed"),
      }),
      gives: ["review"],
    },
    {
      of: "rejecting by one click on unknown words",
      input: asking({ banner: { ...BANNER, rejectLabel: null } }),
      gives: ["passed"],
    },
    { of: "both buttons", input: asking(), gives: ["passed"] },
    { of: "no banner", input: silent(), gives: ["inapplicable"] },
  ],
  "banner-returns": [
    { of: "a choice that is forgotten", input: asking({ rejected: unreached("banner_returns") }), gives: ["failed"] },
    {
      of: "a banner that was only hidden",
      input: asking({ rejected: unreached("banner_returns", false) }),
      gives: ["review"],
    },
    { of: "a choice that is kept", input: asking(), gives: ["passed"] },
    {
      of: "no choice that could be made",
      input: asking({ rejected: unreached("banner_stays"), accepted: unreached("banner_stays") }),
      gives: ["inapplicable"],
    },
    { of: "no banner", input: silent(), gives: ["inapplicable"] },
  ],
  "consent-state-unverified": [
    // Its worst outcome is a question to a person, because no fault is certain.
    {
      of: "states that were not reached",
      input: asking({ rejected: unreached("banner_stays"), accepted: unreached("self_test_failed") }),
      gives: ["review", "review"],
      says: /was not measured\. Neither choice .* It did not go\./,
    },
    { of: "both states", input: asking(), gives: ["passed"] },
    { of: "no banner", input: silent(), gives: ["inapplicable"] },
  ],
  "privacy-policy-link": [
    // At worst a warning, because the notice may have an unknown name.
    { of: "no link on a page that collects", input: asking({ privacyLink: null }), gives: ["warning"] },
    { of: "no link on a page with a form", input: silent({ fields: 2 }), gives: ["warning"] },
    { of: "a link", input: asking(), gives: ["passed"] },
    { of: "a page that collects nothing", input: silent(), gives: ["inapplicable"] },
  ],
};

describe("the rules of the privacy pillar", () => {
  it("have cases each: one that fires, one that passes, one that says nothing", () => {
    expect(Object.keys(CASES)).to.have.members(PRIVACY_CHECKS.map(({ rule }) => rule));
    for (const [rule, cases] of Object.entries(CASES)) {
      const all = cases.flatMap(({ gives }) => gives);
      expect(all, rule).to.include("passed").and.include("inapplicable");
      expect(
        all.some((one) => ["failed", "warning", "review"].includes(one)),
        rule,
      ).to.equal(true);
    }
  });

  for (const check of PRIVACY_CHECKS) {
    describe(check.rule, () => {
      for (const { of, input, gives, severity, says } of CASES[check.rule] ?? [])
        it(`${gives.join(", ")}: ${of}`, () => {
          const results = [check.run(input)].flat();
          expect(results.map(({ outcome }) => outcome)).to.deep.equal(gives);
          if (severity) expect(results[0]?.severity ?? check.severity).to.equal(severity);
          if (says) expect(results[0]?.message).to.match(says);
          for (const { message } of results) expect(message).to.match(/^[A-Z\d"].*\.$/);
        });
    });
  }
});
