// Every activity sends heartbeats, and its timeouts are longer than any silence of ours: checked by declaration, for each policy and each
// workflow.
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ActivityCancellationType } from "@temporalio/workflow";
import { expect } from "chai";
import { POLICIES } from "../../workflows/policies.ts";

const folder = fileURLToPath(new URL("../../workflows", import.meta.url));
const seconds = (time: string) => Number(/^(\d+)s$/.exec(time)?.[1]);
/** A worker sends heartbeats twice a second; it is silent while its event loop is blocked, which nothing does for as long as a second. */
const SILENT_S = 1;

describe("the policies of activities", () => {
  for (const [name, policy] of Object.entries(POLICIES))
    it(`${name} has a heartbeat time-out that a worker at work does not pass, well before its time is over`, () => {
      const heartbeat = seconds(policy.heartbeatTimeout);
      expect(heartbeat).to.be.at.least(5 * SILENT_S);
      expect(heartbeat).to.be.at.most(seconds(policy.startToCloseTimeout) / 2);
      expect(policy.cancellationType).to.equal(ActivityCancellationType.WAIT_CANCELLATION_COMPLETED);
      expect(policy.retry.maximumAttempts ?? 2, "attempts").to.be.at.least(1);
    });

  it("are where every activity of every workflow has its times from", async () => {
    let calls = 0;
    for await (const file of glob("*.ts", { cwd: folder })) {
      const text = readFileSync(path.join(folder, file), "utf8");
      // A policy that several calls of a file share has its own name.
      const shared = [...text.matchAll(/const (\w+) = \{ \.\.\.POLICIES\.\w+/g)].map(([, name]) => `...${name},`);
      for (const [, options = ""] of text.matchAll(/proxyActivities<[^(]*>\(([\s\S]*?)\);/g)) {
        calls += 1;
        const named = /POLICIES\.\w+/.test(options) || shared.some((name) => options.includes(name));
        expect(named, `${file}: ${options}`).to.equal(true);
        expect(options, file).not.to.match(/startToCloseTimeout|heartbeatTimeout/);
      }
    }
    expect(calls).to.be.at.least(30);
  });
});
