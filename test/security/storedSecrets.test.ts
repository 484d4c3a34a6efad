// Every way to store steps: none of them stores a password or a secret of an environment.
import { expect } from "chai";
import { findRecording, keepStep, openedTurn } from "../../models/recordings/queries.ts";
import { everything, makeToolWorld, TOOLS, type ToolWorld } from "../api/tools/harness.ts";

/** A secret of the environment, and below it a password that is stored nowhere. */
const SECRET = "anna-7@shop.example";
const PASSWORD = "open sesame 7";
const known = `I fill in "E-mail" with "${SECRET}"`;
const typed = `I fill in "Password" with "${PASSWORD}"`;
const feature = (name: string, step: string) =>
  `Feature: ${name}\n\n  Scenario: Opens\n    When ${step}\n    Then I should see "Basket"\n`;

type Sent = { status: number; body: unknown };
/** Sends one step; `n` is different for each call. */
type Way = (step: string, n: number) => Promise<Sent>;

describe("what is stored of steps", () => {
  let world: ToolWorld;
  before(async () => {
    world = await makeToolWorld();
    const { models, sealer } = world.ctx;
    const sealedAccess = sealer.seal(JSON.stringify({ secrets: { user: SECRET } }));
    await models.environments.updateOne({ _id: "env_stage" }, { $set: { sealedAccess } });
    world.engine.turn = async (id) => {
      const recording = (await findRecording(models, id))!;
      await keepStep(models, recording, { step: openedTurn(recording.turn!, sealer), at: new Date() });
      return { state: "done", message: null, replayed: false, view: null };
    };
    await world.call("frt_create_feature", { gherkin: feature("Base", "I go back"), featureId: "base", confirm: true });
    await world.call("frt_create_step_def", {
      id: "own",
      pattern: "I do my own",
      examples: ["I do my own"],
      actions: [{ op: "goBack" }],
      confirm: true,
    });
  });
  after(() => world.close());

  const tool = (name: string, args: object) => world.send(name, { confirm: true, ...args });
  const version = async () =>
    (await world.call("frt_get_feature", { featureId: "base" })).data.feature.version as number;
  const scenarioId = "opens";
  const fill = (step: string) => {
    const [label = "", value = ""] = [...step.matchAll(/"([^"]*)"/g)].map(([, one]) => one ?? "");
    return { op: "fill", target: { locators: [{ by: "label", value: label }] }, value };
  };
  const label = (step: string) => fill(step).target.locators[0]?.value ?? "";
  const recording = (step: string, n: number) => ({
    title: `Recorded ${n}`,
    steps: [
      { type: "navigate", url: "https://shop.example/" },
      {
        type: "change",
        value: fill(step).value,
        selectors: [[`aria/${label(step)}`]],
        target: "main",
      },
    ],
  });

  /** Tools that store steps. Those that store none are listed below, so that a new tool must be added to one of the lists. */
  const TOOL_WAYS: Record<string, Way> = {
    frt_create_feature: (step, n) => tool("frt_create_feature", { gherkin: feature(`Made ${n}`, step) }),
    frt_save_feature_draft: (step, n) =>
      tool("frt_save_feature_draft", { featureId: `draft-${n}`, gherkin: feature("D", step) }),
    frt_set_gherkin: async (step, n) =>
      tool("frt_set_gherkin", { featureId: "base", gherkin: feature(`Base ${n}`, step), version: await version() }),
    frt_set_gherkin_bulk: (step, n) =>
      tool("frt_set_gherkin_bulk", { features: [{ gherkin: feature(`Bulk ${n}`, step) }] }),
    frt_add_scenario: (step, n) =>
      tool("frt_add_scenario", {
        featureId: "base",
        scenario: `Scenario: Added ${n}\n  When ${step}\n  Then I should see "A"`,
      }),
    frt_update_scenario: async (step) =>
      tool("frt_update_scenario", {
        featureId: "base",
        scenarioId,
        scenario: `Scenario: Opens\n  When ${step}\n  Then I should see "B"`,
        version: await version(),
      }),
    frt_add_step: (step) => tool("frt_add_step", { featureId: "base", scenarioId, step: `And ${step}` }),
    frt_update_step: async (step) =>
      tool("frt_update_step", {
        featureId: "base",
        scenarioId,
        index: 0,
        step: `When ${step}`,
        version: await version(),
      }),
    frt_create_step_def: (step, n) =>
      tool("frt_create_step_def", {
        id: `made-${n}`,
        pattern: `I do number${n}`,
        examples: [`I do number${n}`],
        description: step,
        actions: [fill(step)],
      }),
    frt_update_step_def: (step) =>
      tool("frt_update_step_def", { stepDefId: "own", actions: [fill(step)], description: step }),
    create_frt_scenario: (step) =>
      tool("create_frt_scenario", {
        goal: `a visitor does ${step.replace(/^I fill in/, "fill in")} and sees "Nothing like it"`,
        startPath: "/",
      }),
    agent_start_recording: (step) => tool("agent_start_recording", { goal: step }),
    agent_recording_turn: async (step) => {
      await world.models.recordings.deleteMany({});
      const { recordingId } = (await world.call("agent_start_recording", { goal: "Turns", confirm: true })).data;
      const said = await world.send("agent_recording_turn", { recordingId, sentence: step });
      await world.send("agent_recording_turn", {
        recordingId,
        action: "fill",
        name: label(step),
        value: fill(step).value,
      });
      return said;
    },
    create_scenario: (step, n) =>
      tool("create_scenario", {
        label: `Shot ${n}`,
        url: step === known ? `/?user=${SECRET}` : `/?password=${encodeURIComponent(SECRET)}`,
      }),
  };
  const STORES_NO_STEPS = [
    "frt_rename_feature",
    "frt_delete_feature",
    "frt_delete_scenario",
    "frt_remove_step",
    "frt_delete_step_def",
    "frt_organize_feature_groups",
    "frt_heal_step_def",
    "frt_apply_heal",
    "run_frt_feature",
    "agent_finish_recording",
  ];
  /** Everything that is not a tool. */
  const OTHER_WAYS: Record<string, Way> = {
    "the editor": (step, n) => {
      const body = { version: 0, gherkin: feature("Edited", step) };
      return session().then((s) =>
        world.client.post(`/api/app/projects/shop/features/edited-${n}`, { session: s, body }),
      );
    },
    "a recording of Chrome's DevTools": (step, n) =>
      world.client.post("/api/frt/recorder", {
        key: world.keys.mcp_full,
        body: { project: "shop", recording: recording(step, n) },
      }),
    "plumbline.yml": (step, n) => {
      const config = {
        version: 1,
        project: { slug: "shop" },
        features: [{ id: `file-${n}`, gherkin: feature("File", step) }],
        steps: [
          {
            id: `file-step-${n}`,
            pattern: `I file number${n}`,
            examples: [`I file number${n}`],
            actions: [fill(step)],
          },
        ],
        scenarios: [
          {
            label: `File ${n}`,
            url: "/",
            steps: [{ op: "fill", selector: `#${label(step)}`, value: fill(step).value }],
          },
        ],
      };
      return session().then((s) =>
        world.client.post("/api/config", { session: s, body: { project: "shop", mode: "apply", config, values: {} } }),
      );
    },
  };
  const session = () => world.session("admin");

  it("covers every tool that stores steps", () => {
    const writing = TOOLS.filter((one) => one.area === "functional" && (one.mutating || one.adds)).map(
      ({ name }) => name,
    );
    expect(
      [...Object.keys(TOOL_WAYS).filter((name) => name !== "create_scenario"), ...STORES_NO_STEPS].sort(),
    ).to.deep.equal(writing.sort());
  });

  let n = 0;
  for (const [name, way] of Object.entries({ ...TOOL_WAYS, ...OTHER_WAYS }))
    it(`${name} stores neither a secret nor a password`, async () => {
      const first = await way(known, ++n);
      const refused = await way(typed, ++n);
      const stored = await everything(world.models);
      expect(stored, name).not.to.contain(SECRET).and.not.contain(encodeURIComponent(SECRET)).and.not.contain(PASSWORD);
      expect(JSON.stringify(world.logged)).not.to.contain(SECRET).and.not.contain(PASSWORD);
      expect(first.status, JSON.stringify(first.body)).to.be.below(500);
      // The response to a goal names the clauses for which it could not create steps.
      if (name !== "create_frt_scenario") expect(JSON.stringify(refused.body)).not.to.contain(PASSWORD);
      if (SAYS_HOW.has(name)) {
        expect(JSON.stringify(refused.body)).to.match(/\{secret\.NAME\}|\{secret\.PASSWORD\}|\(signIn\)/);
        if (!REFUSES.has(name)) expect(stored).to.contain("{secret.user}");
      }
    });
  /** A goal without a page becomes a draft with its words; the name of a recording is not a step. */
  const NO_SENTENCE = new Set(["create_frt_scenario", "agent_start_recording"]);
  const SAYS_HOW = new Set(Object.keys({ ...TOOL_WAYS, ...OTHER_WAYS }).filter((name) => !NO_SENTENCE.has(name)));
  const REFUSES = new Set(["create_scenario", "plumbline.yml"]);
});
