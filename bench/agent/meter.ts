// An MCP client for agents that counts the tokens of each call's arguments and result.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Envelope } from "../../mcp/backend.ts";
import { pictureTokens } from "../../mcp/result.ts";
import { tokensOf } from "../../test/support/tokens.ts";

export type Cost = { job: string; tool: string; args: number; answer: number };
type Block = { type: string; text?: string };
// biome-ignore lint/suspicious/noExplicitAny: the data of many tools.
export type Answer = Omit<Envelope, "data"> & { data: any };

/** Maximum time that one call waits for a run or a job. */
const WAIT_MS = 120_000;

export async function openMeter(url: string, key: string) {
  const client = new Client({ name: "bench", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { "x-api-key": key } } }),
  );
  const { tools } = await client.listTools();
  const listed = new Set(tools.map(({ name }) => name));
  const costs: Cost[] = [];
  let job = "";

  /** Calls a tool, through `call_tool` if it is not listed. Throws on an unexpected error response. */
  const call = async (tool: string, args: Record<string, unknown> = {}, refusal?: string): Promise<Answer> => {
    const sent =
      listed.has(tool) || tool === "find_tools"
        ? { name: tool, arguments: args }
        : { name: "call_tool", arguments: { tool, args } };
    const result = await client.callTool(sent, { timeout: WAIT_MS + 30_000 });
    const blocks = result.content as Block[];
    costs.push({ job, tool, args: tokensOf(sent), answer: blocks.reduce((sum, block) => sum + costOf(block), 0) });
    const envelope = JSON.parse(blocks[0]?.text ?? "{}") as Answer;
    if (!envelope.ok && envelope.error?.code !== refusal) throw new Error(`${tool}: ${envelope.summary}`);
    return envelope;
  };

  return {
    listing: tokensOf({ tools }),
    costs,
    call,
    begin: (name: string) => {
      job = name;
    },
    /** Waits for the end of a run in as few calls as possible. */
    async runEnds(project: string, runId: string): Promise<Answer> {
      for (;;) {
        const answer = await call("wait_for_run", { project, runId, maxWaitMs: WAIT_MS });
        if (!answer.data.timedOut) return answer;
      }
    },
    /** Waits for the end of a job. `refusal`: code of an expected error response. */
    async jobEnds(jobId: string, refusal?: string): Promise<Answer> {
      for (;;) {
        const answer = await call("get_job_status", { jobId, maxWaitMs: WAIT_MS }, refusal);
        if (!["queued", "running"].includes(answer.data?.status)) return answer;
      }
    },
    close: () => client.close(),
  };
}

export type Meter = Awaited<ReturnType<typeof openMeter>>;

/** Counts the tokens of a text. For a picture, the preceding line states its size, by which models charge. */
function costOf({ type, text = "" }: Block): number {
  const [, width, height] = /\((\d+)×(\d+), about \d+ tokens\)$/.exec(text) ?? [];
  const picture = width && height ? pictureTokens(Number(width), Number(height)) : 0;
  return type === "text" ? tokensOf(text) + picture : 0;
}
