// A call ends when its client disconnects, so that nothing waits for a run without a caller.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { expect } from "chai";
import { type McpBackend, refusal } from "../../mcp/backend.ts";
import { createMcpServer } from "../../mcp/server.ts";
import { connectHttp, rejection } from "./support.ts";

describe("a client that goes while a tool works", () => {
  it("ends the call", async () => {
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<string>();
    const backend: McpBackend = {
      tools: async () => [],
      invoke: async (tool, _args, signal) => {
        begun.resolve();
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
        ended.resolve(tool);
        return {
          envelope: refusal(tool, { code: "tool_error", message: "nobody waits", recoverable: true }),
          pictures: [],
        };
      },
    };
    const handler = createMcpHandler(() => createMcpServer(backend, { version: "1", profile: "qa" }));
    const serve = toNodeHandler(handler);
    const server = createServer((req, res) => void serve(req, res));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const client = await connectHttp(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, "2026-07-28", {});
    try {
      const going = new AbortController();
      const call = client.callTool({ name: "wait_for_run", arguments: {} }, { signal: going.signal });
      await begun.promise;
      going.abort();
      await rejection(call);
      expect(await ended.promise).to.equal("wait_for_run");
    } finally {
      await client.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
