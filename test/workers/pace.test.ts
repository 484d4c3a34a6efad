import type { ActivityInboundCallsInterceptor } from "@temporalio/worker";
import { expect } from "chai";
import { createPaceMeter } from "../../workers/pace.ts";

describe("the pace of a worker", () => {
  let clock: number;
  beforeEach(() => {
    clock = 0;
  });
  const open = () => {
    const meter = createPaceMeter(4, () => clock);
    const take = async (activityType: string, seconds: number) => {
      const { inbound } = meter.interceptor({ info: { activityType } } as never) as {
        inbound: Required<ActivityInboundCallsInterceptor>;
      };
      await inbound.execute({ args: [], headers: {} }, async () => {
        clock += seconds * 1_000;
      });
    };
    return { meter, take };
  };

  it("is not known before the first page, screenshot or scenario", async () => {
    const { meter, take } = open();
    await take("renderReport", 5);
    expect(meter.pace()).to.equal(null);
    await take("captureShot", 2);
    expect(meter.pace()).to.deep.equal({ slots: 4, seconds: 2 });
  });

  it("is the mean of the first ones, however slow the very first was", async () => {
    const { meter, take } = open();
    await take("runScenarioAttempt", 100);
    for (let n = 0; n < 9; n += 1) await take("captureShot", 1);
    expect(meter.pace()?.seconds).to.equal(10.9);
  });

  it("follows the last ones after that", async () => {
    const { meter, take } = open();
    for (let n = 0; n < 50; n += 1) await take("gatherPage", 10);
    await take("gatherPage", 60);
    expect(meter.pace()?.seconds).to.equal(11);
    for (let n = 0; n < 500; n += 1) await take("gatherPage", 1);
    expect(meter.pace()?.seconds).to.equal(1);
  });
});
