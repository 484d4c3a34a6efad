import { expect } from "chai";
import { eventsIn } from "../../../../web/src/features/coach/serverEvents.ts";

describe("server-sent events", () => {
  const whole =
    'event: call\ndata: {"tool":"list_runs"}\n\nevent: text\r\ndata: {"text":"ä\\n"}\r\n\r\n: heartbeat\n\n';

  it("is read the same wherever it is cut", () => {
    for (let cut = 0; cut <= whole.length; cut++) {
      const first = eventsIn(whole.slice(0, cut));
      const second = eventsIn(first.rest + whole.slice(cut));
      expect([...first.events, ...second.events], `cut at ${cut}`).to.deep.equal([
        { event: "call", data: { tool: "list_runs" } },
        { event: "text", data: { text: "ä\n" } },
      ]);
      expect(second.rest).to.equal("");
    }
  });
});
