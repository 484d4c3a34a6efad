// Suggestions after a failed proof: always create, prove again and inspect, only with tools of the profile.
import { expect } from "chai";
import { afterProof } from "../../../../api/tools/areas/tracking/prove.ts";
import { findTool, TOOLS, toolsOf } from "../../../../api/tools/registry.ts";
import type { ProofResult } from "../../../../domain/proof/result.ts";
import { TOOL_PROFILES } from "../../../../domain/toolProfiles.ts";
import { proofRecord } from "../../../domain/proof/records.ts";
import { makeToolWorld } from "../harness.ts";

const ASKED = { jobId: "job_1", issueKey: "SHOP-1" };
const PLACE = { project: { slug: "shop" }, environment: "production" };
const record = proofRecord();
const result = (patch: Partial<ProofResult> = {}): ProofResult => ({
  proofVerdict: "failed",
  issueMarkdown: "",
  matchesTicketIntent: false,
  warnings: [],
  issueKey: "SHOP-1",
  proofOutcome: { proven: false, headline: "", reasons: [{ code: "event_not_sent", message: "It was not sent." }] },
  title: "Adding is measured",
  conditions: [],
  scenario: record.scenario,
  event: record.event,
  candidates: record.candidates,
  environment: record.environment,
  runId: "run_1",
  evidenceId: "a",
  evidenceUrl: null,
  comment: null,
  ...patch,
});
const open = (
  kind: "device" | "browser" | "currency" | "present" | "page",
  wanted: string,
  attribute: string | null = null,
) => ({
  kind,
  wanted,
  attribute,
  words: "the words",
  status: "not_tested" as const,
  why: "why",
});
const INSPECTS = ["frt_get_run_timeline", "frt_explain_failure", "frt_get_feature", "frt_get_feature_groups"];

describe("what comes after a proof", () => {
  for (const profile of TOOL_PROFILES)
    for (const [what, patch] of [
      ["whose event was wrong", {}],
      [
        "whose event nobody planned",
        { event: null, proofOutcome: { proven: false, headline: "", reasons: [{ code: "no_event", message: "" }] } },
      ],
      ["without a scenario", { scenario: null, event: null, runId: null }],
      ["without a scenario or a title", { scenario: null, event: null, runId: null, title: "" }],
      [
        "whose scenario broke",
        { proofOutcome: { proven: false, headline: "", reasons: [{ code: "scenario_did_not_pass", message: "" }] } },
      ],
      ["on phones", { conditions: [open("device", "phone")] }],
      [
        "in Firefox, with EUR, on a page",
        { conditions: [open("browser", "firefox"), open("currency", "EUR", "currency"), open("page", "outlet")] },
      ],
    ] as const)
      it(`${what}, in the profile ${profile}: create, prove again and inspect`, async () => {
        const actions = afterProof(PLACE, ASKED, result(patch as Partial<ProofResult>), profile);
        const tools = actions.map(({ tool }) => tool);
        expect(tools).to.include.members(["create_frt_scenario", "tracking_prove_issue_ticket"]);
        expect(
          INSPECTS.some((tool) => tools.includes(tool)),
          tools.join(", "),
        ).to.equal(true);
        const listed = new Set((profile === "core" ? TOOLS : toolsOf(profile)).map(({ name }) => name));
        expect(tools.filter((tool) => !listed.has(tool))).to.deep.equal([]);
        for (const { tool, args = {} } of actions) {
          const declared = findTool(tool);
          await declared.schema.validate({ ...args, ...(declared.mutating && { confirm: true }) });
        }
      });

  it("tests conditions that were not met", () => {
    const conditions = [open("device", "tablet"), open("currency", "EUR", "currency")];
    const actions = afterProof(PLACE, ASKED, result({ conditions }), "qa");
    expect(actions.find(({ tool }) => tool === "run_frt_feature")?.args).to.deep.include({ viewports: ["tablet"] });
    const planned = actions.find(({ tool }) => tool === "tracking_set_event_attribute");
    expect(planned?.args).to.deep.include({ eventId: "e-add", name: "currency", expected: "EUR" });
    expect(actions[0]?.args?.goal).to.equal("Adding is measured, the words, the words");
  });

  it("offers the three nearest scenarios where none was clear, each to be confirmed", async () => {
    const near = ["a", "b", "c", "d"].map((id) => ({
      id: `feature-${id}\0one-${id}`,
      name: `Scenario ${id}`,
      score: 0.4,
      band: "maybe" as const,
      words: [],
      contrary: null,
    }));
    for (const code of ["several_scenarios", "no_scenario_matches"] as const) {
      const patch = {
        scenario: null,
        event: null,
        runId: null,
        candidates: { scenarios: near, events: [] },
        proofOutcome: { proven: false, headline: "", reasons: [{ code, message: "" }] },
      };
      const actions = afterProof(PLACE, { ...ASKED, title: "Adding" }, result(patch), "qa");
      const proofs = actions.filter(({ tool }) => tool === "tracking_prove_issue_ticket");
      expect(proofs.map(({ args }) => [args?.featureId, args?.scenario])).to.deep.equal([
        ["feature-a", "one-a"],
        ["feature-b", "one-b"],
        ["feature-c", "one-c"],
        [undefined, undefined],
      ]);
      for (const { args = {} } of proofs)
        await findTool("tracking_prove_issue_ticket").schema.validate({ ...args, confirm: true });
    }
  });

  it("is nothing where the ticket is proven", () => {
    expect(afterProof(PLACE, ASKED, result({ proofVerdict: "proven" }), "full")).to.deep.equal([]);
  });
});

describe("a proof that is suggested again", () => {
  it("is of the whole ticket, line by line, and of this project", async () => {
    const world = await makeToolWorld();
    const PROVE = "tracking_prove_issue_ticket";
    const description = `${"This is how it is done.\n".repeat(200)}\nBrowser: Firefox`;
    const ticket = { issueKey: "SHOP-1", title: "Adding is measured", description };
    try {
      const { jobId } = (await world.call(PROVE, { ...ticket, confirm: true })).data;
      await world.models.jobs.updateOne(
        { _id: jobId },
        { $set: { status: "failed", error: "No worker.", lock: jobId } },
      );
      const [again] = (await world.call("get_job_status", { jobId })).nextActions ?? [];
      expect(again?.tool).to.equal(PROVE);
      const { data } = await world.call(PROVE, { ...again?.args, confirm: true });
      expect(data.jobId).not.to.equal(jobId);
      const made = await world.models.jobs.findById(data.jobId).lean();
      expect(made?.input).to.deep.include(ticket);
      const other = { issueKey: "SHOP-2", again: jobId, confirm: true };
      await world.refused(PROVE, other, 400, "validation_error");
      for (const own of [{ title: "Another" }, { description: "Another" }])
        await world.refused(PROVE, { ...again?.args, ...own, confirm: true }, 400, "validation_error");
      // The same proof, of another project of the organisation.
      await world.models.jobs.updateOne({ _id: jobId }, { $set: { projectId: "prj_blog" } });
      await world.refused(PROVE, { ...again?.args, confirm: true }, 422, "tool_error");
    } finally {
      await world.close();
    }
  });
});
