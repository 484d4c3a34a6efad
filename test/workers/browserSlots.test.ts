import type { ActivitySlotInfo, SlotPermit, SlotReserveContext } from "@temporalio/worker";
import { expect } from "chai";
import { browserSlots, freeMemory } from "../../workers/browserSlots.ts";
import { eventually } from "../support/eventually.ts";

const CONTEXT = {} as SlotReserveContext;
const slotInfo: ActivitySlotInfo = { type: "activity", activityType: "captureShot" };
const MB = 1_000_000;

describe("slots of a worker's browsers", () => {
  /** The tests change `free` and `at` of the returned machine. */
  function open(most: number) {
    const machine = { free: 10_000 * MB, at: 0, idle: 0, isWaiting: false };
    const slots = browserSlots({
      most,
      mostIdle: 2 * most,
      idle: () => machine.idle,
      isWaiting: () => machine.isWaiting,
      freeBytes: () => machine.free,
      now: () => machine.at,
      lookMs: 5,
    });
    const none = new AbortController();
    return {
      machine,
      ...slots,
      ask: (signal = none.signal) => slots.reserveSlot(CONTEXT, signal),
      /** Returns the slot if it is granted immediately, or null if the request has to wait. */
      now: () => slots.tryReserveSlot(CONTEXT),
      use: (permit: SlotPermit) => slots.markSlotUsed({ permit, slotInfo }),
      back: (permit: SlotPermit) => slots.releaseSlot({ permit, slotInfo }),
    };
  }

  it("are no more than their number, and given in the order of asking", async () => {
    const slots = open(2);
    const [first, second] = [await slots.ask(), await slots.ask()];
    const order: string[] = [];
    const noted = async (name: string) => {
      const permit = await slots.ask();
      order.push(name);
      return permit;
    };
    const third = noted("third");
    const fourth = noted("fourth");
    expect(slots.now()).to.equal(null);
    slots.back(second);
    slots.back(await third);
    await fourth;
    expect(order).to.deep.equal(["third", "fourth"]);
    slots.back(first);
  });

  it("are one where memory is short, and more when it comes back", async () => {
    const slots = open(4);
    slots.machine.free = 100 * MB;
    const only = slots.now();
    expect(only, "work goes on, one page after the other").not.to.equal(null);
    expect(slots.now()).to.equal(null);
    let given = false;
    const next = slots.ask().then(() => {
      given = true;
    });
    await eventually("it has waited", async () => !given);
    slots.machine.free = 2_000 * MB;
    await next;
    expect(given).to.equal(true);
  });

  it("count what was given a moment ago as not yet grown", () => {
    const slots = open(8);
    slots.machine.free = 900 * MB;
    const first = slots.now() as SlotPermit;
    expect(slots.now(), "room for two").not.to.equal(null);
    expect(slots.now(), "and not for three").to.equal(null);
    slots.use(first);
    slots.machine.at = 2_000;
    expect(slots.now(), "the first has taken its memory").not.to.equal(null);
  });

  it("are more while the processors are idle: one after the other, where memory is there for three pages", async () => {
    const slots = open(2);
    slots.machine.idle = 0.6;
    const used = () => {
      const permit = slots.now();
      if (permit) slots.use(permit);
      return permit !== null;
    };
    expect([used(), used(), used()], "the first two have not shown what they need").to.deep.equal([true, true, false]);
    slots.machine.at = 2_000;
    expect([used(), used()]).to.deep.equal([true, false]);
    slots.machine.at = 4_000;
    slots.machine.idle = 0.4;
    expect(used(), "the processors are busy").to.equal(false);
    slots.machine.idle = 0.6;
    slots.machine.free = 1_000 * MB;
    expect(used(), "memory is short").to.equal(false);
    slots.machine.free = 2_000 * MB;
    slots.machine.isWaiting = true;
    expect(used(), "what was given has not begun").to.equal(false);
    slots.machine.isWaiting = false;
    slots.machine.free = 1_000 * MB;
    const waits = slots.ask();
    slots.machine.free = 2_000 * MB;
    slots.use(await waits);
    slots.machine.at = 6_000;
    expect(used(), "twice as many at most").to.equal(false);
  });

  it("whoever stops asking leaves the line, and what it was given too late goes to the next", async () => {
    const slots = open(1);
    const held = await slots.ask();
    const gone = new AbortController();
    const refused = slots.ask(gone.signal).then(
      () => "given",
      (reason: unknown) => reason,
    );
    const next = slots.ask();
    gone.abort("no more work");
    expect(await refused).to.equal("no more work");
    slots.back(held);
    const permit = await next;
    slots.back(permit);

    const late = new AbortController();
    await slots.ask(late.signal);
    expect(slots.now()).to.equal(null);
    late.abort("dropped");
    expect(slots.now(), "it is free again").not.to.equal(null);
  });

  it("know the memory of this machine", () => expect(freeMemory()).to.be.greaterThan(0));
});
