// The plan reports everything that would prevent a file from being applied, with the path of each problem.
import { expect } from "chai";
import type { Applied } from "../../../../api/operations/projectFile/apply.ts";
import { MAX_WIDE_RULES } from "../../../../api/operations/rules/wideRuleShape.ts";
import type { FieldProblem } from "../../../../domain/import/problems.ts";
import { MAX_MODES } from "../../../../domain/visual/modes.ts";
import type { Answer } from "../../support/client.ts";
import { makeWorld, type World } from "../../support/world.ts";

const file = <T extends object>(more: T = {} as T) => ({ version: 1, project: { slug: "shop" }, ...more });
const nightly = { name: "Nightly", cron: "0 2 * * *", types: ["test"] };
const slack = { name: "Team", kind: "slack", url: { from: "SLACK_URL" } };
const open = { id: "shop.open", pattern: "the shop is open", actions: [{ op: "goto", value: "/" }] };
const page = { id: "home", label: "Home", pageType: "home", scenarios: ["Home"] };
const staging = { slug: "staging", name: "Staging", baseUrl: "https://staging.shop.example" };
const gherkin = "Feature: Basket\n\n  Scenario: Opens\n    Given the shop is open\n";

/** Configurations that apply rejects. `path`: where the plan must report the problem. */
const WRONG: readonly [what: string, config: object, path: string, message: RegExp][] = [
  ["a minute that no hour has", { schedules: [{ ...nightly, cron: "61 2 * * *" }] }, "schedules[0].cron", /cron/],
  ["a schedule every minute", { schedules: [{ ...nightly, cron: "* * * * *" }] }, "schedules[0].cron", /5 minutes/],
  ["a time zone of no map", { schedules: [{ ...nightly, timeZone: "Mars/North" }] }, "schedules[0].timeZone", /IANA/],
  ["full beside another type", { schedules: [{ ...nightly, types: ["full", "seo"] }] }, "schedules[0].types", /./],
  [
    "a schedule of an unknown scenario",
    { schedules: [{ ...nightly, scenarios: ["Home", "Hom"] }] },
    "schedules[0].scenarios[1]",
    /Did you mean "Home"/,
  ],
  [
    "a schedule of an unknown environment",
    { schedules: [{ ...nightly, environment: "stagin" }] },
    "schedules[0].environment",
    /Did you mean "staging"/,
  ],
  ["a name with a line break", { schedules: [{ ...nightly, name: "a\nb" }] }, "schedules[0].name", /line break/],
  [
    "a channel without its place",
    { notifications: [{ name: "A", kind: "slack" }] },
    "notifications[0].url",
    /required/,
  ],
  [
    "recipients of a channel that has an address",
    { notifications: [{ ...slack, recipients: ["a@shop.test"] }] },
    "notifications[0].recipients",
    /not for a channel of kind slack/,
  ],
  [
    "a secret of a channel that signs nothing",
    { notifications: [{ ...slack, secret: { from: "S" } }] },
    "notifications[0].secret",
    /not for a channel/,
  ],
  [
    "a reference that is no environment",
    { project: { slug: "shop", referenceEnvironment: "stag" } },
    "project.referenceEnvironment",
    /not an environment of the project/,
  ],
  [
    "a name that another environment has",
    { environments: [{ slug: "preview", name: "Staging", baseUrl: "https://p.shop.example" }] },
    "environments[0].name",
    /is that of the environment "staging"/,
  ],
  [
    "a sign-in with a step that is none",
    {
      environments: [
        {
          ...staging,
          access: { signIn: { url: "/in", steps: [{ op: "run", selector: "#a", value: { from: "P" } }] } },
        },
      ],
    },
    "environments[0].access.signIn.steps[0].op",
    /./,
  ],
  [
    "a password typed by a scenario",
    { scenarios: [{ label: "In", url: "/", steps: [{ op: "fill", selector: "#password", value: "correct horse" }] }] },
    "scenarios[0].steps[0].value",
    /is not stored/,
  ],
  ["a text that is no feature", { features: [{ id: "a", gherkin: "Nothing.\n" }] }, "features[0].gherkin:1:1", /./],
  [
    "a feature without a name",
    { features: [{ id: "a", gherkin: gherkin.replace("Basket", "") }] },
    "features[0].gherkin",
    /name/,
  ],
  [
    "a step that uses an unknown one",
    { steps: [{ ...open, actions: [{ op: "useStep", value: "shop.none" }] }] },
    "steps[0].actions[0].value",
    /id of a step/,
  ],
  ["a pattern that another step has", { steps: [open, { ...open, id: "shop.opens" }] }, "steps[0]", /same pattern/],
  ["a step of the library", { steps: [{ ...open, id: "builtin.open" }] }, "steps[0].id", /builtin/],
  [
    "a page of an unknown scenario",
    { tracking: { pages: [{ ...page, scenarios: ["Hom"] }], events: [] } },
    "tracking.pages[0].scenarios[0]",
    /Did you mean "Home"/,
  ],
  [
    "a tracking plan of another shape",
    { tracking: { pages: [{ id: "a" }], events: [] } },
    "tracking.pages[0].label",
    /./,
  ],
];

describe("a plan finds what would keep the file from being applied", () => {
  let world: World;
  let key: string;
  const post = (body: object): Promise<Answer> => world.client.post("/api/config", { key, body });
  const fieldsOf = ({ body }: Answer) => (body as { fields?: FieldProblem[] }).fields ?? [];
  const apply = async (config: object, more: object = {}): Promise<Applied> => {
    const answer = await post({ mode: "apply", config, ...more });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
    return answer.body as unknown as Applied;
  };

  before(async () => {
    world = await makeWorld();
    key = await world.addKey("mcp_full");
  });
  after(() => world.close());

  for (const [what, config, path, message] of WRONG)
    it(what, async () => {
      for (const mode of ["plan", "apply"]) {
        const answer = await post({ mode, config: file(config) });
        expect(answer.status, `${mode}: ${JSON.stringify(answer.body)}`).to.equal(400);
        const found = fieldsOf(answer).find((one) => one.path === path);
        expect(found?.message, JSON.stringify(fieldsOf(answer))).to.match(message);
        expect(answer.body.error).not.to.include("correct horse");
      }
    });

  it("settings that are invalid together with the stored ones", async () => {
    const settings = (main: object) => file({ settings: { retention: { main } } });
    await apply(settings({ runs: 0 }));
    const answer = await post({ mode: "plan", config: settings({ days: 0 }) });
    expect(fieldsOf(answer).map(({ path }) => path)).to.deep.equal(["settings.retention.main.days"]);
    await apply(file({ settings: {} }), { prune: true });
  });

  for (const [kind, most, stored, more] of [
    [
      "modes",
      MAX_MODES,
      { modes: Object.fromEntries(Array.from({ length: MAX_MODES }, (_, at) => [`zoom-${at}`, { scale: 2 }])) },
      { modes: { dark: { colorScheme: "dark" } } },
    ],
    [
      "rules",
      MAX_WIDE_RULES,
      { rules: Array.from({ length: MAX_WIDE_RULES }, (_, at) => ({ selector: `.ad-${at}`, mode: "ignore" })) },
      { rules: [{ selector: ".chat", page: "hide" }] },
    ],
  ] as const)
    it(`more ${kind} than a project may have`, async () => {
      await apply(file(stored));
      const answer = await post({ mode: "plan", config: file(more) });
      expect(fieldsOf(answer)).to.deep.equal([
        { path: kind, message: `would be more than the ${most} that a project may have` },
      ]);
    });

  it("a value that an environment of the same file keeps secret", async () => {
    const access = { secrets: { token: { from: "TOKEN" } } };
    const config = file({
      environments: [{ ...staging, access }],
      scenarios: [{ label: "In", url: "/?t=4f6a-secret-9921" }],
    });
    const answer = await post({ mode: "plan", config, values: { TOKEN: "4f6a-secret-9921" } });
    expect(fieldsOf(answer).map(({ path }) => path)).to.deep.equal(["scenarios[0].url"]);
    expect(JSON.stringify(answer.body)).not.to.include("4f6a");
  });

  it("takes what one file makes and names", async () => {
    const config = file({
      environments: [staging],
      scenarios: [{ label: "Fresh", url: "/fresh" }],
      steps: [{ id: "shop.twice", pattern: "it opens twice", actions: [{ op: "useStep", value: "shop.open" }] }, open],
      features: [{ id: "basket", gherkin }],
      tracking: { pages: [{ ...page, scenarios: ["Fresh"] }], events: [] },
      schedules: [{ ...nightly, scenarios: ["Fresh"], environment: "staging" }],
      notifications: [slack],
    });
    expect((await post({ mode: "plan", config })).status).to.equal(200);
    const { refused } = await apply(config, { values: { SLACK_URL: "https://hooks.slack.com/services/T/B/x" } });
    expect(refused).to.deep.equal([]);
  });

  it("and what cannot be deleted, and a channel of another kind", async () => {
    const plan = { pages: [page], events: [{ id: "add", label: "Add", eventType: "a", pageId: "home" }] };
    await apply(file({ tracking: plan, steps: [open], features: [{ id: "basket", gherkin }] }));
    const gone = await post({ mode: "plan", prune: true, config: file({ steps: [] }) });
    expect(fieldsOf(gone).map(({ path }) => path)).to.include("steps");
    expect(gone.body.error).to.match(/used by the features "basket"/);
    const reference = await world.models.projects.findOne({ slug: "shop" }).lean();
    if (reference?.referenceEnvironmentId) {
      const none = await post({ mode: "plan", prune: true, config: file({ environments: [] }) });
      expect(none.body.error).to.match(/name another as project\.referenceEnvironment/);
    }
    await apply(file({ notifications: [slack] }), { values: { SLACK_URL: "https://hooks.slack.com/services/T/B/x" } });
    const other = await post({ mode: "plan", config: file({ notifications: [{ ...slack, kind: "teams" }] }) });
    expect(fieldsOf(other).map(({ path }) => path)).to.deep.equal(["notifications[0].kind"]);
  });

  for (const [what, more, user] of [
    ["a schedule", { schedules: [{ ...nightly, scenarios: ["Home"] }] }, 'the schedule "Nightly"'],
    ["a page of the tracking plan", { tracking: { pages: [page], events: [] } }, 'page "home"'],
  ] as const)
    it(`a scenario that is deleted and that ${what} names, which a comparison still shows`, async () => {
      await apply(file(more));
      const gone = { prune: true, config: file({ scenarios: [{ label: "About us", url: "/" }] }) };
      for (const mode of ["plan", "apply"]) {
        const { status, body } = await post({ mode, ...gone });
        expect(status, JSON.stringify(body)).to.equal(400);
        expect(body.error).to.include(`The scenario "Home" cannot be deleted while`).and.to.include(user);
      }
      expect(await world.models.scenarios.countDocuments({ label: "Home" })).to.equal(1);
      const { status, body } = await post({ mode: "compare", ...gone });
      expect(status, JSON.stringify(body)).to.equal(200);
      expect((body as unknown as Applied).changes).to.deep.include({
        action: "delete",
        kind: "scenario",
        name: "Home",
        fields: [],
        more: 0,
      });
      // Both go together.
      const both = file({ scenarios: gone.config.scenarios, schedules: [], tracking: { pages: [], events: [] } });
      expect((await post({ mode: "plan", prune: true, config: both })).status).to.equal(200);
      // On a branch both wait together.
      await world.models.scenarios.updateOne({ label: "Home" }, { $set: { onlyBranches: ["feature"] } });
      const onBranch = { mode: "plan", prune: true, branch: "feature" };
      expect((await post({ ...onBranch, config: gone.config })).status).to.equal(400);
      const waits = await post({ ...onBranch, config: both });
      expect(waits.status, JSON.stringify(waits.body)).to.equal(200);
      const { waiting } = waits.body as unknown as Applied;
      expect(waiting.map(({ action, name }) => `${action} ${name}`)).to.include("delete Home");
      await world.models.scenarios.updateOne({ label: "Home" }, { $set: { onlyBranches: null } });
      await apply(file({ schedules: [], tracking: { pages: [], events: [] } }), { prune: true });
    });

  it("names the key that was meant, and how a secret is written", async () => {
    const config = file({
      viewport: { phone: { width: 390, height: 844 } },
      scenarios: [{ label: "A", url: "/", viewport: ["phone"] }],
      settings: { audits: { perf: { run: 3 } } },
      environments: [{ ...staging, access: { basicAuth: { username: "team", password: "correct horse" } } }],
      notifications: [{ ...slack, url: "https://hooks.slack.com/services/T/B/x" }],
    });
    const answer = await post({ mode: "plan", config });
    const found = new Map(fieldsOf(answer).map(({ path, message }) => [path, message]));
    expect(found.get("viewport")).to.match(/Did you mean "viewports"/);
    expect(found.get("scenarios[0].viewport")).to.match(/Did you mean "viewports"/);
    expect(found.get("settings.audits.perf.run")).to.match(/Did you mean "runs"/);
    for (const path of ["environments[0].access.basicAuth.password", "notifications[0].url"])
      expect(found.get(path), path).to.match(/write \{ from: NAME \}/);
    expect(JSON.stringify(answer.body)).not.to.match(/correct horse|T\/B\/x/);
  });
});
