// Rules requested in words, questions about the audit log, and how both are recognised.
import { expect } from "chai";
import { who } from "../../../api/coach/topics/who.ts";
import { auditQuestionOf, subjectOf } from "../../../domain/coach/auditQuestion.ts";
import { elementsNamed } from "../../../domain/coach/elementWish.ts";
import { ruleWishOf } from "../../../domain/coach/ruleWish.ts";
import type { MapElement } from "../../../domain/visual/pageMap.ts";
import { actionWords, detailWords } from "../../../domain/words/actions.ts";
import { argsInWords } from "../../../domain/words/args.ts";

const scenarios = [
  { label: "Home", url: "/" },
  { label: "Post A", url: "/blog/a" },
  { label: "Post B", url: "https://shop.example/blog/b" },
  { label: "Cart", url: "/cart", tags: ["checkout"] },
];
const ALL = scenarios.map(({ label }) => label);

describe("a rule asked for in words", () => {
  const posts = ["Post A", "Post B"];
  const cases: [string, { selector?: string; labels?: string[] }, string, string | null, string[]][] = [
    ["Add an ignore rule for .ad on all blog posts", { selector: ".ad" }, ".ad", "path:/blog/*", posts],
    ["Ignore the date on every page", {}, "date", "project", ALL],
    ["Ignore the price everywhere", {}, "price", "project", ALL],
    ["ignore the price on Cart", { labels: ["Cart"] }, "price", null, ["Cart"]],
    ["please mask `#x` on all pages under /blog", { selector: "#x" }, "#x", "path:/blog/*", posts],
    ["Ignore the “Sponsored” box on checkout pages", {}, "Sponsored box", "tag:checkout", ["Cart"]],
    ["Add a dynamic rule for the carousel on pages tagged checkout", {}, "carousel", "tag:checkout", ["Cart"]],
    ["Ignore the date on all news pages", {}, "date", null, []],
    ["Add an ignore rule", {}, "", null, []],
    ["Ignore the date on every page except Home", { labels: ["Home"] }, "date", null, []],
    ["Ignore the date on all blog posts but not on Post A", { labels: ["Post A"] }, "date", null, []],
    ["Ignore the date on all pages without the cart", { labels: ["Cart"] }, "date", null, []],
    ["Ignore the box without a border on every page", {}, "box without a border", "project", ALL],
  ];
  for (const [message, { selector = null, labels = [] }, element, scope, touched] of cases)
    it(message, () =>
      expect(ruleWishOf(message, { selector, labels, scenarios })).to.deep.equal({ element, scope, labels: touched }),
    );
});

describe("an element named in words", () => {
  const element = (more: Partial<MapElement>) =>
    ({ tag: "div", id: "", classes: [], attrs: {}, ...more }) as unknown as MapElement;
  const elements = [
    element({ classes: ["post-date"] }),
    element({ classes: ["post-date"], tag: "time" }),
    element({ id: "adBanner" }),
    element({ attrs: { "data-testid": "price" } }),
    element({ classes: ["css-1a2b3c"] }),
  ];
  const cases: [string, string[]][] = [
    ["date", ["time", ".post-date"]],
    ["the ad banner", ["#adBanner"]],
    ["price", ['[data-testid="price"]']],
    ["weather", []],
    ["", []],
  ];
  for (const [words, selectors] of cases)
    it(words || "no words", () =>
      expect(elementsNamed({ elements }, words).map(({ selector }) => selector)).to.deep.equal(selectors),
    );
});

describe("a question to the audit log", () => {
  const cases: [string, string, string | null][] = [
    ["Who approved the home page?", "results.approve", null],
    ["Who accepted the finding?", "finding.accept", null],
    ["who deleted the key CI?", "key.", "key.revoke"],
    ["When was the last rule changed?", "", "wideRule.set"],
    ["who started the run", "run.start", null],
    ["Who reverted the baseline?", "baseline.", null],
    ["who invited bob@x.example?", "", "user.invite"],
    ["Who deleted the acceptance environment?", "environment.", "environment.delete"],
    ["Who changed the start page?", "", null],
    ["When was the start page changed?", "", null],
    ["Who changed Ada's role?", "user.role", null],
    ["Who invited Ada with the role admin?", "user.", "user.invite"],
  ];
  for (const [message, action, fits] of cases)
    it(message, () => {
      const found = auditQuestionOf(message);
      expect(found?.action).to.equal(action);
      if (fits === null) expect(found?.only).to.equal(null);
      else expect(found?.only?.test(fits)).to.equal(true);
    });
  const subjects: [string, string[]][] = [
    ["Who approved the checkout page?", ["checkout"]],
    ["Who set the last rule?", []],
    ["Who approved the last run?", []],
    ["When was the rule changed, and by whom?", []],
    ["who deleted the key ci-bot.", ["ci-bot"]],
    ["Who deleted the acceptance environment?", ["acceptance"]],
    ["Who changed the start page?", ["start"]],
    ["Who deleted the API key?", []],
    ["Who removed Bob from the organisation?", ["bob"]],
    ["Who changed Ada's role?", ["ada"]],
  ];
  for (const [message, subject] of subjects)
    it(`${message} names ${subject.join() || "nothing"}`, () => expect(subjectOf(message)).to.deep.equal(subject));
  const sure: [string, boolean][] = [
    ["When was the rule changed?", true],
    ["Who started the last run?", true],
    ["When did the last run start?", false],
    ["When does the schedule start next?", false],
  ];
  for (const [message, isSure] of sure)
    it(`${message} ${isSure ? "asks" : "does not ask"} the log`, () =>
      expect((who.sure ?? []).some((one) => one.test(message.toLowerCase()))).to.equal(isSure));
  it("leaves other questions alone", () => expect(auditQuestionOf("Who can see this?")).to.equal(null));
});

it("entries of the audit log and arguments are told in words", () => {
  expect(actionWords("results.approve", "run_1")).to.equal("approved screenshots of run_1");
  expect(actionWords("wideRule.set", "wr_1")).to.equal("set the rule for several scenarios wr_1");
  expect(actionWords("finding.unaccept", "f1")).to.equal("no longer accepts the finding f1");
  expect(actionWords("run.cancel", "run_1")).to.equal("cancelled the run run_1");
  const id = "run_01m8f7y9t1bqa0q76przqybzps";
  for (const [details, words] of [
    [{ type: "full-suite", project: "demo-shop", runId: id, note: null }, "Full audit; project: demo-shop"],
    [{ shots: [`${id}-00001`, `${id}-00002`], role: "admin" }, "shots: 2; role: Administrator"],
    [{ pillars: ["a11y", "perf"], scope: "mcp_read" }, "pillars: Accessibility, Performance; scope: Tools that read"],
    [{ changed: [] }, "changed: "],
  ] as const)
    expect(detailWords(details)).to.equal(words);
  expect(
    argsInWords({ project: "shop", scenarioLabel: "Home", viewports: ["phone", "desktop"], run: true }),
  ).to.deep.equal([
    { name: "Scenario label", value: "Home" },
    { name: "Viewports", value: "phone, desktop" },
    { name: "Run", value: "yes" },
  ]);
});
