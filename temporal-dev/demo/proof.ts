// Last act of the demo: proves one of the shop's tickets.
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProofResult } from "../../domain/proof/result.ts";
import { type ApiClient, ApiError } from "../apiClient.ts";
import { demoFile } from "./prepare.ts";

type Answer = { data: { jobId: string; status: string; result?: ProofResult; error?: string } };
type Ticket = { key: string; title: string; description: string };

const EVERY_MS = 500;

/** Proves the ticket and prints the evidence. Returns whether it is proven. */
export async function proveTicket(client: ApiClient, project: string, log: (line?: string) => void): Promise<boolean> {
  const tickets = JSON.parse(await readFile(demoFile("tickets.json"), "utf8")) as Ticket[];
  const [ticket] = tickets;
  if (ticket === undefined) return false;
  const { key: issueKey, title, description } = ticket;
  const invoke = (tool: string, args: object) =>
    client.request("POST", "/api/mcp/v1/invoke", { tool, args: { project, ...args } }) as Promise<Answer>;
  const started = await invoke("tracking_prove_issue_ticket", { issueKey, title, description, confirm: true });
  const { jobId } = started.data;
  log(`proof of ${issueKey} "${title}"`);
  // No timeout here, however slow the machine is: the service ends a job.
  for (;;) {
    await sleep(EVERY_MS);
    // A failed proof responds with 422 and all its data.
    const { data } = await invoke("get_job_status", { jobId }).catch((error: unknown) => failedAnswer(error));
    if (data.status === "queued" || data.status === "running") continue;
    const { result } = data;
    log(result ? `  ${result.proofOutcome.headline}` : `  the proof is ${data.status}: ${data.error ?? ""}`);
    for (const warning of result?.warnings ?? []) log(`  warning: ${warning}`);
    if (result?.scenario)
      log(`  scenario "${result.scenario.name}", likeness ${result.scenario.score}; run ${result.runId}`);
    return result?.proofVerdict === "proven";
  }
}

/** Returns the data of a failed proof, which the client throws because the status is 422. */
function failedAnswer(error: unknown): Answer {
  const data = error instanceof ApiError ? (error.body as Partial<Answer> | null)?.data : null;
  if (!data) throw error;
  return { data };
}
