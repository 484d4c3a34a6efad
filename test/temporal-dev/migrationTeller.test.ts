import { expect } from "chai";
import { migrationTeller } from "../../temporal-dev/service.ts";

describe("a start that waits for a migration", () => {
  it("says so every ten seconds, whoever reports it, and not of one that is done at once", () => {
    const lines: string[] = [];
    let now = 0;
    const tell = migrationTeller(
      (line) => lines.push(line),
      () => now,
    );
    for (now = 0; now <= 25_000; now += 500) tell(`batch ${now / 500}`);
    expect(lines).to.deep.equal([
      "waiting for the migration of the data: batch 20 (10 s so far)",
      "waiting for the migration of the data: batch 40 (20 s so far)",
    ]);
    // The next migration, an hour later.
    now = 3_600_000;
    tell("batch 1");
    expect(lines).to.have.length(2);
  });
});
