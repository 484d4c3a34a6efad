// Proofs of tickets on the real stack: the demo shop's own tickets, the same ticket twice, a killed worker, and cancels.
import { readFileSync } from "node:fs";
import { expect } from "chai";
import type { ProofResult } from "../../domain/proof/result.ts";
import { type DemoSite, startDemoSite } from "../../temporal-dev/demo-site/server.ts";
import { eventually } from "../support/eventually.ts";
import { makeDemoProject } from "../support/operator.ts";
import { startWorld, type World } from "../support/service.ts";

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
    const port = new URL(site.url).port;
    world = await startWorld({
      SVC_INVOKE_RATE_PER_MINUTE: "100000",
      SVC_ALLOWED_HOSTS: `127.0.0.1:${port}`,
      SVC_PUBLIC_URL: "https://plumbline.example",
    });
    key = await makeDemoProject(world, { siteUrl: site.url, slug: "demo-shop" });
  });
  after(async () => {
    await world?.stop();
    await site?.close();
  });

  const invoke = async (tool: string, args: object): Promise<{ status: number; body: Envelope }> => {
    const response = await fetch(`${world.service.apiUrl}/api/mcp/v1/invoke`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-api-key": key },
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
  const ended = (jobId: string) =>
    eventually(
      `the proof ${jobId} ends`,
      async () => {
        const answer = await invoke("get_job_status", { jobId });
        return !["queued", "running"].includes(answer.body.data?.status ?? "") && answer;
      },
      120_000,
    );

  for (const shop of ["good", "flawed"] as const)
    it(`come out right for each ticket of the ${shop} shop`, async () => {
      site.setVariant(shop);
      const asked = tickets.filter((ticket) => ticket.shop === shop);
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
          ...{
            key: of,
            status: verdict === "proven" ? 200 : 422,
            code: verdict === "proven" ? undefined : "proof_failed",
          },
          ...{ verdict, reason: reason ?? "proven", scenario, event },
        })),
      );
    });
});
