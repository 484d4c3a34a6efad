import { expect } from "chai";
import { MAX_OPEN_MS, missingShards, type UploadState, uploadWait } from "../../domain/uploads.ts";

const MINUTE = 60_000;
const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * MINUTE);
const state = (patch: Partial<UploadState> = {}): UploadState => ({
  build: "b",
  shards: 2,
  done: [],
  idleMs: 30 * MINUTE,
  lastAt: at(10),
  closedAt: null,
  ...patch,
});

describe("a run that takes uploaded pictures", () => {
  const cases: [string, Partial<UploadState>, now: number, waitMinutes: number][] = [
    ["waits from the last picture on", {}, 20, 20],
    ["ends when none came for too long", {}, 40, 0],
    ["waits while one of two is not done", { done: [2] }, 20, 20],
    ["ends when all are done, however often one says so", { done: [2, 1, 2] }, 20, 0],
    ["counts one that says it twice once", { done: [1, 1] }, 20, 20],
    ["stays closed", { closedAt: at(15) }, 20, 0],
    ["ends at last, however often pictures come", { lastAt: at(MAX_OPEN_MS / MINUTE) }, MAX_OPEN_MS / MINUTE, 0],
  ];
  for (const [what, patch, now, wait] of cases)
    it(what, () => expect(uploadWait(state(patch), at(0), at(now))).to.equal(wait * MINUTE));

  it("says whose pictures may be missing", () => {
    expect(missingShards({ shards: 2, done: [1, 2] })).to.equal(null);
    expect(missingShards({ shards: 3, done: [1] })).to.match(/^2 of 3 test runners never said/);
    expect(missingShards({ shards: 1, done: [] })).to.match(/^The test runner never said/);
  });
});
