import { loadReferences, promote, loadBaselines } from "../../models/baselines/index.ts";
import { keepHistory, loadCommits } from "../../models/commits.ts";
import { buildGraph } from "../../domain/history/graph.ts";
import { openDatabase } from "../support/database.ts";
describe("measure", () => {
  it("2,000 shots, 5,000 commits", async function () {
    this.timeout(600_000);
    const { models, drop } = await openDatabase();
    const sha = (n: number) => n.toString(16).padStart(40, "0");
    const rows = Array.from({ length: 5000 }, (_, i) => { const n = 5000 - i; return [sha(n), n === 1 ? [] : n > 20 && n % 7 === 0 ? [sha(n - 1), sha(n - 9)] : [sha(n - 1)], null] as const; });
    for (let from = 0; from < 5000; from += 1000) await keepHistory(models, { projectId: "p", rows: rows.slice(from, from + 1000), onMain: true, at: new Date(1e12 + from) });
    await models.environments.create({ _id: "e", projectId: "p", name: "Production", slug: "production", baseUrl: "https://x.example", createdAt: new Date() });
    const vs: any[] = []; const bs: any[] = [];
    const { baselineIdOf } = await import("../../models/baselines/index.ts");
    for (let s = 0; s < 2000; s++) {
      const key = { projectId: "p", environmentId: "e", scenarioId: `scn_${s}`, selector: "", viewport: "desktop", browser: "chromium", branch: "main" };
      const id = baselineIdOf(key); let last = "";
      const pic = (v: number) => ({ artifactId: `a${s}-${v}`.padEnd(64, "0"), mapId: `m${s}-${v}`.padEnd(64, "0"), frameSha256: `f${s}-${v}`.padEnd(64, "0"), pixelSha256: `p${s}-${v}`.padEnd(64, "0"), width: 1, height: 1, renderer: { browser: "c", version: "1", platform: "l", fonts: "f" } });
      for (let v = 1; v <= 3; v++) { vs.push({ _id: `bsv_${s}_${v}`, baselineId: id, projectId: "p", version: v, picture: pic(v), promotedBy: "ann", how: "approve", fromRunId: "r", fromShotId: null, previousVersionId: last || null, at: new Date(1e12 + v), commitSha: sha(((s * 7 + v * 1500) % 4900) + 1), prNumber: null, withdrawn: false }); last = `bsv_${s}_${v}`; }
      bs.push({ _id: id, ...key, version: 3, versionId: last, picture: pic(3), updatedAt: new Date(), withdrawn: false });
    }
    for (let i = 0; i < vs.length; i += 500) await models.baselineVersions.collection.insertMany(vs.slice(i, i + 500));
    for (let i = 0; i < bs.length; i += 500) await models.baselines.collection.insertMany(bs.slice(i, i + 500));
    const project = { _id: "p", mainBranch: "main", referenceEnvironmentId: null };
    for (const [branch, n] of [["main", 5000], ["feature", 4990], ["main", 5000], ["feature", 4990]] as const) {
      let t = performance.now();
      const b = await loadBaselines(models, { project, environmentId: "e", branch }); for (const one of bs) b.find(one);
      const pointers = performance.now() - t; t = performance.now();
      const g = buildGraph(await loadCommits(models, "p")); const graph = performance.now() - t; t = performance.now();
      const f = await loadReferences(models, { project, run: { environmentId: "e", branch, commitSha: sha(n), prNumber: null }, kind: "visual", now: new Date() });
      const load = performance.now() - t; t = performance.now();
      let found = 0; for (const one of bs) if (f.find(one)) found++;
      console.log(branch, "pointers", Math.round(pointers), "graph", Math.round(graph), g.size, "loadReferences", Math.round(load), "finds", Math.round(performance.now() - t), found);
    }
    const { choiceByHistory } = await import("../../models/baselines/byHistory.ts");
    const g = buildGraph(await loadCommits(models, "p"));
    for (const branch of ["main", "feature", "main", "feature"]) { const t = performance.now(); choiceByHistory(g, { sha: sha(4990), branch, prNumber: null, mainBranch: "main" }, { environments: ["e"], baselines: bs, versions: vs, now: new Date() }); console.log("selection", branch, Math.round(performance.now() - t)); }
    await drop();
  });
});
