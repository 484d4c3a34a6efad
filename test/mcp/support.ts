// Clients of both revisions, over HTTP and stdio.
import path from "node:path";
import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect } from "chai";
import type { Envelope } from "../../mcp/backend.ts";

export const REVISIONS = ["2026-07-28", "2025-11-25"] as const;
export type Revision = (typeof REVISIONS)[number];

/** The person's answer when asked, and the questions so far. */
export type Person = { action: "accept" | "decline" | "cancel"; content?: Record<string, boolean>; asked: string[] };

export function makeClient(revision: Revision, person?: Person): Client {
  const capabilities: ClientCapabilities = person ? { elicitation: {} } : {};
  const client = new Client(
    { name: "test", version: "1" },
    { capabilities, versionNegotiation: { mode: revision === "2026-07-28" ? { pin: revision } : "legacy" } },
  );
  if (person)
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      person.asked.push(params.message);
      return { action: person.action, ...(person.content && { content: person.content }) };
    });
  return client;
}

export async function connectHttp(
  base: string,
  revision: Revision,
  headers: Record<string, string>,
  person?: Person,
): Promise<Client> {
  const client = makeClient(revision, person);
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", base), { requestInit: { headers } }));
  expect(client.getNegotiatedProtocolVersion()).to.equal(revision);
  return client;
}

export async function connectStdio(
  env: Record<string, string>,
  revision: Revision,
  person?: Person,
  cwd = process.cwd(),
): Promise<{ client: Client; stderr: () => string }> {
  const client = makeClient(revision, person);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path.resolve("cli/plumbline.ts"), "mcp"],
    cwd,
    env: { PATH: process.env.PATH ?? "", ...env },
    stderr: "pipe",
  });
  let stderr = "";
  transport.stderr?.on("data", (chunk) => {
    stderr += chunk;
  });
  await client.connect(transport);
  expect(client.getNegotiatedProtocolVersion()).to.equal(revision);
  return { client, stderr: () => stderr };
}

type Content = { type: string; text?: string; data?: string; mimeType?: string };
export type Called = { envelope: Envelope; content: Content[]; isError: boolean };

/** Calls a tool; the text and the structured content must be the same complete envelope. */
export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Called> {
  const result = await client.callTool({ name, arguments: args });
  const content = result.content as Content[];
  const envelope = result.structuredContent as Envelope;
  expect(JSON.parse(content[0]?.text ?? "")).to.deep.equal(envelope);
  expect(envelope).to.include.keys("ok", "tool", "summary", "data", "warnings", "nextActions");
  expect(result.isError ?? false).to.equal(!envelope.ok);
  return { envelope, content, isError: result.isError ?? false };
}

export async function rejection(work: Promise<unknown>): Promise<Error & { code?: number; data?: unknown }> {
  try {
    await work;
  } catch (error) {
    return error as Error & { code?: number };
  }
  throw new Error("nothing was thrown");
}
