import { expect } from "chai";
import { watchDisk } from "../../temporal-dev/diskWatch.ts";
import { eventually } from "../support/eventually.ts";

describe("temporal-dev/diskWatch", () => {
  it("names the folder and what to do, once, and says when there is room again", async () => {
    const said: string[] = [];
    let bytes: number | null = 1_000_000_000;
    let looks = 0;
    const free = async () => {
      looks += 1;
      if (bytes === null) throw new Error("it is not there");
      return bytes;
    };
    const watch = watchDisk({ folder: "/data", log: (line) => said.push(line), everyMs: 1, free });
    const look = async () => {
      const enough = looks + 3;
      await eventually("it has looked", async () => looks >= enough);
    };
    try {
      await look();
      expect(said).to.deep.equal([]);
      bytes = 2_048;
      await look();
      expect(said).to.have.length(1);
      expect(said[0]).to.match(/^the disk of \/data is full \(2 kB left\): free some space there\. /);
      bytes = null;
      await look();
      bytes = 500_000_000;
      await look();
      expect(said.slice(1)).to.deep.equal(["the disk of /data has room again: work continues"]);
    } finally {
      watch.stop();
    }
  });
});
