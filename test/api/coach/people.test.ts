// The built-in planner with questions as people phrase them: how many answers are right, and that none misleads.
import { expect } from "chai";
import { askCoach, type CoachAnswer } from "../../../api/coach/ask.ts";
import { invokeTool } from "../../../api/tools/invoke.ts";
import { TOOLS } from "../../../api/tools/registry.ts";
import { ungroundedFigures } from "../../../domain/coach/figures.ts";
import { createEmbedder } from "../../../platform/embedder/embedder.ts";
import { makeWorld, type World } from "../support/world.ts";
import { type PersonsQuestion, QUESTIONS_OF_PEOPLE } from "./questionsOfPeople.ts";
import { seedShop } from "./seed.ts";

const EMAIL = "admin@org_a.example";
const PERSON = { kind: "user", userId: `usr_${EMAIL}`, email: EMAIL, orgId: "org_a", role: "admin" } as const;
const BAR = 0.9;
const PLACE = /\{(\w+):([\w.]+)\}/g;

describe("the built-in coach among people", () => {
  const embedder = createEmbedder();
  const figures = new Map<string, string>();
  const asked: { question: PersonsQuestion; answer: CoachAnswer; said: unknown[]; problems: string[] }[] = [];
  let world: World;

  before(async function () {
    this.timeout(90_000);
    world = await makeWorld();
    world.ctx.embedder = embedder;
    await seedShop(world.models);
    for (const [place, tool = "", path = ""] of JSON.stringify(QUESTIONS_OF_PEOPLE).matchAll(PLACE)) {
      const { envelope } = await invokeTool(world.ctx, PERSON, { tool, args: { project: "shop" } });
      const value = path.split(".").reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], envelope.data);
      figures.set(place, String(value));
    }
    for (const question of QUESTIONS_OF_PEOPLE) {
      const said: unknown[] = [];
      const tools = TOOLS.map((tool) => ({
        ...tool,
        async run(...args: Parameters<typeof tool.run>) {
          if (tool.mutating) throw new Error(`${tool.name} was called`);
          const answer = await tool.run(...args);
          said.push(answer);
          return answer;
        },
      }));
      const free = { tools, signal: new AbortController().signal, count: async () => {} };
      const context = question.after === undefined ? {} : { previousMessage: question.after };
      const answer = await askCoach(world.ctx, PERSON, { message: question.ask, project: "shop", context }, free);
      asked.push({ question, answer, said, problems: problemsOf(question, answer) });
    }
  });
  after(async () => {
    await world.close();
    await embedder.close();
  });

  const holds = (reply: string, part: string | RegExp): boolean =>
    typeof part === "string"
      ? reply.includes(part.replace(PLACE, (place) => figures.get(place) ?? place))
      : part.test(reply);
  function problemsOf({ tools, says, not = [] }: PersonsQuestion, { reply, calls }: CoachAnswer): string[] {
    const called = new Set(calls.map(({ tool }) => tool));
    return [
      ...tools.filter((tool) => !called.has(tool)).map((tool) => `does not call ${tool}`),
      ...says.filter((part) => !holds(reply, part)).map((part) => `does not say ${part}`),
      ...not.filter((part) => holds(reply, part)).map((part) => `says ${part}`),
    ];
  }

  for (const half of ["built", "measured"] as const)
    it(`answers nine of ten right, ${half}`, () => {
      const of = asked.filter(({ question }) => question.half === half);
      const wrong = of.filter(({ problems }) => problems.length > 0);
      const told = wrong.map(
        ({ question, answer, problems }) =>
          `${question.kind}: ${question.ask}\n  ${problems.join("; ")}\n  [${answer.feature}.${answer.action}] ${answer.reply}`,
      );
      expect(of).to.have.length(half === "built" ? 50 : 30);
      expect(1 - wrong.length / of.length, told.join("\n")).to.be.at.least(BAR);
    });

  it("misleads nobody: what is not right says that it is not known, or asks", () => {
    const misleading = asked.filter(
      ({ answer, problems }) =>
        problems.length > 0 &&
        !/cannot answer|Which .* is meant|I do not|I cannot|not called|nothing about/.test(answer.reply),
    );
    expect(misleading.map(({ question, answer }) => `${question.ask}\n${answer.reply}`).join("\n\n")).to.equal("");
  });

  it("says no figure that no tool gave", () => {
    for (const { question, answer, said } of asked)
      expect(
        ungroundedFigures(answer.reply, [...said, question.ask, question.after ?? ""]),
        `${question.ask}\n${answer.reply}`,
      ).to.deep.equal([]);
  });

  const ask = async (message: string, previousMessage?: string): Promise<string> => {
    const free = { tools: TOOLS, signal: new AbortController().signal, count: async () => {} };
    const context = previousMessage === undefined ? {} : { previousMessage };
    return (await askCoach(world.ctx, PERSON, { message, project: "shop", context }, free)).reply;
  };

  it("says what it takes a second question to be about, and narrows none that speaks of nothing before", async () => {
    const narrowed = await ask("Is the cart slow? Does it look different?");
    expect(narrowed).to.contain("Does it look different? (about Cart)");
    const free = await ask("Is the cart slow? Are there accessibility problems?");
    expect(free).to.contain("Are there accessibility problems?\n").and.contain("A button has no name.");
  });

  it("answers each question beside a sentence that only tells something, and names what it does not answer", async () => {
    const both = await ask("We want to go live. What failed last night? Can I merge PR 42?");
    expect(both).to.contain("run_visual_night").and.contain("run_pr_42");
    const many = await ask("What failed last night? Can I merge PR 42? How good is our SEO? Who can approve changes?");
    expect(many).to.contain("94").and.contain("Not answered: Who can approve changes? Ask it in a message of its own.");
  });

  it("says equal entries of the audit log once, and which approvals were undone", async () => {
    const shots = (await world.models.shots.find({ runId: "run_visual_night" }, { _id: 1 }).lean()).map(
      ({ _id }) => _id,
    );
    const entry = (id: string, action: string, minute: number) => ({
      _id: `aud_${id}`,
      orgId: "org_a",
      at: new Date(Date.UTC(2026, 2, 10, 11, minute)),
      who: "editor@org_a.example",
      action,
      target: "run_visual_night",
      details: { decided: 1, shots: shots.slice(0, 1) },
    });
    await world.models.audit.create([
      entry("1", "results.approve", 1),
      entry("2", "results.undo", 2),
      entry("3", "results.approve", 3),
      entry("4", "results.approve", 3),
    ]);
    await world.models.users.updateOne({ email: "editor@org_a.example" }, { $set: { name: "Ann Lee" } });
    const reply = await ask("Who approved the screenshots?");
    expect(reply).to.contain("Ann Lee did it last").and.not.contain("editor@org_a.example");
    const lines = reply.split("\n").filter((line) => line.startsWith("- "));
    expect(lines).to.have.length(2);
    expect(lines[0]).to.match(/approved screenshots of .*run_visual_night.* \(2 times\)\.$/);
    expect(lines[1]).to.match(/, which was undone on .*11:02/);
    const role = { action: "user.role", details: { from: "editor", to: "viewer", email: "editor@org_a.example" } };
    await world.models.audit.create({ ...entry("5", "", 4), ...role });
    expect(await ask("Who changed Ann's role?")).to.contain("did it last");
    expect(await ask("Who changed Bob's role?")).to.contain("no entry about bob");
  });

  it("looks for differences in the pull request or branch that is named, otherwise on the main branch", async () => {
    const { runs } = world.models;
    const night = await runs.findById("run_visual_night").lean();
    const newest = { _id: "run_feature_x", branch: "feature/x", createdAt: new Date("2026-03-10T11:00:00.000Z") };
    await runs.insertMany([{ ...night, ...newest }]);
    expect(await ask("Why does Home differ?")).to.contain("run_visual_night");
    expect(await ask("Why does Home look different in PR 42?"))
      .to.contain("8.75")
      .and.not.contain("4.25");
    expect(await ask("Why does Home differ on branch feature/x?")).to.contain("run_feature_x");
    expect(await ask("Why does Home differ on branch old?")).to.contain(
      "no recent completed visual test of the branch old",
    );
    await runs.deleteOne({ _id: newest._id });
  });

  const topicOf = async (message: string): Promise<string> => {
    const free = { tools: TOOLS, signal: new AbortController().signal, count: async () => {} };
    const { feature, action } = await askCoach(world.ctx, PERSON, { message, project: "shop" }, free);
    return `${feature}.${action}`;
  };

  it("does not take the words of one question for another", async () => {
    for (const [message, topic] of [
      ["How can I approve findings from the command line?", "visual.explain"],
      ["Can I accept the cookie banner?", "visual.explain"],
      ["Cancel the scheduled nightly runs", "settings.cancelling"],
      ["Who may see the new issues on the cart page?", "runs.changes"],
      ["Why is the performance score of the page lower?", "health.overview"],
      ["What are the most important pages to test?", "guidance.priorities"],
      ["Which scenarios are red?", "visual.scenarios"],
    ] as const)
      expect(await topicOf(message), message).not.to.equal(topic);
    for (const [message, topic] of [
      ["Can I approve this?", "visual.explain"],
      ["Can we accept the changes?", "visual.explain"],
      ["Is it safe to approve?", "visual.explain"],
      ["Zeige mir alle Probleme", "guidance.priorities"],
    ] as const)
      expect(await topicOf(message), message).to.equal(topic);
  });

  it("captures what the question names, and else only what lacks a baseline", async () => {
    expect(await ask("Capture the missing baselines of Home")).to.contain('"scenarios":["Home"]');
    expect(await ask("Capture the missing baselines in Firefox"))
      .to.contain('"browsers":["firefox"]')
      .and.not.contain("Cart");
    await world.models.scenarios.updateOne({ _id: "scn_cart" }, { $set: { onlyBranches: ["new"] } });
    expect(await ask("Capture the missing baselines"))
      .to.contain("No baseline is missing among")
      .and.not.contain('"confirm":true');
    await world.models.scenarios.updateOne({ _id: "scn_cart" }, { $unset: { onlyBranches: 1 } });
  });

  it("says of which type and where there was no run", async () =>
    expect(await ask("Which visual tests failed on staging last night?")).to.equal(
      "There was no visual test on Staging last night.",
    ));

  it("compares two environments by runs of the main branch", async () => {
    const { runs } = world.models;
    const night = await runs.findById("run_visual_night").lean();
    const placed = (_id: string, environmentId: string, branch: string, minute: number) => ({
      ...night,
      _id,
      environmentId,
      branch,
      createdAt: new Date(Date.UTC(2026, 2, 10, 11, minute)),
    });
    const of = [
      placed("run_on_production", "env_prod", "main", 0),
      placed("run_on_staging", "env_stage", "main", 1),
      placed("run_of_preview", "env_stage", "feature/x", 2),
    ];
    await runs.insertMany(of);
    const reply = await ask("Compare the visual tests on staging with production");
    await runs.deleteMany({ _id: { $in: of.map(({ _id }) => _id) } });
    expect(reply).to.contain("run_on_staging").and.contain("run_on_production").and.not.contain("run_of_preview");
  });

  it("asks for a tag or path if a rule leaves out pages", async () =>
    expect(await ask("Ignore the date on every page except Home")).to.contain("A rule cannot leave out scenarios."));

  it("reads long lists as a whole", async () => {
    const { trackingEvents } = world.models;
    const event = await trackingEvents.findById("prj_shop:event-view_item").lean();
    const ids = Array.from({ length: 60 }, (_, index) => `event-more_${index}`);
    await trackingEvents.insertMany(
      ids.map((id) => ({ ...event, _id: `prj_shop:${id}`, id, label: id.slice(6), eventType: id.slice(6) })),
    );
    expect(await ask("Is the event more_59 tracked?")).to.contain('"more_59" is in the tracking plan');
    await trackingEvents.deleteMany({ id: { $in: ids } });
  });

  it("prefers the environment that the question names to the selected one", async () => {
    const free = { tools: TOOLS, signal: new AbortController().signal, count: async () => {} };
    const request = { message: "What failed on staging?", project: "shop", environment: "production" };
    const { calls } = await askCoach(world.ctx, PERSON, request, free);
    expect(calls[0]?.args).to.include({ environment: "staging" });
  });

  it("takes over the pull request and environment that a second question refers to", async () => {
    const reply = await ask("Can I merge PR 43? What failed there?");
    expect(reply).to.contain("(about pull request 43)\nNothing of pull request 43 failed");
    expect(await ask("What failed on staging? Is it slow?")).to.contain("(about Staging)");
  });

  it("completes a follow-up of a follow-up", async () => {
    const free = { tools: TOOLS, signal: new AbortController().signal, count: async () => {} };
    const history = ["Who approved Home?", "And About us?"].map((text) => ({ role: "user" as const, text }));
    const request = { message: "And Cart?", project: "shop" };
    const { reply } = await askCoach(world.ctx, PERSON, request, { ...free, history });
    expect(reply).to.contain("Understood as: Who approved Cart?");
  });

  it("answers a new question behind another as it is", async () => {
    const reply = await ask("And can I merge PR 42?", "How good is our SEO?");
    expect(reply).to.contain("run_pr_42").and.not.contain("Understood as");
  });
});
