// What must hold after every fault (bars.md): each run ended once, one verdict a shot, every referenced artifact is whole.
import path from "node:path";
import { expect } from "chai";
import { createFileStore } from "../../models/artifacts/store.ts";
import { connect } from "../../models/connect.ts";
import { bindModels } from "../../models/index.ts";
import { isAlive } from "../../workers/browsers/processes.ts";
import type { World } from "./service.ts";

/** Checks a finished run against the database and the store. */
export async function expectInvariants(world: World, runId: string): Promise<void> {
  const connection = await connect(world.service.stack.mongoUri, { dbName: "plumbline" });
  try {
    const models = bindModels(connection);
    const store = createFileStore(path.join(world.service.dataDir, "artifacts"));
    const run = await models.runs.findById(runId).lean();
    expect(run?.status, "the run has ended").to.be.oneOf(["completed", "failed"]);
    expect(run?.finishedAt, "with its time").to.be.instanceOf(Date);
    const shots = await models.shots.find({ runId }).lean();
    const places = shots.map((s) => [s.scenarioId, s.selector, s.viewport, s.browser].join("|"));
    expect(new Set(places).size, "one result a place").to.equal(shots.length);
    for (const shot of shots) {
      expect(shot.status, `${shot.scenarioLabel} has its verdict`).to.be.oneOf([
        "passed",
        "failed",
        "error",
        "approved",
      ]);
      expect(shot.reasons.length, "with a reason").to.be.above(0);
      for (const id of Object.values(shot.artifacts)) if (id) await store.get(id);
    }
    const counted = shots.filter((s) => s.status === "passed" || s.status === "approved").length;
    if (run?.summary) expect(run.summary).to.include({ total: shots.length, passed: counted });
  } finally {
    await connection.close();
  }
}

/** The processes are gone. */
export function expectGone(pids: number[]): void {
  expect(pids.filter(isAlive), "processes left behind").to.deep.equal([]);
}
