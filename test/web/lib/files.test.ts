import { expect } from "chai";
import { patiently } from "../../../web/src/lib/files.ts";

describe("files of screens", () => {
  const failing = (times: number) => {
    const said: string[] = [];
    const load = async () => {
      said.push("load");
      if (said.filter((one) => one === "load").length <= times) throw new Error("not there");
      return "screen";
    };
    const answers = async () => {
      said.push("answers");
    };
    return { said, run: patiently(load, answers) };
  };

  it("are loaded once where the service is there", async () => {
    const { said, run } = failing(0);
    expect(await run()).to.equal("screen");
    expect(said).to.deep.equal(["load"]);
  });

  it("are asked for again when the service answers", async () => {
    const { said, run } = failing(1);
    expect(await run()).to.equal("screen");
    expect(said).to.deep.equal(["load", "answers", "load"]);
  });

  it("are missing where the service that answers has them no more", async () => {
    const { said, run } = failing(2);
    expect(await run().catch((error: Error) => error.message)).to.equal("not there");
    expect(said).to.deep.equal(["load", "answers", "load"]);
  });
});
