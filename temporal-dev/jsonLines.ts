// Ensures that all log lines are JSON, whatever program wrote them: plain text becomes the message of a line.

/** Takes output in chunks and passes on complete lines. `end` passes on an unfinished last line. */
export function jsonLines(service: string, write: (lines: string) => void): { take(chunk: Buffer): void; end(): void } {
  const decoder = new TextDecoder();
  let rest = "";
  const hand = (text: string) => {
    const lines = text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => (line.startsWith("{") ? line : JSON.stringify(entry(service, line))));
    if (lines.length > 0) write(`${lines.join("\n")}\n`);
  };
  return {
    take(chunk) {
      const text = rest + decoder.decode(chunk, { stream: true });
      const end = text.lastIndexOf("\n") + 1;
      rest = text.slice(end);
      hand(text.slice(0, end));
    },
    end() {
      hand(rest);
      rest = "";
    },
  };
}

const entry = (service: string, line: string) => ({
  level: "info",
  message: line.trim(),
  service,
  timestamp: new Date(),
});
