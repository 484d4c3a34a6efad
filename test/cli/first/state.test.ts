import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { storeKey } from "../../../cli/first/login.ts";
import { readProgress, writeProgress } from "../../../cli/first/state.ts";

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
