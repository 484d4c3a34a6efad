import { expect } from "chai";
import { ConfigError } from "../../domain/config.ts";
import { startCheck } from "../../platform/startCheck.ts";

const CHECK = { variable: "MONGODB_URI", trouble: "the database at db:27017 does not answer" };
const problemsOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.fail("it went well"),
    (error: unknown) => {
      expect(error).to.be.instanceOf(ConfigError);
      return (error as ConfigError).problems;
    },
  );

describe("platform/startCheck", () => {
  it("answers what the work answers", async () => expect(await startCheck(CHECK, Promise.resolve(7))).to.equal(7));

  it("names the variable of what fails", async () => {
    expect(await problemsOf(startCheck(CHECK, Promise.reject(new Error("ECONNREFUSED\n  at x"))))).to.deep.equal([
      "MONGODB_URI: the database at db:27017 does not answer (ECONNREFUSED at x). Start it, or correct the setting",
    ]);
  });

  it("names the variable of what takes too long", async () => {
    const never = new Promise(() => {});
    expect(await problemsOf(startCheck({ ...CHECK, limitMs: 5 }, never))).to.deep.equal([
      "MONGODB_URI: the database at db:27017 does not answer (no answer in 0.005 s). Start it, or correct the setting",
    ]);
  });

  it("leaves a failure as it is that the variable is not to blame for, and one that names another", async () => {
    const other = new RangeError("not ours");
    const blames = (error: unknown) => !(error instanceof RangeError);
    expect(await startCheck({ ...CHECK, blames }, Promise.reject(other)).catch((error: unknown) => error)).to.equal(
      other,
    );
    const named = new ConfigError(["TEMPORAL_ADDRESS is wrong"]);
    expect(await startCheck(CHECK, Promise.reject(named)).catch((error: unknown) => error)).to.equal(named);
  });
});
