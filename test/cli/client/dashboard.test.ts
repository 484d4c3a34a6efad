import { expect } from "chai";
import { dashboardAddress } from "../../../cli/client/dashboard.ts";

describe("addresses of the dashboard", () => {
  for (const [shown, wanted] of [
    [{ kind: "project" }, "/p/shop"],
    [{ kind: "run", runId: "run_1", type: "vrt-test" }, "/p/shop/visual/run_1"],
    [{ kind: "run", runId: "run_1", type: "full-suite" }, "/p/shop/runs/run_1"],
    [{ kind: "run", runId: "run_1", type: "a11y-test", finding: "f/1" }, "/p/shop/audits/a11y?run=run_1&finding=f%2F1"],
    [{ kind: "scenario", label: "Home / now" }, "/p/shop/scenarios/Home%20%2F%20now"],
    [{ kind: "pillar", name: "functional" }, "/p/shop/functional"],
    [{ kind: "pillar", name: "seo" }, "/p/shop/audits/seo"],
  ] as const)
    it(wanted, () => expect(dashboardAddress("shop", shown)).to.equal(wanted));
});
