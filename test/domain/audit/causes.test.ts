import { expect } from "chai";
import { isAmong, namesIn, sentenceOfPages } from "../../../domain/audit/causes.ts";
import { commonTarget } from "../../../domain/audit/commonTarget.ts";
import { type Check, failed } from "../../../domain/audit/finding.ts";
import { runChecks } from "../../../domain/audit/runChecks.ts";

const BASE = "https://shop.example";
const contrast: Check<string> = {
  rule: "contrast",
  severity: "serious",
  title: "",
  fault: "It is broken",
  help: "",
  run: (target) => failed("The text is pale.", target),
};
const found = (path: string, target: string, accepted: string[] = []) =>
  runChecks([contrast], target, { pillar: "a11y", page: BASE + path, baseUrl: BASE, accepted }).findings[0]!;

describe("the cause of findings", () => {
  it("is the same on every page, whatever differs from page to page, and fingerprints stay their own", () => {
    const [a, b] = [found("/a", "header > a:nth-child(2)"), found("/b", "header > a:nth-child(5)")];
    expect(a.cause).to.match(/^[0-9a-f]{32}$/);
    expect(a.cause).to.equal(b.cause);
    expect(a.fingerprint).not.to.equal(b.fingerprint);
    // The same fingerprint as before findings had causes.
    expect(a.fingerprint).to.equal("c5d782f8f487e39b89e53c69499cbf2d");
    expect(found("/a", "footer > a").cause).not.to.equal(a.cause);
  });

  it("is accepted as a whole, also on pages that come later", () => {
    const { cause = "" } = found("/a", "header > a");
    expect(found("/new", "header > a", [cause])).to.include({ outcome: "accepted", was: "failed" });
    expect(found("/new", "footer > a", [cause])).to.include({ outcome: "failed" });
  });

  it("takes from a target what its page alone has", () => {
    for (const [target, common] of [
      ["#post-4711 > .body", "#post > .body"],
      ['main > a[href$="/p/12.html"]', "main > a[href]"],
      ["li:nth-of-type(2n+1) > img", "li > img"],
      ["content-security-policy", "content-security-policy"],
      ["https://cdn.example/lib.js", "https://cdn.example/lib.js"],
    ])
      expect(commonTarget(target!)).to.equal(common);
  });

  it("is known by any of its pages: neither spreading nor shrinking makes it new, or fixed", () => {
    const whole = { fingerprint: "c", cause: "c", pages: {} };
    const part = { fingerprint: "p1", cause: "c" };
    const other = { fingerprint: "p2", cause: "c" };
    expect(isAmong([part])(whole)).to.equal(true);
    expect(isAmong([whole])(part)).to.equal(true);
    expect(isAmong([whole])(whole)).to.equal(true);
    // Without merged findings each page counts separately, as before.
    expect(isAmong([part])(other)).to.equal(false);
    expect(isAmong([{ fingerprint: "p1" }])({ fingerprint: "p2" })).to.equal(false);
  });

  const whole = { fingerprint: "c", cause: "c", pages: {} };
  const [part, other] = [
    { fingerprint: "p1", cause: "c" },
    { fingerprint: "p2", cause: "c" },
  ];
  for (const [name, before, after, same] of [
    ["on several pages in both runs", whole, whole, true],
    ["on one page, then on several", part, whole, true],
    ["on several pages, then on one", whole, part, true],
    ["on one page in both", part, part, true],
    ["on one page, then on another one", part, other, false],
    ["of another cause", { fingerprint: "p1", cause: "d" }, whole, false],
    ["stored before findings had causes", { fingerprint: "p1" }, whole, false],
  ] as const)
    it(`is ${same ? "the same" : "another one"} in a comparison: ${name}`, () => {
      const nameOf = namesIn([before], [after]);
      expect(nameOf(before) === nameOf(after)).to.equal(same);
    });

  for (const [times, said] of [
    [214, "On 214 of 500 pages, such as /a: The text is pale."],
    [642, "On 214 of 500 pages, 642 times, such as /a: The text is pale."],
  ] as const)
    it(`says on how many pages it is, with ${times} elements`, () => {
      const pages = { count: 214, of: 500 };
      expect(sentenceOfPages("The text is pale.", pages, { page: `${BASE}/a`, times }, BASE)).to.equal(said);
    });
});
