import { expect } from "chai";
import { WORKFLOW_OF } from "../../domain/runTypes.ts";
import { createWorkerMetrics } from "../../workers/metrics.ts";

describe("workers/metrics", () => {
  it("has what alerts count from the start: an increase is seen only in a series that was there before", async () => {
    const text = await createWorkerMetrics().registry.metrics();
    const zero = (metric: string, label: string) =>
      [...text.matchAll(new RegExp(`^plumbline_${metric}_total\\{(.*)\\} 0$`, "gm"))].map(
        ([, labels = ""]) => new RegExp(`${label}="([^"]*)"`).exec(labels)?.[1],
      );
    expect(new Set(zero("runs_ended", "type"))).to.have.all.keys(Object.keys(WORKFLOW_OF));
    expect(new Set(zero("runs_ended", "status"))).to.have.all.keys("completed", "failed", "cancelled");
    expect(zero("notification_tries", "outcome")).to.include.members(["gaveUp", "never", "off"]);
    expect(zero("reconciled", "deed")).to.have.members(["restarted", "closed"]);
  });
});
