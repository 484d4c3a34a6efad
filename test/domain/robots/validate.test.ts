import { expect } from "chai";
import { validateRobots } from "../../../domain/robots/validate.ts";

const lines = (text: string) => validateRobots(text).problems.map(({ line, message }) => `${line} ${message}`);

describe("what is wrong with a robots.txt", () => {
  for (const [what, text, found] of [
    ["nothing", "# hello\n\nUser-agent: *\nDisallow:\nAllow: /a*b$\nSitemap: https://a.example/s.xml\n", []],
    ["other engines' directives", "User-agent: *\nCrawl-delay: 2\nClean-param: a /b\nHost: a.example\n", []],
    ["an empty file", "", []],
    [
      "a line that is no directive",
      "User-agent: *\nHello, robot of the web",
      ["2 This line is not a directive: it needs a name, a colon and a value."],
    ],
    ["a missing colon", "User-agent: *\nDisallow /x", ["2 The colon after the directive is missing."]],
    ["an unknown directive", "User-agent: *\nForbid: /x", ["2 No search engine knows this directive."]],
    [
      "a directive that is spelled wrong",
      "Useragent: *\nDissallow: /x",
      [
        '1 Google reads this as "user-agent"; other search engines skip the line.',
        '2 Google reads this as "disallow"; other search engines skip the line.',
      ],
    ],
    [
      "a group whose robot is spelled wrong, which is one mistake",
      "User agent: *\nDisallow: /x",
      ['1 Google reads this as "user-agent"; other search engines skip the line.'],
    ],
    [
      "two words that are no directive",
      "User-agent: *\nwelcome robot",
      ["2 This line is not a directive: it needs a name, a colon and a value."],
    ],
    [
      "what belongs in the page",
      "NoArchive: /x",
      ["1 No search engine reads this directive here; it belongs in a robots meta element of the page."],
    ],
    [
      "a line that is cut",
      `User-agent: *\nDisallow: /${"ä".repeat(8_400)}\nDisallow: /${"a".repeat(16_652)}`,
      ["2 The line is longer than search engines read."],
    ],
    [
      "a space that only looks like one",
      "User-agent: *\nDisallow:\u00a0/x",
      ['2 A pattern must be empty or begin with "/" or "*".'],
    ],
    [
      "rules for nobody",
      "Disallow: /x\nUser-agent: *",
      ["1 The line applies to no robot: it needs a User-agent line before it."],
    ],
    ["a robot without a name", "User-agent:\n", ["1 No robot is named."]],
    [
      "a pattern without its slash",
      "User-agent: *\nDisallow: x",
      ['2 A pattern must be empty or begin with "/" or "*".'],
    ],
    ["an end in the middle", "User-agent: *\nAllow: /x$y", ['2 "$" is only allowed at the end of a pattern.']],
    ["a sitemap without its host", "Sitemap: /s.xml", ["1 The address of a sitemap must be absolute."]],
    ["a pause that is no number", "User-agent: *\nCrawl-delay: long", ["2 The delay must be a number of seconds."]],
  ] as const)
    it(what, () => {
      expect(lines(text)).to.deep.equal(found);
    });

  it("tells so many lines at most, each cut, and how many more there are", () => {
    const { problems, left } = validateRobots(`${"x".repeat(500)}: 1\n`.repeat(50));
    expect(problems).to.have.length(20);
    expect(left).to.equal(30);
    expect(problems[0]?.text.length).to.be.below(130);
  });
});
