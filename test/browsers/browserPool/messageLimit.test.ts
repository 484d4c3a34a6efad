import { expect } from "chai";
import { limitMessages } from "../../../browsers/messageLimit.ts";

describe("the limit of a browser's messages", () => {
  const LIMITS = { event: 60, answer: 80 };
  const event = (text: string) => `{"method":"Runtime.consoleAPICalled","params":"${text}"}`;
  const answer = (id: number, text: string) => `{"id":${id},"result":{"value":"${text}"},"sessionId":"ABC1"}`;
  const picture = (id: number, text: string) => `{"id":${id},"result":{"data":"${text}"},"sessionId":"ABC1"}`;
  const refused = (id: number, session: object = { sessionId: "ABC1" }) =>
    JSON.stringify({ id, error: { code: -32_000, message: "The page's answer is too large." }, ...session });

  const through = (messages: readonly string[], pieceBytes: number): string[] => {
    const bytes = Buffer.from(messages.map((message) => `${message}\0`).join(""));
    const parts: Buffer[] = [];
    const write = limitMessages((part) => void parts.push(part), LIMITS);
    for (let at = 0; at < bytes.length; at += pieceBytes) write(bytes.subarray(at, at + pieceBytes));
    const out = Buffer.concat(parts).toString();
    expect(out.endsWith("\0")).to.equal(true);
    return out.split("\0").slice(0, -1);
  };

  const small = [event("a"), answer(1, "b"), picture(2, "c"), '{"id":3,"result":{}}'];
  for (const pieceBytes of [1, 7, 50])
    it(`passes on what is small, drops a large event and refuses a large answer, in pieces of ${pieceBytes} bytes`, () => {
      expect(through(small, pieceBytes)).to.deep.equal(small);
      const large = "x".repeat(200);
      const mixed = [event("a"), event(large), answer(4, large), picture(5, large), event("b"), answer(6, "é")];
      expect(through(mixed, pieceBytes)).to.deep.equal([
        event("a"),
        refused(4),
        picture(5, large),
        event("b"),
        answer(6, "é"),
      ]);
      expect(through([`{"id":7,"result":"${large}"}`, event("c")], pieceBytes)).to.deep.equal([
        refused(7, {}),
        event("c"),
      ]);
    });
});
