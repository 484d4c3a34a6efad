// Parses server-sent events from text that arrives in chunks.
export type StreamEvent = { event: string; data: Record<string, unknown> };

/** Returns the complete events, and the rest of a text that may end within an event. */
export function eventsIn(text: string): { events: StreamEvent[]; rest: string } {
  const blocks = text.split(/\r?\n\r?\n/);
  const rest = blocks.pop() ?? "";
  const events = blocks.flatMap((block) => {
    const lines = block.split(/\r?\n/);
    const field = (name: string) =>
      lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).replace(/^ /, ""));
    const data = field("data").join("\n");
    return data ? [{ event: field("event")[0] ?? "message", data: JSON.parse(data) as Record<string, unknown> }] : [];
  });
  return { events, rest };
}
