// A long call sends progress to a client that requested it.
import type { ServerContext } from "@modelcontextprotocol/server";
import { expect } from "chai";
import { withProgress } from "../../mcp/progress.ts";

type Notified = { method: string; params: { progressToken: string; progress: number; message: string } };

/** A call whose client requests progress or not, and work that ends after `ends` reports. */
function longCall(progressToken: string | undefined, ends: number, notify: (sent: Notified) => Promise<void>) {
  const sent: Notified[] = [];
  const work = Promise.withResolvers<string>();
  const mcpReq = {
    _meta: { progressToken },
    notify: async (one: Notified) => {
      sent.push(one);
      if (sent.length === ends) work.resolve("done");
      await notify(one);
    },
  };
  return { sent, work, ctx: { mcpReq } as unknown as ServerContext };
}

describe("progress of a call", () => {
  it("is reported until the call has ended", async () => {
    const { sent, work, ctx } = longCall("token", 3, async () => {});
    expect(await withProgress(ctx, "wait_for_run", work.promise, 1)).to.equal("done");
    expect(sent.map(({ params }) => params.progress)).to.deep.equal([1, 2, 3]);
    expect(sent[0]?.params).to.include({ progressToken: "token" });
    expect(sent[0]?.params.message).to.match(/^wait_for_run has been running for \d+ s$/);
  });

  it("is not reported to a client that did not ask", async () => {
    const { sent, ctx } = longCall(undefined, 1, async () => {});
    expect(await withProgress(ctx, "wait_for_run", Promise.resolve("done"), 1)).to.equal("done");
    expect(sent).to.deep.equal([]);
  });

  it("a client that has gone does not fail the call, and a call that fails ends the reports", async () => {
    const gone = longCall("token", 1, () => Promise.reject(new Error("closed")));
    expect(await withProgress(gone.ctx, "wait_for_run", gone.work.promise, 1)).to.equal("done");
    const failing = longCall("token", 0, async () => {});
    let failure: unknown;
    await withProgress(failing.ctx, "wait_for_run", Promise.reject(new Error("away")), 1).catch((error: unknown) => {
      failure = error;
    });
    expect(failure).to.be.instanceOf(Error);
  });
});
