import { expect } from "chai";
import { fileTargetOf, isHidden, signsOut, storableUrl, targetOf } from "../../../../domain/pillars/seo/address.ts";

describe("addresses that an audit keeps", () => {
  it("lose credentials and fragments", () => {
    expect(storableUrl("https://me:secret@shop.example/a?b=c#part")).to.equal("https://shop.example/a?b=c");
  });

  it("lose query values that look like secrets, by name or by value", () => {
    const random = "a8f5f167f44f4964e6c998dee827110c";
    expect(storableUrl(`https://shop.example/?page=2&access_token=x1&k=${random}`)).to.equal(
      "https://shop.example/?page=2&access_token=***&k=***",
    );
    expect(isHidden(storableUrl("https://shop.example/?sid=12") ?? "")).to.equal(true);
  });

  it("keep words, numbers and the names of things", () => {
    for (const query of [
      "basket=harvest-vase.1-linen-throw.2",
      "id=0b7e5c1e-8d0f-4c6f-9a52-9f3a1c7d5b11",
      "q=a%20b",
      "empty=",
      "author=7",
      "footprint=small",
      "id=5f1d7a9b3c2e5f1d7a9b3c2e",
      "product_id=a8f5f167f44f4964e6c998dee827110c",
    ])
      expect(storableUrl(`https://shop.example/?${query}`)).to.equal(`https://shop.example/?${query}`);
  });

  it("lose what a name tells to be a secret, whatever it is", () => {
    for (const query of [
      "auth=1",
      "user_auth=1",
      "authCode=1",
      "oauth2=1",
      "PHPSESSID=1",
      "connect.sid=1",
      "reset=5f1d7a9b3c2e5f1d7a9b3c2e",
      "s=a8f5f167f44f4964e6c998dee827110c",
      "id=a8f5f167f44f4964e6c998dee827110ca8f5f167f44f4964e6c998dee827110c",
      "id=harvest9vase7harvest9vase7",
    ])
      expect(isHidden(storableUrl(`https://shop.example/?${query}`) ?? ""), query).to.equal(true);
  });

  it("sign out by a whole part of the path or the query", () => {
    const table: [path: string, expected: boolean][] = [
      ["/logout", true],
      ["/account/log-out", true],
      ["/LogOff", true],
      ["/logout.php", true],
      ["/user-logout", true],
      ["/customer_sign_out/", true],
      ["/wiki/Special:UserLogout", true],
      ["/sign%2Dout", true],
      ["/?logout", true],
      ["/index.php?task=user.logout", true],
      ["/login?next=%2Faccount%2Flogout", true],
      ["/catalog-offers", false],
      ["/catalog/offers", false],
      ["/design-outlet/x", false],
      ["/blog-out-of-office", false],
      ["/help/how-to-log-out", false],
      ["/?q=design+outlet", false],
      ["/login", false],
    ];
    for (const [path, expected] of table) expect(signsOut(`https://shop.example${path}`), path).to.equal(expected);
  });

  it("are none where they are no http(s) or too long", () => {
    expect(storableUrl("javascript:alert(1)")).to.equal(null);
    expect(storableUrl("data:text/html,x")).to.equal(null);
    expect(storableUrl("http://")).to.equal(null);
    expect(storableUrl(`https://shop.example/${"a".repeat(3_000)}`)).to.equal(null);
    expect(storableUrl("/a", "https://shop.example/b")).to.equal("https://shop.example/a");
  });

  it("are targets that hold in every environment", () => {
    expect(targetOf("https://shop.example/a?b=1", "https://shop.example/")).to.equal("/a?b=1");
    expect(targetOf("https://other.example/a", "https://shop.example/")).to.equal("https://other.example/a");
    expect(fileTargetOf("https://shop.example/a.webp?v=123", "https://shop.example/")).to.equal("/a.webp");
  });
});
