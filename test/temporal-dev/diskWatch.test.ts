import { expect } from "chai";
import { watchDisk } from "../../temporal-dev/diskWatch.ts";
import { eventually } from "../support/eventually.ts";

const GB = 1_000_000_000;

describe("temporal-dev/diskWatch", () => {
  /** Returns the messages for a sequence of free bytes; null means that the disk cannot be queried. */
  async function saidAt(size: number, values: (number | null)[]): Promise<string[][]> {
    const said: string[][] = [];
    let lines: string[] = [];
    let free: number | null = values[0] ?? null;
    let looks = 0;
    const space = async () => {
      looks += 1;
      if (free === null) throw new Error("it is not there");
      return { free, size };
    };
    const watch = watchDisk({ folder: "/data", log: (line) => lines.push(line), everyMs: 1, space });
    try {
      for (const value of values) {
        free = value;
        const enough = looks + 3;
        await eventually("it has looked", async () => looks >= enough);
        said.push(lines);
        lines = [];
      }
      return said;
    } finally {
      watch.stop();
    }
  }

  it("warns at a tenth of the disk and at 1 GB, each once, and says when there is more again", async () => {
    const said = await saidAt(100 * GB, [50 * GB, 9.9 * GB, 9.8 * GB, 0.9 * GB, 1.02 * GB, 20 * GB]);
    expect(said).to.deep.equal([
      [],
      [
        "the disk of /data is getting full: 9.9 GB of 100.0 GB left (9 %). Free some space there, or keep runs for a shorter time",
      ],
      [],
      [
        "the disk of /data is nearly full: 900 MB of 100.0 GB left (0 %). Free some space there, or keep runs for a shorter time",
      ],
      [],
      ["the disk of /data has more room again: 20.0 GB left"],
    ]);
  });

  it("warns of a small disk when a quarter of it is left", async () => {
    const said = await saidAt(GB, [0.9 * GB, 0.26 * GB, 0.24 * GB]);
    expect(said).to.deep.equal([
      [],
      [],
      [
        "the disk of /data is nearly full: 240 MB of 1.0 GB left (24 %). Free some space there, or keep runs for a shorter time",
      ],
    ]);
  });

  it("names the folder of a full disk and what to do, once, and says when there is room again", async () => {
    const said = await saidAt(2 * GB, [1.5 * GB, 2_048, null, 2_048, 1.5 * GB]);
    expect(said.map((lines) => lines.length)).to.deep.equal([0, 1, 0, 0, 1]);
    expect(said[1]?.[0]).to.match(/^the disk of \/data is full \(2 kB left\): free some space there\. /);
    expect(said[4]).to.deep.equal(["the disk of /data has room again: work continues"]);
  });
});
