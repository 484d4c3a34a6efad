import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import { runAttempt } from "../../../activities/functional/engine/attempt.ts";
import { explainFailure } from "../../../domain/functional/explain.ts";
import { BUILTIN_STEP_DEFS } from "../../../domain/functional/library/index.ts";
import type { PlannedScenario } from "../../../domain/functional/plan.ts";
import { planFeature } from "../../../domain/functional/planFeature.ts";
import { type BrowserName, DEFAULT_VIEWPORTS } from "../../../domain/visual/shot.ts";
import { type DemoSite, startDemoSite } from "../../../temporal-dev/demo-site/server.ts";
import { installed, SLOW_MS, usePool } from "../capture/engine/harness.ts";

const folder = new URL("../../../temporal-dev/demo-site/features/", import.meta.url);
const features = readdirSync(folder).map((file) => ({
  file: file.replace(".feature", ""),
  scenarios: planFeature(readFileSync(new URL(file, folder), "utf8"), BUILTIN_STEP_DEFS),
}));
/** Features whose subject differs between browsers: forms, files, frames, dialogs, navigation. */
const IN_FIREFOX = ["basket", "checkout", "measured-delivery", "repair-request", "visit", "withdraw"];
/** Number of concurrent scenarios: as many as a worker has slots on two cores. */
const LANES = 3;

/** Limits of a scenario that must pass, on a busy machine too. */
const PATIENT = { actionMs: 40_000, expectMs: 40_000 };

/** On the flawed shop: the failure's class and the failing sentence, by feature. */
const FAILING: Record<string, string> = {
  barn: 'environment: I am on "/stores"',
  "measured-delivery": 'tracking: the event "add_shipping_info" is sent',
  "order-total": 'assertion: the element with the test id "order-total" shows "$296.00"',
  "repair-request": 'locator: I click the "Send the request" button',
  "repair-wait": 'timing: I should see "about 3 weeks"',
  "sign-in": 'data: I should be on "/account"',
  visit: 'network: I click the "Book the visit" button in the "Book a visit" frame',
  withdraw: 'page_error: a dialog said "Withdraw this request?"',
};

describe("the features of the demo shop", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  let site: DemoSite;
  before(async () => {
    site = await startDemoSite({ variant: "good" });
  });
  after(() => site.close());

  /** Returns why scenarios failed, by feature. */
  async function failures(
    browser: BrowserName,
    files: readonly string[],
    failing: Record<string, string> = {},
  ): Promise<Record<string, string>> {
    const queue = features
      .filter(({ file }) => files.includes(file))
      .flatMap(({ file, scenarios }) => scenarios.map((scenario) => ({ file, scenario })));
    const failed: Record<string, string> = {};
    const one = async (file: string, scenario: PlannedScenario) => {
      const attempt = await runAttempt(
        { pool: pools.pool, store: async () => "kept", now: () => new Date() },
        {
          scenario,
          attempt: 1,
          baseUrl: site.url,
          environment: "Test",
          browser,
          viewport: DEFAULT_VIEWPORTS.desktop,
          tracking: { verify: false, layers: ["dataLayer"] },
          trace: false,
          limits: file in failing ? {} : PATIENT,
        },
        new AbortController().signal,
        () => undefined,
      );
      const step = attempt.steps.find(({ status }) => status === "failed");
      if (attempt.status === "passed") return;
      const { cause } = explainFailure({ steps: attempt.steps, error: attempt.error, flaky: false });
      failed[file] = `${cause}: ${step?.text ?? attempt.error?.message ?? attempt.status}`;
      if (!(file in failing)) failed[file] += ` (${attempt.error?.message})`;
    };
    const lane = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await one(next.file, next.scenario);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    return failed;
  }

  it("are at least twelve, and every sentence is one of the library", () => {
    expect(features).to.have.length.of.at.least(12);
    const steps = features.flatMap(({ scenarios }) => scenarios.flatMap(({ steps }) => steps));
    expect(steps.filter(({ state }) => state !== "prepared").map(({ text }) => text)).to.deep.equal([]);
  });

  it("pass on the good shop", async () => {
    site.setVariant("good");
    const files = features.map(({ file }) => file);
    expect(await failures("chromium", files)).to.deep.equal({});
  });

  for (const browser of installed(["firefox"]))
    it(`pass on the good shop in ${browser}`, async () => {
      site.setVariant("good");
      expect(await failures(browser, IN_FIREFOX)).to.deep.equal({});
    });

  it("fail on the flawed shop where it is flawed, for the reason that was seeded, and nowhere else", async () => {
    site.setVariant("flawed");
    const files = features.map(({ file }) => file);
    expect(await failures("chromium", files, FAILING)).to.deep.equal(FAILING);
  });
});
