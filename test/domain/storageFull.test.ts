import { expect } from "chai";
import { codeOfFailure } from "../../domain/failureSentences.ts";
import { isStorageFull, STORAGE_FULL_SENTENCES } from "../../domain/storageFull.ts";
import { FAILURES } from "../../domain/workflowNames.ts";

const error = (message: string, fields: object = {}, cause?: Error) =>
  Object.assign(new Error(message, cause && { cause }), fields);

const FULL: [string, unknown][] = [
  ["the system", error("ENOSPC: no space left on device, write", { code: "ENOSPC" })],
  ["a quota", error("EDQUOT: disk quota exceeded", { code: "EDQUOT" })],
  ["SQLite", error("database or disk is full (13)")],
  ["the embedded database", error("[insert.go:42] [query.go:7] database or disk is full (13)", { code: 1 })],
  ["MongoDB", error("available disk space of 1 bytes is less than required minimum", { code: 14031 })],
  ["Temporal", error("13 INTERNAL: UpdateTaskQueue operation failed. Error: database or disk is full")],
  ["a cause", error("The picture could not be kept.", {}, error("x", { code: "ENOSPC" }))],
  ["a bulk write", error("bulk", { errorResponse: error("No space left on device") })],
];
const NOT_FULL: [string, unknown][] = [
  ["another code", error("EACCES: permission denied", { code: "EACCES" })],
  ["words of a page", error("The page has no space left for you.")],
  ["no error", "ENOSPC"],
  ["nothing", undefined],
];

describe("domain/storageFull", () => {
  for (const [who, thrown] of FULL) it(`knows it from ${who}`, () => expect(isStorageFull(thrown)).to.equal(true));
  for (const [what, thrown] of NOT_FULL)
    it(`does not take ${what} for it`, () => expect(isStorageFull(thrown)).to.equal(false));

  it("names no path to tenants", () => {
    for (const sentence of Object.values(STORAGE_FULL_SENTENCES)) expect(sentence).not.to.match(/\/|ENOSPC/);
  });

  it("is the reason's code, however deep it lies in a failure", () => {
    const failure = (type: string) => error("Activity task failed", {}, error("full", { type }));
    expect(codeOfFailure(failure(FAILURES.storageFull))).to.equal("storage_full");
    expect(codeOfFailure(error("child", {}, failure(FAILURES.databaseFull)))).to.equal("storage_full");
    expect(codeOfFailure(failure(FAILURES.infrastructure))).to.equal("browser_crashed");
  });
});
