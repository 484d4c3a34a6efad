// The arithmetic of the capacity table, compared with figures calculated by hand.
import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { capacityTables, shotsADay, shown } from "../../bench/capacity/bench.ts";
import { type Assumptions, capacityOf, type Measured } from "../../bench/capacity/compute.ts";

const MEASURED: Measured = {
  where: "a made-up machine",
  slotSeconds: 1.4,
  workerCpuSeconds: 0.7,
  workerMb: 500,
  temporalActions: 2,
  temporalHeartbeats: 3,
  temporalBytes: 4_000,
  enginesCpuSeconds: 0.07,
  databaseCommands: 30,
  databaseBytes: 5_000,
  changedShotBytes: 250_000,
  readCpuSeconds: 0.007,
  readCommands: 6,
};
const ASSUMED: Assumptions = {
  peakFactor: 3,
  utilisation: 0.7,
  changedShare: 0.02,
  shotsPerRun: 100,
  runSeconds: 60,
  pollSeconds: 6,
  openPages: 2,
  readSeconds: 6,
  keptDays: 100,
  historyDays: 5,
  machineCores: 8,
  machineGb: 32,
};

describe("what a number of shots a day needs", () => {
  // 864,000 shots a day are 10 per second, and 30 at the peak.
  const rows = new Map(capacityOf(864_000, MEASURED, ASSUMED).map(({ what, value }) => [what, value]));
  const BY_HAND: [what: string, value: number, sum: string][] = [
    ["shots a second, on average", 10, "864,000 / 86,400"],
    ["shots a second, at the peak", 30, "10 × 3"],
    ["browser slots", 60, "30 × 1.4 / 0.7"],
    ["processor cores of workers", 30, "30 × 0.7 / 0.7"],
    ["memory of workers", 30, "60 × 0.5 GB"],
    ["worker machines", 4, "30 cores / 8 is 3.75; 30 GB / 22.4 is 1.3"],
    ["Temporal actions a second, at the peak", 150, "30 × 5"],
    ["Temporal actions a month", 129.6, "864,000 × 30 × 5"],
    ["Temporal histories kept", 17.28, "864,000 × 5 × 4 kB"],
    ["processor cores of Temporal and the database", 3, "30 × 0.07 / 0.7"],
    ["open runs, at the peak", 18, "30 / 100 a second × 60 s"],
    ["status polls a second, at the peak", 3, "18 / 6 s"],
    ["reads of open pages a second, at the peak", 6, "18 × 2 / 6 s"],
    ["questions to Temporal a second, at most", 9, "3 + 6"],
    ["processor cores of the API, for polls and reads", 0.09, "9 × 0.007 / 0.7"],
    ["database commands a second, at the peak", 954, "30 × 30 + 9 × 6"],
    ["documents kept", 432, "864,000 × 100 × 5 kB"],
    ["objects stored a second, at the peak", 1.8, "3 × 30 × 0.02"],
    ["store, growth a day", 4.32, "17,280 × 250 kB"],
    ["store kept", 0.432, "4.32 GB × 100"],
  ];
  for (const [what, value, sum] of BY_HAND)
    it(`${what}: ${value}, because ${sum}`, () => expect(rows.get(what)).to.be.closeTo(value, value * 1e-9));

  it("has no other row", () => expect([...rows.keys()]).to.deep.equal(BY_HAND.map(([what]) => what)));

  it("grows with the shots", () => {
    const twice = new Map(capacityOf(2 * 864_000, MEASURED, ASSUMED).map(({ what, value }) => [what, value]));
    for (const [what, value] of rows)
      if (what !== "worker machines") expect(twice.get(what), what).to.be.closeTo(2 * value, value * 1e-9);
    expect(twice.get("worker machines")).to.equal(8);
  });
});

describe("the options and the figures of the table", () => {
  it("take a number of shots, 10 million without one", () => {
    expect(shotsADay([])).to.equal(1e7);
    expect(shotsADay(["--shots-a-day", "2e6"])).to.equal(2e6);
    for (const wrong of ["many", "-5", "0"])
      expect(() => shotsADay(["--shots-a-day", wrong])).to.throw("--shots-a-day needs a number");
  });

  it("have three digits", () => {
    expect([1_157_407.4, 347.22, 24.68, 0.012345, 10].map(shown)).to.deep.equal([
      "1,160,000",
      "347",
      "24.7",
      "0.0123",
      "10",
    ]);
  });

  it("are those of docs/scaling.md: `npm run bench -- capacity` prints them", async () => {
    const text = await readFile(new URL("../../docs/scaling.md", import.meta.url), "utf8");
    for (const part of capacityTables(1e7).split("\n\n")) expect(text).to.contain(part);
  });
});
