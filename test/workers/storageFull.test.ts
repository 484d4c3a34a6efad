import { ApplicationFailure } from "@temporalio/common";
import { expect } from "chai";
import { retriesExhausted } from "../../activities/retriesExhausted.ts";
import { STORAGE_FULL_SENTENCES } from "../../domain/storageFull.ts";
import { FAILURES } from "../../domain/workflowNames.ts";
import { ArtifactStoreFullError } from "../../platform/artifacts/store.ts";
import { storageFull } from "../../workers/storageFull.ts";

const mongo = Object.assign(new Error("database or disk is full (13)"), { name: "MongoServerError" });
const system = Object.assign(new Error("ENOSPC: no space left on device, open '/tmp/secret'"), { code: "ENOSPC" });

describe("workers/storageFull", () => {
  /** Returns the error with which an activity that throws this ends. */
  const ends = async (thrown: Error): Promise<unknown> => {
    const { inbound } = storageFull({ log: { warn: () => {} } } as unknown as Parameters<typeof storageFull>[0]);
    return inbound
      ?.execute?.({ args: [], headers: {} }, async () => {
        throw thrown;
      })
      .catch((error: unknown) => error);
  };

  for (const [thrown, type, message] of [
    [new ArtifactStoreFullError(), FAILURES.storageFull, STORAGE_FULL_SENTENCES.artifacts],
    [mongo, FAILURES.databaseFull, STORAGE_FULL_SENTENCES.database],
    [new Error("wrapped", { cause: mongo }), FAILURES.databaseFull, STORAGE_FULL_SENTENCES.database],
    [system, FAILURES.storageFull, STORAGE_FULL_SENTENCES.worker],
  ] as const)
    it(`says ${type} for "${thrown.message.slice(0, 40)}", without a path`, async () => {
      expect(await ends(thrown))
        .to.be.instanceOf(ApplicationFailure)
        .and.include({ type, message });
    });

  it("leaves other failures, and those of a known type, as they are", async () => {
    for (const thrown of [new Error("other"), ApplicationFailure.create({ message: "disk quota exceeded", type: "x" })])
      expect(await ends(thrown)).to.equal(thrown);
  });

  it("is a reason of its own beside a crash", () => {
    expect(retriesExhausted("shot", { code: "storage_full", message: "Full." })).to.deep.equal({
      code: "storage_full",
      message: "Full.",
    });
    expect(retriesExhausted("page", { message: "Lost." })).to.deep.equal({
      code: "browser_crashed",
      message: "The page failed after all retries: Lost.",
    });
  });
});
