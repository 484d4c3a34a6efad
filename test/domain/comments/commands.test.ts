import { expect } from "chai";
import { type CommentCommand, commandsIn, MAX_COMMANDS } from "../../../domain/comments/commands.ts";

const CASES: [text: string, commands: CommentCommand[]][] = [
  ["/plumbline approve", [{ verb: "approve", label: null }]],
  ["Looks right.\r\n/plumbline approve Product page \r\nThanks", [{ verb: "approve", label: "Product page" }]],
  ['/plumbline reject "Home"', [{ verb: "reject", label: "Home" }]],
  ["/plumbline Approve `Home`", [{ verb: "approve", label: "Home" }]],
  ["/plumbline link abc-2", [{ verb: "link", code: "ABC-2" }]],
  ["/plumbline", [{ verb: "unknown", word: "" }]],
  ["/plumbline link", [{ verb: "unknown", word: "link" }]],
  ["/plumbline undo", [{ verb: "unknown", word: "undo" }]],
  [
    "/plumbline approve Home\n/plumbline reject Cart",
    [
      { verb: "approve", label: "Home" },
      { verb: "reject", label: "Cart" },
    ],
  ],
  ['/plumbline approve ""', [{ verb: "approve", label: "" }]],
  [
    "/plumbline approve Home\u2028/plumbline approve",
    [
      { verb: "approve", label: "Home" },
      { verb: "approve", label: null },
    ],
  ],
  // Spaces before a character that is a line terminator elsewhere are scanned once, not in every possible split.
  [`/plumbline x${" ".repeat(60_000)}\u2028`, []],
  [`/plumbline approve ${"x".repeat(2_000)}`, []],
  ["> /plumbline approve", []],
  ["  /plumbline approve", []],
  ["Write /plumbline approve", []],
  ["/plumbliner approve", []],
  ["```\n/plumbline approve\n```", []],
  ["~~~~\n```\n/plumbline approve\n~~~~\n/plumbline reject", [{ verb: "reject", label: null }]],
  ["", []],
];

describe("commands in a comment", () => {
  for (const [text, commands] of CASES)
    it(`of ${JSON.stringify(text.slice(0, 60))}: ${commands.length}`, () => {
      expect(commandsIn(text)).to.deep.equal(commands);
    });

  it(`are at most ${MAX_COMMANDS}`, () => {
    expect(commandsIn("/plumbline approve\n".repeat(50))).to.have.length(MAX_COMMANDS);
  });
});
