// The answer of the coach as it comes: server-sent events over a POST, which EventSource cannot do.
import { ApiError, csrf } from "../../lib/api.ts";
import { serviceUrl } from "../../lib/base.ts";
import { eventsIn, type StreamEvent } from "./serverEvents.ts";

/** Sends a question and hears each event of the answer. Rejects with ApiError. */
export async function ask(
  question: Record<string, unknown>,
  hear: (event: StreamEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch(serviceUrl("/api/app/coach"), {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "text/event-stream", ...csrf() },
    body: JSON.stringify(question),
    credentials: "same-origin",
    signal,
  });
  if (!response.ok || !response.body) {
    const told = (await response.json().catch(() => ({}))) as { error?: string };
    throw new ApiError(response.status, "coach", told.error ?? `The coach answered ${response.status}.`);
  }
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
