// Which of a channel's recipients get mail, and who has to confirm after a change.
import { expect } from "chai";
import {
  confirmedOf,
  type Recipients,
  unconfirmedAfter,
  unconfirmedWithout,
  waitingOf,
} from "../../../domain/notify/recipients.ts";

describe("recipients of a channel", () => {
  const MAILED: [what: string, channel: Recipients, confirmed: string[], waiting: string[]][] = [
    ["channels from before the question mail everyone", { recipients: ["a@x", "b@x"] }, ["a@x", "b@x"], []],
    ["all confirmed", { recipients: ["a@x"], unconfirmed: [] }, ["a@x"], []],
    ["one waits", { recipients: ["a@x", "b@x"], unconfirmed: ["b@x"] }, ["a@x"], ["b@x"]],
    ["whatever its spelling", { recipients: ["a@x", "B@X"], unconfirmed: ["b@x"] }, ["a@x"], ["B@X"]],
    ["nobody confirmed", { recipients: ["a@x"], unconfirmed: ["a@x"] }, [], ["a@x"]],
  ];
  for (const [what, channel, confirmed, waiting] of MAILED)
    it(`mails those who confirmed: ${what}`, () => {
      expect([confirmedOf(channel), waitingOf(channel)]).to.deep.equal([confirmed, waiting]);
    });

  const old = { recipients: ["a@x", "b@x"] };
  const half = { recipients: ["A@x", "b@x"], unconfirmed: ["b@x"] };
  const CHANGED: [what: string, to: string[], before: Recipients | null, proved: string[], asked: string[]][] = [
    ["of a new channel all but proved members", ["A@x", "b@x"], null, ["b@x"], ["a@x"]],
    ["one mailbox in two spellings once", ["A@x", "a@X"], null, [], ["a@x"]],
    ["not who stays", ["a@x", "b@x"], { ...half, unconfirmed: [] }, [], []],
    ["not who stays in another spelling", ["a@X"], half, [], []],
    ["who waited still", ["a@x", "b@x"], half, [], ["b@x"]],
    ["who is new", ["a@x", "c@x"], half, [], ["c@x"]],
    ["only who is new to a channel from before the question", ["a@x", "c@x"], old, [], ["c@x"]],
    ["not who waited and is a proved member now", ["b@x"], half, ["b@x"], []],
    ["who went and comes again", ["b@x"], { recipients: ["a@x"], unconfirmed: [] }, [], ["b@x"]],
  ];
  for (const [what, to, before, proved, asked] of CHANGED)
    it(`asks ${what}`, () => {
      expect(unconfirmedAfter(to, before, new Set(proved))).to.deep.equal(asked);
    });

  it("takes a confirmation, twice too, and none of an address that is not there any more", () => {
    expect(unconfirmedWithout(half, "b@x")).to.deep.equal([]);
    expect(unconfirmedWithout(half, "a@x")).to.deep.equal(["b@x"]);
    expect(unconfirmedWithout(old, "a@x")).to.deep.equal([]);
    expect(unconfirmedWithout(half, "c@x")).to.equal(null);
  });
});
