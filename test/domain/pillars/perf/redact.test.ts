import { expect } from "chai";
import { looksLikeToken, REDACTED, redact, shownAddress } from "../../../../domain/pillars/perf/redact.ts";

describe("taking secrets out of a Lighthouse result", () => {
  it("removes known secrets everywhere, in addresses too, and keeps the shape", () => {
    const lhr = { a: ["Basic c2VjcmV0", { b: "x top/secret y", n: 1, z: null }], url: "https://a.de/?q=top%2Fsecret" };
    expect(redact(lhr, ["c2VjcmV0", "top/secret", "x"])).to.deep.equal({
      a: [`Basic ${REDACTED}`, { b: `x ${REDACTED} y`, n: 1, z: null }],
      url: `https://a.de/?q=${REDACTED}`,
    });
  });

  it("removes passwords in addresses and query values that look like tokens", () => {
    expect(redact("see https://me:pw@a.de/x")).to.equal(`see https://${REDACTED}@a.de/x`);
    expect(redact("https://a.de/?v=K1W69G15J3&access_token=abcdef&page=2#id_token=ey.abcdef")).to.equal(
      `https://a.de/?v=K1W69G15J3&access_token=${REDACTED}&page=2#id_token=${REDACTED}`,
    );
    expect(redact("https://a.de/?x=4f9a8b7c6d5e4f3a2b1c0d9e")).to.equal(`https://a.de/?x=${REDACTED}`);
  });

  it("leaves plain words, numbers and pictures", () => {
    for (const text of ["a=b", "https://a.de/?q=blue+shoes&page=12", "data:image/png;token=abcdefgh", "1 < 2 & token"])
      expect(redact(text)).to.equal(text);
    expect(looksLikeToken("q", "a-long-search-for-shoes-without-figures")).to.equal(false);
  });

  it("takes linear time on hostile text", () => {
    const hostile = `?${"a".repeat(200_000)}=${"&b".repeat(100_000)}https://${"@".repeat(1_000)}`;
    expect(redact(hostile)).to.be.a("string");
  });

  it("shows an address without query and fragment", () => {
    expect(shownAddress("https://me:pw@a.de/x?y#z")).to.equal("https://a.de/x");
    expect(shownAddress("data:text/html,secret")).to.equal("data:");
  });
});
