import { expect } from "chai";
import { ROBOTS_LIMITS, readRobotsFile } from "../../../domain/robots/robots.ts";

const ADDRESS = "https://a.example/robots.txt";
const read = (text: string, robot = "Plumbline") => readRobotsFile(ADDRESS, text, robot);
const allows = (rules: string, path: string) =>
  read(`User-agent: *\n${rules}`).judge(`https://a.example${path}`)?.allowed;

describe("robots.txt", () => {
  // [rules, path, allowed]: the examples of RFC 9309 and of Google's documentation, and common mistakes.
  const cases: [rules: string, path: string, allowed: boolean][] = [
    ["Disallow: /", "/x", false],
    ["Disallow:", "/x", true],
    ["Disallow: /fish", "/fish/salmon.html", false],
    ["Disallow: /fish", "/Fish", true],
    ["Disallow: /fish*", "/fishheads", false],
    ["Disallow: /fish/", "/fish", true],
    ["Disallow: /*.php", "/folder/any.php.file.html", false],
    ["Disallow: /*.php$", "/filename.php?parameters", true],
    ["Disallow: /*.php$", "/a.php/b.php", false],
    ["Disallow: /fish*.php", "/fishheads/catfish.php?parameters", false],
    ["Disallow: /fish*.php", "/Fish.PHP", true],
    ["Allow: /p\nDisallow: /", "/page", true],
    ["Allow: /folder\nDisallow: /folder", "/folder/page", true],
    ["Allow: /page\nDisallow: /*.htm", "/page.htm", false],
    ["Allow: /$\nDisallow: /", "/", true],
    ["Allow: /$\nDisallow: /", "/page.htm", false],
    ["Disallow: /a**b***c", "/a1b2c3", false],
    ["Disallow: /*abcabcabcd", "/abcabcabcabcabcd", false],
    ["Disallow: /*abcabcabcd*x$", "/abcabcabcabcabcdx", false],
    ["Disallow: /*abcabcabcd*x$", "/abcabcabcabcabcdxy", true],
    ["Disallow: /*ab*ab$", "/ab", true],
    ["Disallow: /a$b", "/a$b", false],
    ["Disallow: /ä", "/%C3%A4", false],
    ["Disallow: /%c3%a4", "/%C3%A4", false],
    ["Disallow: /foo/bar/%62%61%7A", "/foo/bar/baz", false],
    ["Disallow: /foo/bar/baz", "/foo/%62ar/%62%61%7a", false],
    ["Disallow: /~joe/", "/%7Ejoe/index.html", false],
    ["Disallow: /a%2Fb", "/a/b", true],
    ["Disallow: /a%2562", "/a%2562", false],
    ["Disallow: /a%2562", "/ab", true],
    ["Disallow: /x?a=", "/x?a=1", false],
    [" disAllow : /x # a comment", "/x", false],
    ["Disallow: /x\nnonsense\nDisallow: /y", "/y", false],
    // What Google's published parser tolerates, and what it does not.
    ["Disallow /x", "/x", false],
    ["Disallow /x and more", "/x", true],
    ["Dissallow: /x", "/x", false],
    ["Disalow: /x", "/x", false],
    ["Disallow: /\nAllow: /a/index.html", "/a/", true],
    ["Disallow: /\nAllow: /a/index.html", "/a/b", false],
    ["Disallow: /index.html", "/", true],
    ["Sitemap: https://a.example/s.xml\nDisallow: /x", "/x", false],
    ["Unknown: 1\nUser-agent: other\nDisallow: /x", "/x", false],
    [`Disallow: /x\nAllow: /${"a".repeat(20_000)}`, "/x", false],
    [`Disallow: /b${"a".repeat(20_000)}`, `/b${"a".repeat(16_651)}`, false],
    [`Disallow: /b${"a".repeat(20_000)}`, `/b${"a".repeat(16_650)}`, true],
    [`Disallow: /${"ä".repeat(9_000)}`, `/${"ä".repeat(8_326)}`, false],
    // Characters that addresses keep unencoded, and a space, which they never contain.
    ["Disallow: /*[", "/a[1]", false],
    ["Disallow: /a|b", "/a|b", false],
    ["Disallow: /a b", "/a%20b", true],
    ["Disallow: /a%20b", "/a%20b", false],
    ["Disallow:\u00a0/x", "/x", true],
    ["Disallow: /x\n\uFEFFDisallow: /y", "/y", true],
    ["Disallow: /*?$", "/x?", false],
    ["Disallow: /*?$", "/x", true],
    ["Disallow: /a**\nAllow: /a*", "/ab", false],
    ["Disallow: /\uD800", "/x", true],
  ];
  for (const [rules, path, allowed] of cases)
    it(`${path.slice(0, 60)} is ${allowed ? "allowed" : "disallowed"} by ${JSON.stringify(rules.slice(0, 60))}`, () =>
      expect(allows(rules, path)).to.equal(allowed));

  for (const [agent, holds] of [
    ["plumbline", true],
    ["PlumbLine/2.1", true],
    ["Plumbline bot", true],
    ["plumbline-images", false],
    ["plumb", false],
    ["* of all", true],
    ["*bot", false],
  ] as const)
    it(`rules for "${agent}" ${holds ? "hold" : "do not hold"} for Plumbline`, () => {
      const { judge } = read(`\uFEFFUser-agent: ${agent}\nDisallow: /`);
      expect(judge("https://a.example/")?.allowed).to.equal(!holds);
    });

  for (const mark of ["\uFEFF", "\uFFFD"])
    it(`skips a byte order mark, whole or cut (${mark.codePointAt(0)?.toString(16)})`, () =>
      expect(read(`${mark}User-agent: *\nDisallow: /`).judge("https://a.example/")?.allowed).to.equal(false));

  it("reads long lines of spaces without going back over them", () => {
    const text = `User-agent: *\n${`Disallow:${" ".repeat(16_000)}x${" ".repeat(400)}y\n`.repeat(30)}Disallow: /x`;
    expect(read(text).judge("https://a.example/x")?.allowed).to.equal(false);
  });

  it("has the group of the robot's own name go before the one for all, and tells the line that decides", () => {
    const text = "User-agent: *\nDisallow: /\r\n\r\nUser-agent: other\nUser-agent: PlumbLine/2.1\rDisallow: /own\n";
    const { judge } = read(text);
    expect(judge("https://a.example/x")).to.deep.equal({ allowed: true, line: null });
    expect(judge("https://a.example/own/1")).to.deep.equal({ allowed: false, line: 6 });
    expect(read(text, "Googlebot").judge("https://a.example/x")).to.deep.equal({ allowed: false, line: 2 });
  });

  it("holds for its own origin alone", () => {
    const { judge } = read("User-agent: *\nDisallow: /");
    for (const url of ["http://a.example/", "https://b.example/", "https://a.example:8443/", "nonsense"])
      expect(judge(url), url).to.equal(undefined);
  });

  it("tells sitemaps and the pause of the group that counts", () => {
    const text =
      "Sitemap: /a.xml\nUser-agent: *\nCrawl-delay: 9\nUser-agent: plumbline\nCrawl-delay: x\nCrawl-delay: 2.5\n";
    expect(read(`${text}sitemap: https://a.example/b.xml`)).to.deep.include({
      crawlDelay: 2.5,
      sitemaps: ["/a.xml", "https://a.example/b.xml"],
    });
    expect(read(text, "other").crawlDelay).to.equal(9);
  });

  it("reads so many rules at most, fewer with a star, and says how many it left out", () => {
    const rules = (count: number, pattern: string) =>
      Array.from({ length: count }, (_, at) => `Disallow: ${pattern}${at}`).join("\n");
    const { starRules } = ROBOTS_LIMITS;
    const many = read(`User-agent: *\n${rules(starRules + 5, "/*x")}\nDisallow: /plain`);
    expect(many.leftOut).to.equal(5);
    expect(many.judge("https://a.example/plain")?.allowed).to.equal(false);
    expect(read(`User-agent: *\n${rules(ROBOTS_LIMITS.rules + 7, "/x")}`).leftOut).to.equal(7);
    expect(read(`User-agent: *\n${rules(500, "/x")}`).leftOut).to.equal(0);
  });
});
