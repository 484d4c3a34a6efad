// Temporal's responses about worker versions before any worker has polled.
import { expect } from "chai";
import { temporalDeployments } from "../../../platform/temporal/deployments.ts";
import { GRPC } from "../../../platform/temporal/grpc.ts";

describe("the versions of the workers", () => {
  const asking = (code: number, details: string) => {
    const answer = async () => {
      throw Object.assign(new Error(details), { code, details, metadata: {} });
    };
    const workflowService = { describeWorkerDeployment: answer, setWorkerDeploymentCurrentVersion: answer };
    return temporalDeployments({ workflowService, options: { namespace: "default" } } as never, "plumbline");
  };
  const NONE = "no Worker Deployment found with name plumbline; does your Worker Deployment have pollers?";

  for (const [code, details] of [
    [GRPC.notFound, "not found"],
    [GRPC.failedPrecondition, NONE],
  ] as const)
    it(`are none where it says: ${details}`, async () => {
      const deployments = asking(code, details);
      expect([await deployments.builds(), await deployments.promote("0.1.0-a")]).to.deep.equal([[], false]);
    });

  it("are unknown while it is away", async () => {
    const deployments = asking(GRPC.unavailable, "connection refused");
    for (const ask of [() => deployments.builds(), () => deployments.promote("0.1.0-a")])
      expect(await ask().catch((error: Error) => error.message)).to.equal("connection refused");
  });
});
