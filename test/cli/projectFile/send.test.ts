// A file that is too large for one call is applied in several.
import { expect } from "chai";
import type { Service } from "../../../cli/client/service.ts";
import { sendConfig } from "../../../cli/projectFile/send.ts";

describe("applying a large file", () => {
  const change = (name: string) => ({ action: "create", kind: "scenario", name, fields: [], more: 0 });
  const refused = (name: string) => ({ kind: "scenario", name, message: "Not applied yet." });
  const answer = (names: string[], open: string[], state: string) => ({
    mode: "apply",
    project: "shop",
    changes: names.map(change),
    kept: [],
    waiting: [],
    refused: open.map(refused),
    ...(open.length > 0 && { left: open.length }),
    state,
  });
  const playing = (answers: object[]) => {
    const sent: { expected?: string }[] = [];
    const post = async (_path: string, { body }: { body: { expected?: string } }) => {
      sent.push(body);
      return answers[Math.min(sent.length, answers.length) - 1];
    };
    return { sent, service: { post } as unknown as Service };
  };

  it("sends it again from the state that each call left, and answers what all of them changed", async () => {
    const answers = [
      answer(["A", "B", "C"], ["B", "C"], "s1"),
      answer(["B", "C"], ["C"], "s2"),
      answer(["C"], [], "s3"),
    ];
    const { sent, service } = playing(answers);
    const applied = await sendConfig(service, { project: null, config: {}, mode: "apply", expected: "s0" });
    expect(sent.map(({ expected }) => expected)).to.deep.equal(["s0", "s1", "s2"]);
    expect(applied.changes.map(({ name }) => name)).to.deep.equal(["A", "B", "C"]);
    expect([applied.refused, applied.state, applied.left]).to.deep.equal([[], "s3", undefined]);
  });

  it("ends where a call gets no further", async () => {
    const { sent, service } = playing([answer(["A"], ["A"], "s1")]);
    const applied = await sendConfig(service, { project: null, config: {}, mode: "apply" });
    expect(sent).to.have.length(2);
    expect(applied.left).to.equal(1);
  });
});
