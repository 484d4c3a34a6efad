import { expect } from "chai";
import { watchOwnership } from "../../models/ownership.ts";

describe("what was found out about a server", () => {
  function watch(freshMs?: number) {
    const clock = { at: 1_000 };
    const pending: PromiseWithResolvers<void>[] = [];
    const check = () => {
      pending.push(Promise.withResolvers<void>());
      return pending.at(-1)!.promise;
    };
    return { clock, pending, ...watchOwnership(check, freshMs, () => clock.at) };
  }

  it("is asked once by many, and holds", async () => {
    const { ensure, pending } = watch();
    const many = [ensure(), ensure(), ensure()];
    pending[0]?.resolve();
    await Promise.all(many);
    await ensure();
    expect(pending).to.have.length(1);
  });

  it("is asked again after a failure, after a doubt, and when it is old", async () => {
    const { ensure, doubt, pending, clock } = watch(500);
    const answer = async (how: "resolve" | "reject") => {
      const asked = ensure();
      pending.at(-1)?.[how](new Error("away") as never);
      await asked.catch(() => {});
    };
    await answer("reject");
    await answer("resolve");
    expect(pending).to.have.length(2);
    doubt();
    await answer("resolve");
    expect(pending).to.have.length(3);
    clock.at += 499;
    await ensure();
    expect(pending).to.have.length(3);
    clock.at += 1;
    await answer("resolve");
    expect(pending).to.have.length(4);
  });

  it("does not hold when the connection was lost while it was asked", async () => {
    const { ensure, doubt, pending } = watch();
    const first = ensure();
    doubt();
    pending[0]?.resolve();
    await first;
    void ensure();
    expect(pending).to.have.length(2);
  });
});
