import { expect } from "chai";
import { intentsOfTools } from "../../../api/tools/intents.ts";
import { TOOLS } from "../../../api/tools/registry.ts";
import { entitiesOf, environmentsIn } from "../../../domain/guidance/entities.ts";
import { intentsOf as intentsAmong } from "../../../domain/guidance/intent.ts";
import { IDEAS, TAKES } from "../../../domain/guidance/intents.ts";

const INTENTS = intentsOfTools(TOOLS);
const intentsOf = (message: string, words: Parameters<typeof intentsAmong>[1]) => intentsAmong(message, words, INTENTS);

const vocabulary = {
  scenarios: ["Home", "Product page", "Page", "Checkout (guest)"],
  environments: [
    { slug: "production", name: "Production" },
    { slug: "stage", name: "Staging" },
  ],
  project: "shop",
};

describe("what a message names", () => {
  for (const [message, expected] of [
    ["the home page on phones and desktop", { scenarios: ["Home", "Page"], viewports: ["phone", "desktop"] }],
    ["Product page and checkout (guest)", { scenarios: ["Checkout (guest)", "Product page"] }],
    ["homework on the pages", { scenarios: [] }],
    ["in Safari and Firefox", { browsers: ["firefox", "webkit"] }],
    ["is it accessible and fast?", { pillars: ["a11y", "perf"] }],
    ["audit security, SEO and cookies", { pillars: ["seo", "security", "privacy"] }],
    ["look at https://shop.example/a?b=1, please", { urls: ["https://shop.example/a?b=1"] }],
    ["add /pricing.", { urls: ["/pricing"] }],
    ["either/or", { urls: [] }],
    ["https://shop.example/security", { pillars: [], urls: ["https://shop.example/security"] }],
    ["run run_01abc and RUN_02DEF-seo", { runIds: ["run_01abc", "run_02def-seo"] }],
    ["job job_01x", { jobIds: ["job_01x"] }],
    ["on staging", { environment: "stage" }],
    ["on the production site", { environment: "production" }],
    ["branch feature/new-cart.", { branch: "feature/new-cart" }],
    ["does my branch pass the gate?", { branch: null }],
    ["is my branch ready. I mean branch `ready`", { branch: "ready" }],
    ["branch to-top", { branch: "to-top" }],
    ["PR 12", { prNumber: 12 }],
    ["pull request #7", { prNumber: 7 }],
    ["may I merge #9?", { prNumber: 9 }],
    ["commit 0a1b2c3d", { commitSha: "0a1b2c3d" }],
    ["prove SHOP-12", { issueKey: "SHOP-12" }],
    ["ignore .carousel there", { selector: ".carousel", mode: "ignore" }],
    ["the `main > h1` is dynamic", { selector: "main > h1", mode: "dynamic" }],
    ["as a spreadsheet", { format: "xlsx" }],
    ['call it "Landing", not "Home"', { quoted: ["Landing"], scenarios: ["Home"] }],
    ["(((((.*+?^$", { scenarios: [], urls: [] }],
  ] as const)
    it(message, () => {
      expect(entitiesOf(message, vocabulary)).to.deep.include(expected);
    });
});

describe("what a message means", () => {
  for (const [message, tool, args, missing] of [
    ["What should I do next?", "recommend_next_action", {}],
    ["Which issues are the most important to fix first?", "prioritize_issues", {}],
    ["Make a plan of what to fix", "generate_action_plan", {}],
    ["Can we release on Friday, or does anything block it?", "identify_blockers_for_release", {}],
    ["May we merge PR 12?", "gate_pr_quality", { prNumber: 12 }],
    ["Why did Home fail on phone?", "explain_vrt_failure", { scenarioLabel: "Home", viewport: "phone" }],
    ["How large is the diff of Home on desktop?", "get_diff_stats", { scenarioLabel: "Home", viewport: "desktop" }],
    ["What failed in run_01abc?", "get_run_failures", { runId: "run_01abc" }],
    [
      "Approve Home and Product page on desktop",
      "approve_vrt_results",
      { scenarios: ["Home", "Product page"], viewports: ["desktop"] },
    ],
    ["Approve it all", "approve_vrt_results", {}, ["scenarios"]],
    ["Capture new baselines on staging", "run_baseline", { environment: "stage" }],
    ["Run the tests of Home in Firefox", "run_vrt", { scenarios: ["Home"], browsers: ["firefox"] }],
    ["Run the full audit before I approve PR 42", "run_full_audit", { prNumber: 42 }],
    ["Audit accessibility and SEO", "run_full_audit", { pillars: ["a11y", "seo"] }],
    ["Wait until run_01abc is done", "wait_for_run", { runId: "run_01abc" }],
    ["Status of job_01x?", "get_job_status", { project: undefined, jobId: "job_01x" }],
    ["How healthy is the site?", "get_site_health", {}],
    ["Show me the accessibility report", "get_pillar_report", { pillar: "a11y" }],
    ['Add a scenario "Pricing" for /pricing', "create_scenario", { label: "Pricing", url: "/pricing" }],
    ["List the scenarios", "list_scenarios", {}],
    ["Which pages would you suggest to cover?", "suggest_quick_scenarios", {}],
    ["Crawl the site", "crawl_site", {}],
    [
      "Ignore .carousel on Home",
      "create_comparison_rule",
      { scenarioLabel: "Home", selector: ".carousel", mode: "ignore" },
    ],
    ["Show the tracking plan", "tracking_get_plan", {}],
    ["Export the tracking audit as Excel", "tracking_export_audit_report", { format: "xlsx" }],
    ["Is the set-up ready to test?", "check_setup_health", {}],
    ["What happened in the last runs?", "analyze_results", {}],
    ["Which tools may I call with my key?", "list_my_tools", null],
    ["Post a comment to pull request 7", "post_pr_comment", { prNumber: 7 }],
  ] as const)
    it(`${message} → ${tool}`, () => {
      const [first] = intentsOf(message, vocabulary).matches;
      expect(first?.tool).to.equal(tool);
      const expected = Object.entries({ project: "shop", ...args }).filter(([, value]) => value !== undefined);
      expect(first?.args).to.deep.equal(args === null ? {} : Object.fromEntries(expected));
      expect(first?.missing).to.deep.equal(missing ?? []);
    });

  const failures = [
    { scenarioLabel: "Product page", viewport: "desktop" },
    { scenarioLabel: "Home", viewport: "tablet" },
    { scenarioLabel: "Home", viewport: "phone" },
  ];
  const HOME = { scenarioLabel: "Home", viewport: "tablet" };
  const WORST = { scenarioLabel: "Product page", viewport: "desktop" };
  for (const [message, tool, args] of [
    ["why did Home fail", "explain_vrt_failure", HOME],
    ["Why did Home fail on phone?", "explain_vrt_failure", { scenarioLabel: "Home", viewport: "phone" }],
    ["Why is the test failing?", "explain_vrt_failure", WORST],
    ["Why was my build red?", "explain_vrt_failure", WORST],
    ["What changed on Home?", "explain_vrt_failure", HOME],
    ["How do I fix the failure of Home?", "explain_vrt_failure", HOME],
    ["Should I approve the change on Home?", "explain_vrt_failure", HOME],
    ["Is this flaky?", "explain_vrt_failure", WORST],
    ["Is Home flaky on phone?", "explain_vrt_failure", { scenarioLabel: "Home", viewport: "phone" }],
    ["Is the failure of Home a real bug or noise?", "explain_vrt_failure", HOME],
    ["Home fails sometimes and passes sometimes", "explain_vrt_failure", HOME],
    ["What broke?", "get_run_failures", {}],
    ["Did anything break?", "get_run_failures", {}],
    ["Is it broken on staging?", "get_run_failures", { environment: "stage" }],
    ["Which pages failed on mobile?", "get_run_failures", {}],
    ["What failed in the last run?", "get_run_failures", {}],
    ["What went wrong in run_1?", "get_run_failures", { runId: "run_1" }],
    ["Why is PR 12 red?", "gate_pr_quality", { prNumber: 12 }],
    ["Why is the accessibility score so low?", "get_pillar_report", { pillar: "a11y" }],
    ["Why did the SEO audit fail?", "get_pillar_report", { pillar: "seo" }],
    ["What fails in security?", "get_pillar_report", { pillar: "security" }],
  ] as const)
    it(`a question about failures, "${message}", reads and changes nothing: ${tool}`, () => {
      const { matches } = intentsOf(message, { ...vocabulary, failures });
      expect(matches[0]?.tool).to.equal(tool);
      expect(matches[0]?.args).to.deep.equal({ project: "shop", ...args });
      expect(matches[0]?.missing).to.deep.equal([]);
      const tools = new Map(TOOLS.map((one) => [one.name, one]));
      expect(tools.get(tool)?.profile).to.equal("qa");
      expect(matches.filter((match) => tools.get(match.tool)?.mutating)).to.deep.equal([]);
    });

  it("takes no failure for one that is named otherwise, or for several", () => {
    for (const message of ['Why did "Checkout" fail?', "Why did Home and Product page fail?"]) {
      const explain = intentsOf(message, { ...vocabulary, failures }).matches.find(
        ({ tool }) => tool === "explain_vrt_failure",
      );
      expect(explain?.missing, message).to.include("viewport");
      expect(explain?.filled, message).to.deep.equal([]);
    }
  });

  it("recognises nothing in a message about something else", () => {
    expect(intentsOf("Good morning!", vocabulary).matches).to.deep.equal([]);
    expect(intentsOf("Guten Tag", vocabulary).matches).to.deep.equal([]);
  });

  it("leaves out an arg that two things could mean", () => {
    const { matches } = intentsOf("Why did Home and Product page fail on phone?", vocabulary);
    const explain = matches.find(({ tool }) => tool === "explain_vrt_failure");
    expect(explain?.args).to.deep.equal({ project: "shop", viewport: "phone" });
    expect(explain?.missing).to.deep.equal(["scenarioLabel"]);
  });

  it("prefers the environment that the message names to the selected one", () => {
    const selected = { ...vocabulary, environment: "production" };
    expect(intentsOf("Run the tests on staging", selected).matches[0]?.args).to.include({ environment: "stage" });
    expect(intentsOf("Run the tests", selected).matches[0]?.args).to.include({ environment: "production" });
    const eu = { slug: "eu", name: "Staging EU" };
    const two = { ...vocabulary, environments: [...vocabulary.environments, eu] };
    expect(entitiesOf("What failed on Staging EU?", two).environment).to.equal("eu");
    const places = environmentsIn("compare staging eu with staging in the visual test", [
      ...two.environments,
      { slug: "test", name: "Test" },
    ]);
    expect(places).to.deep.equal(["eu", "stage"]);
    const ordinary = { ...selected, environments: [...vocabulary.environments, { slug: "test", name: "Test" }] };
    expect(intentsOf("Run the visual test", ordinary).matches[0]?.args).to.include({ environment: "production" });
    expect(intentsOf("Run the visual test on test", ordinary).matches[0]?.args).to.include({ environment: "test" });
  });

  it("names each tool once, and only ideas and args that exist", () => {
    const tools = INTENTS.map(({ tool }) => tool);
    expect(new Set(tools).size).to.equal(tools.length);
    for (const { tool, when, also = [], not = [], takes, needs = [], hints = [] } of INTENTS) {
      for (const idea of [...when.flat(), ...also, ...not]) expect(IDEAS, tool).to.have.property(idea);
      for (const name of [...takes, ...needs, ...hints]) expect(TAKES, tool).to.include(name);
      // A needed argument must also be accepted, otherwise it would never be filled.
      for (const name of [...needs, ...hints]) expect(takes, tool).to.include(name);
    }
  });

  it("is quick on long and hostile messages", () => {
    const message = `${"why home fail ".repeat(100)}${"(".repeat(300)}${"/a".repeat(200)}`;
    expect(intentsOf(message.slice(0, 2_000), vocabulary).matches[0]?.confidence).to.be.at.most(0.95);
  });
});
