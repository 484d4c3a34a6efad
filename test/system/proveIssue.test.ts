// Proofs of tickets on the real stack: the demo shop's own tickets, the same ticket twice, a killed worker, and cancellations.
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { proofRunIdOf } from "../../domain/ids.ts";
import type { ProofResult } from "../../domain/proof/result.ts";
import { type DemoSite, startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { eventually } from "../support/eventually.ts";
import { fakeTracker, TOKEN } from "../support/fakeTracker.ts";
import { FAULT_SETTINGS, killWorker, letThrough } from "../support/faults.ts";
import { featureResults } from "../support/features.ts";
import { byLane, isFullLane, itInFullLane } from "../support/lanes.ts";
import { makeDemoProject } from "../support/operator.ts";
import { startWorld, type World } from "../support/service.ts";
import { withModels } from "../support/watched.ts";

type Ticket = {
  key: string;
  shop: "good" | "flawed";
  title: string;
  description: string;
  verdict: "proven" | "failed";
  reason?: string;
  scenario?: string;
  event?: string;
};
type Envelope = {
  ok: boolean;
  data: { jobId: string; status: string; result?: ProofResult & { nextActions: { tool: string }[] }; error?: string };
  error?: { code: string };
  warnings: string[];
};

const tickets = JSON.parse(
  readFileSync(new URL("../../temporal-dev/demo-site/tickets.json", import.meta.url), "utf8"),
) as Ticket[];

describe("proofs of tickets on the real stack", function () {
  this.timeout(300_000);
  let world: World;
  let site: DemoSite;
  let key: string;
  before(async () => {
    site = await startDemoSite({ variant: "good" });
    world = await startWorld({
      ...FAULT_SETTINGS,
      SVC_INVOKE_RATE_PER_MINUTE: "100000",
      SVC_ALLOWED_HOSTS: "127.0.0.1",
      SVC_PUBLIC_URL: "https://plumbline.example",
    });
    key = await makeDemoProject(world, { siteUrl: site.url, slug: "demo-shop" });
  });
  after(async () => {
    await world?.stop();
    await site?.close();
  });

  const invoke = async (tool: string, args: object, apiKey = key): Promise<{ status: number; body: Envelope }> => {
    const response = await fetch(`${world.service.apiUrl}/api/mcp/v1/invoke`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": apiKey },
      body: JSON.stringify({ tool, args }),
    });
    return { status: response.status, body: (await response.json()) as Envelope };
  };
  const prove = async (ticket: Pick<Ticket, "key" | "title" | "description">, more: object = {}) => {
    const { key: issueKey, title, description } = ticket;
    const { body } = await invoke("tracking_prove_issue_ticket", {
      issueKey,
      title,
      description,
      confirm: true,
      ...more,
    });
    expect(body.ok, JSON.stringify(body)).to.equal(true);
    return body.data.jobId;
  };
  const ended = (jobId: string, apiKey = key) =>
    eventually(
      `the proof ${jobId} ends`,
      async () => {
        const answer = await invoke("get_job_status", { jobId }, apiKey);
        return !["queued", "running"].includes(answer.body.data?.status ?? "") && answer;
      },
      120_000,
    );

  for (const shop of byLane(["flawed", "good"] as const))
    it(`come out right for tickets of the ${shop} shop`, async () => {
      site.setVariant(shop);
      const all = tickets.filter((ticket) => ticket.shop === shop);
      // The first ticket of each verdict, or all of them; `npm run demo` proves all of them too.
      const asked = isFullLane
        ? all
        : all.filter((one, at) => all.findIndex((of) => of.verdict === one.verdict) === at);
      const jobs = await Promise.all(asked.map(async (ticket) => ({ ticket, jobId: await prove(ticket) })));
      const got: object[] = [];
      for (const { ticket, jobId } of jobs) {
        const { status, body } = await ended(jobId);
        const { result } = body.data;
        got.push({
          key: ticket.key,
          status,
          code: body.error?.code,
          verdict: result?.proofVerdict,
          reason: result?.proofOutcome.reasons[0]?.code,
          scenario: result?.scenario?.name,
          event: result?.event?.id,
        });
      }
      expect(got).to.deep.equal(
        asked.map(({ key: of, verdict, reason, scenario, event }) => ({
          key: of,
          status: verdict === "proven" ? 200 : 422,
          code: verdict === "proven" ? undefined : "proof_failed",
          verdict,
          reason: reason ?? "proven",
          scenario,
          event,
        })),
      );
    });

  itInFullLane("judges a run of the same scenario again where that is asked for, and says so", async () => {
    site.setVariant("good");
    const proven = tickets.find(({ shop, verdict }) => shop === "good" && verdict === "proven") as Ticket;
    const first = await prove(proven);
    expect((await ended(first)).body.data.result?.proofVerdict).to.equal("proven");
    const runs = () => withModels(world, async (models) => models.runs.countDocuments({ type: "frt-test" }));
    const before = await runs();
    const { body } = await ended(await prove(proven, { reuseAudit: true }));
    expect(body.data.result?.proofVerdict).to.equal("proven");
    expect(body.data.result?.warnings.join(" ")).to.match(/reused/i);
    expect(await runs()).to.equal(before);
  });

  describe("of a page that keeps its visitor waiting", () => {
    const hits = () => world.site.hits.get("/gate/proof") ?? 0;
    let gated: string;
    before(async () => {
      const { key: ofGate } = await world.project({ A: "/page/a" });
      gated = ofGate;
      const gherkin =
        'Feature: Gate\n  Scenario: A visitor walks through the garden gate\n    Given I am on "/page/first"\n    When I open "/gate/proof"\n    Then the address is "/gate/proof"\n';
      const made = [
        await invoke("frt_create_feature", { gherkin, confirm: true }, gated),
        await invoke(
          "tracking_upsert_event",
          { id: "gate", label: "Garden gate", eventType: "gate_opened", confirm: true },
          gated,
        ),
      ];
      for (const { body } of made) expect(body.ok, JSON.stringify(body)).to.equal(true);
    });
    beforeEach(() => void world.site.hits.delete("/gate/proof"));
    const TICKET = { title: "A visitor walks through the garden gate", description: "gate_opened must be sent." };
    const begin = async (issueKey: string) => {
      const answers = await Promise.all(
        [1, 2, 3].map(() => invoke("tracking_prove_issue_ticket", { issueKey, ...TICKET, confirm: true }, gated)),
      );
      const ids = new Set(answers.map(({ body }) => body.data?.jobId));
      expect(ids.size, JSON.stringify(answers.map(({ body }) => body))).to.equal(1);
      await eventually("the gate was reached", async () => hits() > 0);
      return [...ids][0] ?? "";
    };
    const runsOf = (jobId: string) =>
      withModels(world, async (models) => models.runs.find({ _id: proofRunIdOf(jobId) }).lean());

    itInFullLane(
      "asked for three times at once is one proof with one run, and a killed worker leaves one verdict",
      async () => {
        const jobId = await begin("GATE-1");
        await killWorker(world);
        const { status, body } = await letThrough(world, ended(jobId, gated));
        expect([status, body.error?.code, body.data.status]).to.deep.equal([422, "proof_failed", "completed"]);
        expect(body.data.result?.proofOutcome.reasons.map(({ code }) => code)).to.deep.equal(["event_not_sent"]);
        const [run] = await runsOf(jobId);
        expect(run).to.include({ status: "completed", type: "frt-test", issueKey: "GATE-1" });
        const { scenarios, attempts } = await featureResults(world, proofRunIdOf(jobId));
        expect([scenarios.length, attempts.length]).to.deep.equal([1, 1]);
        const again = await ended(jobId, gated);
        expect(again.body.data.result?.issueMarkdown).to.equal(body.data.result?.issueMarkdown);
      },
    );

    it("that is cancelled while its scenario runs ends, and its run says who did it", async () => {
      const jobId = await begin("GATE-2");
      const cancel = await fetch(`${world.service.apiUrl}/api/mcp/v1/jobs/${jobId}/cancel`, {
        method: "POST",
        headers: { "x-api-key": gated },
      });
      expect(cancel.status).to.be.below(300);
      const { body } = await letThrough(world, ended(jobId, gated));
      expect(body.data.status).to.equal("cancelled");
      const [run] = await runsOf(jobId);
      expect(run?.status).to.equal("failed");
      expect(run?.error).to.match(/^cancelled by/i);
    });
  });

  itInFullLane("reads a ticket where the project has it, and keeps one comment there up to date", async () => {
    const tracker = await fakeTracker();
    try {
      const file = path.join(world.service.dataDir, "tickets.json");
      const system = { system: "github", baseUrl: tracker.url, token: TOKEN, repository: "acme/shop", comment: true };
      await writeFile(file, JSON.stringify(system));
      const said = await world.admin("projects", "tickets", "demo-shop", "--set", file);
      expect(said).to.contain(tracker.url).and.not.to.contain(TOKEN);
      for (const _ of [1, 2]) {
        const { body } = await ended(await prove({ key: "#12", title: "", description: "" }));
        expect(body.data.result).to.include({ title: "Adding", proofVerdict: "failed" });
        expect(body.data.result?.comment).to.deep.equal({ url: "https://github.test/12#1", problem: null });
        expect(JSON.stringify(body)).not.to.contain(TOKEN);
      }
      expect(tracker.state.comments).to.have.length(1);
      expect(tracker.state.comments[0]?.body).to.contain("❌ Not proven: `#12`").and.not.to.contain("@everyone");
      tracker.state.status = 401;
      const refused = await ended(await prove({ key: "#12", title: "", description: "" }));
      expect(refused.body.data.result?.proofOutcome.reasons[0]?.code).to.equal("ticket_unreadable");
      expect(refused.body.data.result?.comment?.problem).to.match(/^GitHub does not accept the token/);
    } finally {
      await tracker.close();
    }
  });
});
