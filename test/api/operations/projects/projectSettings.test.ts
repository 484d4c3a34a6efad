import { expect } from "chai";
import { createProject } from "../../../../api/operations/projects/createProject.ts";
import { readEditableSettings, saveEditedSettings } from "../../../../api/operations/projects/editSettings.ts";
import { refusal, useDatabase } from "../../../cli/support.ts";

describe("project settings", () => {
  const db = useDatabase();
  beforeEach(() => createProject(db.ctx, db.operator, { name: "Shop", baseUrl: "https://shop.example" }));
  const set = (settings: unknown) => saveEditedSettings(db.ctx, db.operator, { project: "shop", settings });
  const read = async () => (await readEditableSettings(db.ctx, db.operator, { project: "shop" })).settings;

  it("are empty at first, replaced as a whole, and kept as given", async () => {
    expect(await read()).to.deep.equal({});
    const settings = {
      audits: {
        perf: { runs: 5, formFactor: "desktop" as const, thresholds: { minScore: 80 } },
        a11y: { budgets: { serious: 3 }, thresholds: { maxNew: { critical: 0 } } },
        privacy: { consent: { acceptSelector: "#yes" }, necessaryCookies: ["basket"] },
        tracking: { dataLayerNames: ["digitalData"], consent: { selector: "#ok" } },
      },
      gate: { newSerious: { warn: 1, fail: null }, required: ["visual" as const] },
    };
    await set(settings);
    expect(await read()).to.deep.equal(settings);
    await set({});
    expect(await read()).to.deep.equal({});
  });

  for (const [name, settings, path] of [
    ["an unknown pillar", { audits: { speed: {} } }, /audits/],
    ["an unknown option", { audits: { perf: { run: 1 } } }, /audits\.perf/],
    ["too many runs", { audits: { perf: { runs: 6 } } }, /audits\.perf\.runs/],
    ["a negative budget", { audits: { a11y: { budgets: { serious: -1 } } } }, /budgets\.serious/],
    ["an unknown severity", { audits: { a11y: { budgets: { awful: 1 } } } }, /budgets/],
    ["a score above 100", { audits: { seo: { thresholds: { minScore: 101 } } } }, /minScore/],
    ["a limit of nothing", { gate: { newCritical: { fail: 0 } } }, /newCritical\.fail/],
    ["text instead of an object", "fast", /settings/],
  ] as const)
    it(`refuse ${name} and keep what was there`, async () => {
      await set({ audits: { perf: { runs: 2 } } });
      const error = await refusal(set(settings));
      expect(error.code).to.equal("validation_error");
      expect(error.message).to.match(path);
      expect(await read()).to.deep.equal({ audits: { perf: { runs: 2 } } });
    });
});
