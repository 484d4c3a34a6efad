// Activities with few attempts: a database outage uses none of them up.
import { expect } from "chai";
import { createAuditPageActivities } from "../../activities/audit/auditPage.ts";
import { createMergeActivities } from "../../activities/audit/mergeCauses.ts";
import { createProposeActivities } from "../../activities/jobs/proposeScenarios.ts";
import { createProveActivities } from "../../activities/prove/index.ts";
import { withActivity } from "../support/activity.ts";

/** Models whose first operation fails as during an outage, and every other one with `asked again`. */
function modelsOnceAway(): unknown {
  let asked = 0;
  const fail = () => {
    asked += 1;
    const away = Object.assign(new Error("connection timed out"), { name: "MongoNetworkTimeoutError" });
    throw asked === 1 ? away : new Error("asked again");
  };
  return new Proxy({}, { get: () => new Proxy({}, { get: () => fail }) });
}

describe("a database outage during an activity with few attempts", () => {
  const created = (deps: never) => ({
    ...createAuditPageActivities(deps),
    ...createMergeActivities(deps),
    ...createProposeActivities(deps),
    ...createProveActivities(deps),
  });
  const refs = { pageId: "page_1", runId: "run_1", jobId: "job_1", executionId: "e", seq: 1 };
  for (const name of [
    "auditPage",
    "mergeCauses",
    "proposeScenarios",
    "readTicket",
    "matchTicket",
    "askModel",
    "judgeProof",
    "postProof",
  ] as const)
    it(`is waited for by ${name}`, async () => {
      const activities = created({ models: modelsOnceAway(), log: () => undefined } as never);
      const failure = await withActivity<unknown>(() => activities[name](refs)).then(
        () => null,
        (error: Error) => error.message,
      );
      expect(failure).to.equal("asked again");
    });
});
