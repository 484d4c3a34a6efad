import { MockActivityEnvironment } from "@temporalio/testing";
import { expect } from "chai";
import { sentenceOfFailure } from "../../domain/failureSentences.ts";
import { AddressRefusedError } from "../../domain/net/errors.ts";
import { endDefects, MAX_ATTEMPTS } from "../../workers/endDefects.ts";

type Thrown = { message: string; type?: string; nonRetryable?: boolean; name: string };

const failing = async (error: unknown, attempt: number): Promise<Thrown> => {
  const environment = new MockActivityEnvironment({ attempt }, { interceptors: [endDefects] });
  return environment
    .run(async () => Promise.reject(error))
    .then(
      () => expect.fail("it did not fail"),
      (thrown: Thrown) => thrown,
    );
};
const named = (name: string, message = "x") => Object.assign(new Error(message), { name });

describe("a defect in an activity that is retried without limit", () => {
  for (const error of [
    new TypeError("Invalid URL"),
    new RangeError("Invalid array length"),
    named("CastError"),
    named("BSONError"),
    new AddressRefusedError({ host: "The address", reason: "scheme" }),
  ])
    it(`${error.name} is tried a few times and then ends the work with a sentence`, async () => {
      expect(await failing(error, MAX_ATTEMPTS - 1)).not.to.have.property("type", "InvalidInput");
      const last = await failing(error, MAX_ATTEMPTS);
      expect(last).to.include({ type: "InvalidInput", nonRetryable: true });
      expect(sentenceOfFailure(last)).to.match(/^The work was abandoned after 6 attempts with the same failure \(.+\)/);
    });

  for (const error of [
    named("MongoNetworkError"),
    new TypeError("cannot read", { cause: named("MongoServerSelectionError") }),
    Object.assign(new Error("no space left on device"), { code: "ENOSPC" }),
    named("ServiceError", "14 UNAVAILABLE"),
  ])
    it(`${error.name} (${error.message}) is tried on, as it passes by itself`, async () => {
      expect(await failing(error, 1_000)).to.equal(error);
    });
});
