import { expect } from "chai";
import { purposeOf, stableName } from "../../../../domain/pillars/privacy/knownKeys.ts";

describe("purposeOf", () => {
  for (const [name, purpose] of [
    ["_ga", "tracker"],
    ["_ga_JNPROAK01", "tracker"],
    ["_pk_id.1.1fff", "tracker"],
    ["_hjSessionUser_123", "tracker"],
    ["kndctr_ABC_AdobeOrg_identity", "tracker"],
    ["kndctr_ABC_AdobeOrg_consent", "necessary"],
    ["utag_main", "tracker"],
    ["FCCDCF", "necessary"],
    ["PHPSESSID", "necessary"],
    ["jo_consent", "unknown"],
    ["shop_session_id", "unknown"],
    ["my-cart", "unknown"],
    ["lang", "unknown"],
    ["uid", "unknown"],
    ["_shopify_y", "tracker"],
    ["_dc_gtm_UA-1", "tracker"],
    ["CraftSessionId", "functional"],
    ["wp_woocommerce_session_abc", "necessary"],
    ["csrftoken", "necessary"],
    ["visitorId", "identifier"],
    ["app.device_id", "identifier"],
    ["evisitors", "unknown"],
    ["_gallery", "unknown"],
    ["client", "unknown"],
    ["", "unknown"],
  ] as const)
    it(`${name || "an empty name"}: ${purpose}`, () => expect(purposeOf(name).purpose).to.equal(purpose));

  it("takes the project's word, but no bare star", () => {
    expect(purposeOf("_ga", ["_ga"]).purpose).to.equal("necessary");
    expect(purposeOf("_ga", ["*"]).purpose).to.equal("tracker");
  });
  it("takes a bare name for a platform's only on that platform's host", () => {
    expect(purposeOf("cid").purpose).to.equal("unknown");
    expect(purposeOf("cid", [], ".adform.net")).to.deep.equal({ purpose: "tracker", vendor: "Adform" });
    expect(purposeOf("cid", [], "notadform.net").purpose).to.equal("unknown");
  });
  // Endless backtracking would exceed the test's timeout.
  it("comes to an end with hostile names", () => {
    for (const sign of ["session", "a", "-", "consent_", "0", "visitorId "])
      expect(stableName(sign.repeat(4_000)).length + purposeOf(sign.repeat(4_000)).purpose.length).to.be.lessThan(100);
  });
});

describe("stableName", () => {
  for (const [name, stable] of [
    ["_ga", "_ga"],
    ["_ga_JNPROAK01", "_ga_JNPROAK01"],
    ["_hjSession_1234567", "_hjSession_*"],
    ["sess-0123456789abcdef0123", "sess-*"],
    ["k-123e4567-e89b-12d3-a456-426614174000", "k-*"],
  ] as const)
    it(`${name} → ${stable}`, () => expect(stableName(name)).to.equal(stable));
});
