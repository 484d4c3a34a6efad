// A fake model provider: a loopback server that speaks OpenAI's protocol and returns scripted responses.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type ModelRequest = {
  headers: IncomingMessage["headers"];
  body: {
    model: string;
    max_tokens?: number;
    tool_choice?: unknown;
    tools?: { function: { name: string; description: string } }[];
    messages: { role: string; content: unknown; tool_calls?: unknown }[];
  };
};

/** What the provider does with one request; the last entry of a script repeats. */
export type Turn =
  | { text: string; usage?: { prompt_tokens: number; completion_tokens: number } }
  | { calls: { name: string; args: Record<string, unknown> | string }[] }
  | { status: number; body?: string; headers?: Record<string, string> }
  | { raw: string }
  | { silent: true };

export async function startFakeModel() {
  const requests: ModelRequest[] = [];
  const waiting = new Set<ServerResponse>();
  let script: Turn[] = [{ text: "Hello." }];
  let made = 0;
  const server = createServer(async (req, res) => {
    let text = "";
    for await (const chunk of req) text += chunk;
    requests.push({ headers: req.headers, body: JSON.parse(text) });
    const turn = (script.length > 1 ? script.shift() : script[0]) as Turn;
    if ("silent" in turn) return void waiting.add(res);
    if ("status" in turn) return void res.writeHead(turn.status, turn.headers).end(turn.body ?? "{}");
    res.setHeader("content-type", "application/json");
    if ("raw" in turn) return void res.end(turn.raw);
    const message =
      "text" in turn
        ? { role: "assistant", content: turn.text }
        : {
            role: "assistant",
            content: null,
            tool_calls: turn.calls.map(({ name, args }) => ({
              id: `call_${++made}`,
              type: "function",
              function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
            })),
          };
    const usage = ("usage" in turn && turn.usage) || { prompt_tokens: 10, completion_tokens: 5 };
    res.end(
      JSON.stringify({
        id: "answer",
        object: "chat.completion",
        created: 1,
        model: "fake",
        choices: [{ index: 0, message, finish_reason: "text" in turn ? "stop" : "tool_calls" }],
        usage: { ...usage, total_tokens: usage.prompt_tokens + usage.completion_tokens },
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    /** Sets the script for the following requests. */
    play(...turns: Turn[]) {
      script = turns;
      requests.length = 0;
    },
    async close() {
      for (const res of waiting) res.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type FakeModel = Awaited<ReturnType<typeof startFakeModel>>;
