// How often a worker queries Temporal for its versions: rarely while nothing changes, immediately when a worker starts or stops.
import { expect } from "chai";
import type { Deployments } from "../../platform/temporal/deployments.ts";
import { checkVersions, watchVersions } from "../../workers/versionWatch.ts";
import { eventually } from "../support/eventually.ts";

const log = () => undefined;

/** Fifty past versions, and `own` as the current one. */
function deploymentsOf(own: string, moves: Record<string, number> = {}) {
  const asked = { builds: 0, moveOn: [] as string[] };
  const past = Array.from({ length: 50 }, (_, at) => `0.1.${at}-a`);
  const deployments: Deployments = {
    deployment: "plumbline",
    async builds() {
      asked.builds += 1;
      return [own, ...past].map((build) => ({ build, current: build === own }));
    },
    promote: async () => true,
    pinned: async () => 0,
    async moveOn(build) {
      asked.moveOn.push(build);
      const moved = moves[build] ?? 0;
      moves[build] = 0;
      return moved;
    },
  };
  return { asked, deployments, past };
}

describe("the watch of versions", () => {
  it("asks Temporal no more while the same workers run, and at once when one comes or goes", async () => {
    const own = "0.2.0-b";
    const { asked, deployments } = deploymentsOf(own);
    const alive = new Set([own]);
    let looks = 0;
    const watch = {
      own,
      mode: "auto" as const,
      deployments,
      log,
      async alive() {
        looks += 1;
        return new Set(alive);
      },
    };
    const rest = watchVersions(watch, 5);
    try {
      await eventually("every past version was found empty twice", () => asked.moveOn.length === 100);
      await eventually("it went on looking at the workers", () => looks > 20);
      expect(asked.builds).to.equal(2);
      alive.add("0.1.7-a");
      await eventually("it asked again", () => asked.builds === 3);
      const seen = looks;
      await eventually("it went on looking", () => looks > seen + 5);
      expect(asked.builds).to.equal(3);
      alive.delete("0.1.7-a");
      await eventually("the one that is gone was asked for its runs", () => asked.moveOn.length === 102);
      expect(asked.moveOn.slice(100)).to.deep.equal(["0.1.7-a", "0.1.7-a"]);
    } finally {
      rest();
    }
  });

  it("goes on with a version in which runs were found until it is empty", async () => {
    const own = "0.2.0-b";
    const { asked, deployments } = deploymentsOf(own, { "0.1.3-a": 2 });
    const watch = { own, mode: "auto" as const, deployments, log, alive: async () => new Set([own]) };
    const empty = new Map<string, number>();
    for (let look = 0; look < 5; look += 1) await checkVersions(watch, false, true, empty);
    expect(asked.moveOn.filter((build) => build === "0.1.3-a")).to.have.length(3);
    expect(asked.moveOn.filter((build) => build === "0.1.4-a")).to.have.length(2);
  });

  for (const [name, current, promoted] of [
    ["makes its version the current one where none is, though it cannot tell yet who is gone", null, true],
    ["takes nothing from another version before it can tell that its workers are gone", "0.1.0-a", false],
  ] as const)
    it(name, async () => {
      const promotions: string[] = [];
      const deployments: Deployments = {
        ...deploymentsOf("").deployments,
        builds: async () => ["0.1.0-a", "0.2.0-b"].map((build) => ({ build, current: build === current })),
        promote: async (build) => promotions.push(build) > 0,
      };
      const watch = {
        own: "0.2.0-b",
        mode: "auto" as const,
        deployments,
        log,
        alive: async () => new Set(["0.2.0-b"]),
      };
      const { current: now } = await checkVersions(watch, true, false);
      expect([promotions, now]).to.deep.equal(promoted ? [["0.2.0-b"], "0.2.0-b"] : [[], current]);
    });
});
