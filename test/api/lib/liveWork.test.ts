// How many queries a run's workflow receives from concurrent viewers.
import { expect } from "chai";
import type { OperationContext } from "../../../api/lib/context.ts";
import { liveWork } from "../../../api/lib/liveWork.ts";
import type { ObservedWork } from "../../../domain/engine.ts";
import { ProductError } from "../../../domain/errors.ts";
import type { Run } from "../../../models/runs/schema.ts";

const run = (_id: string) =>
  ({
    _id,
    status: "running",
    startedAt: new Date(),
    executionId: "e",
    progress: { phase: "capturing", done: 1, total: 3 },
  }) as Run;

describe("the live progress of a run", () => {
  let questions: { id: string; answer: PromiseWithResolvers<ObservedWork> }[];
  let ctx: OperationContext;
  beforeEach(() => {
    questions = [];
    const observe = ({ id }: { id: string }) => {
      const answer = Promise.withResolvers<ObservedWork>();
      questions.push({ id, answer });
      return answer.promise;
    };
    ctx = { engine: { observe }, log: () => undefined } as unknown as OperationContext;
  });
  const told = (done: number): ObservedWork => ({
    workflow: "RUNNING",
    progress: { phase: "testing", done, total: 3, failed: 0 },
  });

  it("is asked once for all who look at the same time, each run by itself, and again later", async () => {
    const many = Array.from({ length: 100 }, () => liveWork(ctx, "run", run("run_1")));
    const other = liveWork(ctx, "run", run("run_2"));
    expect(questions.map(({ id }) => id)).to.deep.equal(["run_1", "run_2"]);
    for (const { answer } of questions) answer.resolve(told(2));
    for (const { progress, stale } of await Promise.all([...many, other]))
      expect([progress.done, stale]).to.deep.equal([2, false]);
    const later = liveWork(ctx, "run", run("run_1"));
    expect(questions).to.have.length(3);
    questions[2]?.answer.resolve(told(3));
    expect((await later).progress.done).to.equal(3);
  });

  it("is stale for all of them where the workflow does not answer, and is asked again", async () => {
    const both = [liveWork(ctx, "run", run("run_1")), liveWork(ctx, "run", run("run_1"))];
    questions[0]?.answer.reject(new ProductError("unavailable", "Temporal cannot be reached at the moment."));
    for (const { progress, stale } of await Promise.all(both))
      expect([progress.phase, stale]).to.deep.equal(["capturing", true]);
    const later = liveWork(ctx, "run", run("run_1"));
    questions[1]?.answer.resolve(told(1));
    expect((await later).stale).to.equal(false);
  });
});
