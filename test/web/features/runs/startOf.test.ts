import { expect } from "chai";
import type { AppRun } from "../../../../api/endpoints/answers/app/runs.ts";
import { startOf } from "../../../../web/src/features/runs/startOf.ts";

type Metadata = Partial<AppRun["metadata"]>;
const FEATURE = {
  featureId: "cart",
  tags: "@smoke",
  viewports: ["phone" as const],
  retries: 0,
  verifyTracking: true,
  part: false,
};

describe("what starts the same run again", () => {
  const startOfRun = (type: string, metadata: Metadata, run = {}) =>
    startOf(
      {
        run: { type, environmentId: null, branch: null, commitSha: null, chosen: [], ...run },
        isAudit: type === "full-suite",
        metadata: {
          scenarios: [],
          scenarioCount: null,
          browsers: [],
          pages: null,
          preview: null,
          location: null,
          feature: null,
          ...metadata,
        },
      } as unknown as AppRun,
      "shop",
    );
  const { part: _, ...feature } = FEATURE;
  const test = { kind: "test", project: "shop" };

  for (const [what, started, wanted] of [
    ["everything", startOfRun("vrt-test", {}), test],
    [
      "its scenarios, browsers, environment, branch and commit",
      startOfRun(
        "vrt-test",
        { scenarios: ["Home"], scenarioCount: 1, browsers: ["firefox"], location: "osaka" },
        { environmentId: "env_1", branch: "new", commitSha: "4f1c2ab" },
      ),
      {
        ...test,
        scenarios: ["Home"],
        browsers: ["firefox"],
        location: "osaka",
        environment: "env_1",
        branch: "new",
        commitSha: "4f1c2ab",
      },
    ],
    [
      "its preview, and the environment that it counts for",
      startOfRun("vrt-test", { preview: "https://pr-7.shop.example" }, { environmentId: "env_1", branch: "new" }),
      { ...test, baseUrl: "https://pr-7.shop.example", environment: "env_1", branch: "new" },
    ],
    [
      "nothing where not all of its scenarios are told",
      startOfRun("vrt-test", { scenarios: ["Home"], scenarioCount: 201 }),
      null,
    ],
    [
      "its pillars",
      startOfRun("full-suite", { browsers: ["chromium"] }, { chosen: ["seo"] }),
      { kind: "full-suite", project: "shop", pillars: ["seo"] },
    ],
    ["its feature", startOfRun("frt-test", { feature: FEATURE }), { kind: "functional", project: "shop", feature }],
    ["nothing of tags over all features", startOfRun("frt-test", { feature: { ...FEATURE, featureId: null } }), null],
  ] as const)
    it(`is ${what}`, () => void expect(started).to.deep.equal(wanted));
});
