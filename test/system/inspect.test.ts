import { expect } from "chai";
import { itInFullLane } from "../support/lanes.ts";
import { startWorld, type World } from "../support/service.ts";

type Envelope = {
  ok: boolean;
  summary: string;
  // biome-ignore lint/suspicious/noExplicitAny: the data of any tool.
  data: any;
  error?: { code: string; message: string };
};

describe("looking at pages on the real stack", function () {
  this.timeout(300_000);
  let world: World;
  before(async () => {
    world = await startWorld();
  });
  after(() => world?.stop());

  const invoke = async (key: string, tool: string, args: Record<string, unknown>): Promise<Envelope> => {
    const answer = await fetch(`${world.service.apiUrl}/api/mcp/v1/invoke`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ tool, args }),
    });
    return (await answer.json()) as Envelope;
  };

  it("an agent checks the set-up, reads a page, finds an element and gets a scenario for it", async () => {
    const { key } = await world.project({ One: "/page/one" }, "mcp_read");
    const setup = await invoke(key, "check_setup_health", {});
    expect(setup.data, JSON.stringify(setup)).to.deep.include({ ready: true, blockers: [] });
    const codes = (list: { code: string }[]) => list.map(({ code }) => code);
    expect(codes(setup.data.passed)).to.include.members(["service", "site"]);
    // A machine without Firefox or WebKit has a warning.
    expect(codes([...setup.data.passed, ...setup.data.warnings])).to.include("browsers");

    const read = await invoke(key, "inspect_page_dom", { url: "/page/two" });
    expect(read.data?.headings, JSON.stringify(read)).to.deep.equal([{ level: 1, text: "two", selector: "h1" }]);

    const found = await invoke(key, "find_element_on_page", { url: "/page/two", text: "More words below" });
    expect(found.data?.matches[0], JSON.stringify(found)).to.include({ selector: "#rest", visible: true });

    const suggested = await invoke(key, "suggest_scenario", { url: "/page/two" });
    expect(suggested.data, JSON.stringify(suggested)).to.deep.include({
      mismatchPercent: 0,
      rules: [],
      existing: null,
    });
    expect(suggested.data.scenario).to.include({ label: "two", url: "/page/two" });
  });

  it("an agent records a feature turn by turn, saves it, and the feature runs", async () => {
    const { key } = await world.project({ One: "/page/one" }, "mcp_full");
    const begun = await invoke(key, "agent_start_recording", {
      goal: "Read the first page",
      startPath: "/page/one",
      confirm: true,
    });
    expect(begun.data, JSON.stringify(begun)).to.deep.include({ state: "done", steps: 1 });
    const { recordingId } = begun.data;
    const wrong = await invoke(key, "agent_recording_turn", { recordingId, sentence: 'I should be on "/page/two"' });
    expect(wrong.data, JSON.stringify(wrong)).to.deep.include({ state: "failed", steps: 1 });
    const right = await invoke(key, "agent_recording_turn", { recordingId, sentence: 'I should be on "/page/one"' });
    expect(right.data, JSON.stringify(right)).to.deep.include({ state: "done", steps: 2 });
    const saved = await invoke(key, "agent_finish_recording", { recordingId, confirm: true });
    expect(saved.data?.feature, JSON.stringify(saved)).to.include({ status: "ready" });
    const { featureId } = saved.data.feature;
    const run = await invoke(key, "run_frt_feature", { featureId, confirm: true });
    const waited = await invoke(key, "wait_for_run", { runId: run.data?.runId, maxWaitMs: 120_000 });
    expect(waited.data?.summary, JSON.stringify(waited)).to.include({ total: 1, passed: 1 });
  });

  itInFullLane("what is wrong with a page is the answer, and other sites are not opened", async () => {
    const { key } = await world.project({ One: "/page/one" });
    const missing = await invoke(key, "inspect_page_dom", { url: "/missing/x" });
    expect(missing.error?.code).to.equal("tool_error");
    expect(missing.error?.message).to.match(/could not be opened: The page answered 404/);
    const foreign = await invoke(key, "inspect_page_dom", { url: world.service.apiUrl });
    expect(foreign.error?.code).to.equal("validation_error");
  });
});
