// Branches of schedules and erasures.
import type { Branch, FakeWorld } from "./play.ts";

const PARTS = [
  { kind: "project", id: "prj_1" },
  { kind: "user", id: "usr_1" },
  { kind: "organisation", id: "org_1" },
];

/** An erasure of three parts, two per execution. */
const erasing = (name: string, execution?: "first"): Branch => ({
  name,
  id: `erasure-${name}`,
  play(world: FakeWorld) {
    world.play({
      beginErasure: async () => PARTS,
      eraseStep: async () => undefined,
      endErasure: async () => undefined,
    });
    return world.execute("erase", `erasure-${name}`, {
      erasureId: "ers_1",
      queues: world.queues,
      partsPerExecution: 2,
    });
  },
  ...(execution && { execution }),
});

export const HOUSEKEEPING_BRANCHES: readonly Branch[] = [
  {
    name: "schedule-starts",
    id: "schedule-starts",
    play(world: FakeWorld) {
      let looks = 0;
      world.play({
        noteDue: async () => undefined,
        // Another process holds it at first.
        startDue: async () => ({ againMs: ++looks < 2 ? 10 : null }),
      });
      return world.execute("scheduleDue", "schedule-starts", { scheduleId: "sch_1" });
    },
  },
  erasing("erase-continues", "first"),
  erasing("erase-continued"),
];
