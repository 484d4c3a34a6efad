import { expect } from "chai";
import { ulid } from "ulid";
import { withoutIds } from "../../workers/serveMetrics.ts";

describe("workers/serveMetrics", () => {
  it("calls the queue of the process alone the same after each start", () => {
    const slots = (queue: string) =>
      `temporal_worker_task_slots_used{namespace="default",task_queue="${queue}",worker_type="ActivityWorker"} 1\n`;
    const text = slots("browser") + slots(`a.browser-${ulid().toLowerCase()}`) + slots("lab@frankfurt-am-main");
    expect(withoutIds(text)).to.equal(slots("browser") + slots("a.browser-home") + slots("lab@frankfurt-am-main"));
  });
});
