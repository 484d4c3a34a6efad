// Streams the coach's answer as server-sent events over POST, which `EventSource` does not support.
import { request } from "../../lib/api.ts";
import { eventsIn, type StreamEvent } from "./serverEvents.ts";

/** Sends a question and calls `hear` for each event of the answer. Rejects with ApiError. */
export async function ask(
  question: Record<string, unknown>,
  hear: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await request("POST", "/api/app/coach", question, { signal, accept: "text/event-stream" });
  if (!response.body) throw new Error("The coach returned an empty answer.");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const { events, rest } = eventsIn(text + value);
    text = rest;
    for (const event of events) hear(event);
  }
}
