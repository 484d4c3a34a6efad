import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { Service } from "../../../cli/client/service.ts";
import { storeKey } from "../../../cli/first/login.ts";
import { captureBaselines } from "../../../cli/first/runs.ts";
import { readProgress, writeProgress } from "../../../cli/first/state.ts";
import { createSteps } from "../../../cli/first/steps.ts";

const project = { id: "prj_1", slug: "shop" };

describe("what init keeps", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "plumbline-first-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it("how far it is, of this project alone; a damaged file is a beginning", () => {
    const nothing = { projectId: "prj_1", runs: {} };
    expect(readProgress(folder, project)).to.deep.equal(nothing);
    const progress = { projectId: "prj_1", crawlJobId: "job_1", runs: { visual: { idempotencyKey: "k" } } };
    writeProgress(folder, "shop", progress);
    expect(readProgress(folder, project)).to.deep.equal(progress);
    expect(readProgress(folder, { ...project, id: "prj_2" })).to.deep.equal({ projectId: "prj_2", runs: {} });
    writeFileSync(path.join(folder, "init", "shop.json"), "{");
    expect(readProgress(folder, project)).to.deep.equal(nothing);
  });

  for (const [covered, said] of [
    [["Home"], "✔ 1 scenario captured (0.0 s)"],
    [[], "✔ 2 scenarios captured (0.0 s)"],
    [["Home", "Cart"], undefined],
  ] as const)
    it(`baselines of all but ${covered.length} of 2 scenarios, and says so: ${said ?? "nothing to do"}`, async () => {
      const baselines = covered.map((scenarioLabel) => ({ scenarioLabel, browser: "chromium" }));
      const status = { runId: "run_b", type: "baseline", status: "completed", summary: { total: 2, failed: 0 } };
      const service = {
        url: "http://127.0.0.1:4400",
        get: async (path: string) => (path === "/api/baselines" ? { baselines, nextCursor: null } : status),
        post: async () => ({ runId: "run_b", started: true }),
      } as unknown as Service;
      const { signal } = new AbortController();
      const lines: string[] = [];
      const steps = createSteps(
        (line) => void lines.push(line),
        signal,
        () => 0,
      );
      const running = { service, project: "shop", progress: readProgress(folder, project), signal, timeout: 1_000 };
      await captureBaselines({ ...running, json: true, keep: () => {}, note: () => {} }, steps, ["Home", "Cart"]);
      expect(lines).to.deep.equal(["… Capturing baselines: how the pages look now", ...(said ? [said] : [])]);
    });

  it("the key, for this user alone, and the login that it replaces", () => {
    const env = { PLUMBLINE_CONFIG_DIR: folder };
    const place = { apiUrl: "http://127.0.0.1:4400", project };
    const first = storeKey(env, place, "svc_live_one");
    expect(first.before).to.equal(null);
    const second = storeKey(env, place, "svc_live_two");
    for (const file of [second.file, String(second.before)])
      expect((statSync(file).mode & 0o777).toString(8)).to.equal("600");
  });
});
