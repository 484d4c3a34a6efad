// Each part of a distributed installation is killed, cut off, and slowed down, in each phase of each kind of work.
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../domain/errors.ts";
import { table } from "../../temporal-dev/table.ts";
import { eventually } from "../support/eventually.ts";
import { alive } from "../support/faults.ts";
import { startHeldSite } from "../support/heldSite.ts";
import { PAGES, type Phase, type Stage, type Work } from "../support/killedWork.ts";
import { type Cluster, PARTS, type Part, partOf } from "./cluster.ts";
import { cluster, isWanted, OPTIONS } from "./hooks.ts";
import { type Held, holdAt } from "./phases.ts";
import { CLUSTER_WORKS, type FaultName } from "./works/index.ts";

/** Processes that outlive a killed process end on their own within this time. */
const ORPHANS_END_MS = 60_000;

/** Parts from which the test itself reads what the work left. */
const READ_BY_TEST: ReadonlySet<Part> = new Set(["S3", "Temporal", "PostgreSQL", "database"]);

type Fault = {
  name: FaultName;
  /** Applies the fault to the machine, lets the work continue, and resolves when the fault is over. */
  inflict(all: Cluster, machine: string, held: Held, ended: Promise<void>): Promise<void>;
};

const FAULTS: readonly Fault[] = [
  {
    name: "killed",
    async inflict(all, machine, held) {
      const { left, back } = await all.kill(machine);
      held.release();
      await back;
      await eventually("what it left behind has ended", () => !left.some(alive), ORPHANS_END_MS);
    },
  },
  {
    name: "cut off",
    async inflict(all, machine, held) {
      await all.cut(machine);
      held.release();
      await sleep(OPTIONS.cutMs);
      await all.mend(machine);
    },
  },
  {
    name: "slow",
    async inflict(all, machine, held, ended) {
      await all.slow(machine, OPTIONS.slow);
      held.release();
      await Promise.race([ended.catch(() => undefined), sleep(2 * OPTIONS.cutMs)]);
      await all.mend(machine);
    },
  },
];

type Case = { work: Work; phase: Phase; part: Part; fault: Fault };

/** Every fault of every part in every phase of every work; with --quick, the cases selected by works/. */
function allCases(): Case[] {
  const parts = Object.keys(PARTS) as Part[];
  return CLUSTER_WORKS.flatMap(({ work, quick }) => {
    const isChosen = ({ phase, part, fault }: Case) =>
      quick.some((one) => one.phase === phase.name && one.part === part && one.fault === fault.name);
    return work.phases
      .flatMap((phase) => parts.flatMap((part) => FAULTS.map((fault) => ({ work, phase, part, fault }))))
      .filter((one) => !OPTIONS.quick || isChosen(one));
  });
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

describe("faults of a distributed installation", function () {
  this.timeout(0);
  const rows: string[][] = [];
  let stage: Stage;
  let close: () => Promise<void>;
  before(async () => {
    const { hub, holds } = cluster();
    const site = await startHeldSite(PAGES, hub);
    stage = { started: cluster(), holds, site };
    close = site.close;
  });
  after(async () => {
    await close?.();
    const heads = ["work", "phase", "part", "fault", "work ended", "after the fault", "all well", "5xx"];
    if (rows.length > 0) console.log(table(heads, rows));
  });

  /** Nginx's responses that were errors of the service. */
  const failures = async (): Promise<string[]> =>
    (await cluster().answered()).filter((line) => /^\S+ \S+ \S+ 5\d\d /.test(line));

  for (const { work } of CLUSTER_WORKS) {
    if (!isWanted(`${work.name}, no fault`)) continue;
    it(`${work.name}, no fault`, async () => {
      const start = await work.prepare(stage);
      const from = performance.now();
      await work.expectWhole(stage, await start());
      rows.push([work.name, "", "", "none", seconds(performance.now() - from), "", "", ""]);
    });
  }

  for (const { work, phase, part, fault } of allCases()) {
    const title = `${work.name}, ${phase.name}: ${part} ${fault.name}`;
    if (!isWanted(title)) continue;
    it(title, async () => {
      const all = cluster();
      const start = await work.prepare(stage);
      const before = (await failures()).length;
      const held = await holdAt(stage, { work, target: phase, start }, all.machineAt);
      // The machine that does the work, if the part has several.
      const machine = held.host !== null && partOf(held.host) === part ? held.host : PARTS[part][0];
      const from = performance.now();
      const since = (at: number) => seconds(performance.now() - at);
      let took = "";
      const ended = held.accepted.then(async (id) => {
        await work.expectWhole(stage, id);
        took = since(from);
        return undefined;
      });
      ended.catch(() => undefined);
      try {
        await fault.inflict(all, machine, held, ended);
        const over = performance.now();
        await ended.catch(async (error: unknown) => {
          // Work that needs nothing more of the part can end while it is cut off, when the test cannot read what the work left there.
          if (!READ_BY_TEST.has(part)) throw error;
          await all.ready();
          await work.expectWhole(stage, await held.accepted);
          took = since(from);
        });
        const after = since(over);
        await all.ready();
        const refused = (await failures()).slice(before);
        const row = [took, after, since(over), `${refused.length}`];
        rows.push([work.name, phase.name, machine, fault.name, ...row]);
        // Printed immediately, because the table follows only after all cases, which takes hours.
        console.log([`      ${machine}: ${row.join(", ")}`, ...refused].join("\n        "));
      } catch (error) {
        // So is why a case failed.
        console.log(`      ${machine}: ${messageOf(error)}`);
        throw error;
      } finally {
        held.release();
        await all.mend(machine);
        await all.ready();
      }
    });
  }
});
