import { expect } from "chai";
import { lastWords } from "../../temporal-dev/lastWords.ts";

const json = (fields: object) => JSON.stringify(fields);

const CASES: { what: string; output: string[]; words: string }[] = [
  { what: "nothing", output: ["", " "], words: "" },
  {
    what: "requests alone, the first of them cut",
    output: [
      'h":"/api/ready","status":200,"ms":3}',
      json({ level: "info", message: "request", status: 200 }),
      json({ level: "warn", message: "request", status: 503 }),
    ],
    words: "",
  },
  {
    what: "an error among requests, with its error",
    output: [
      json({ level: "error", message: "it was another one before" }),
      json({ level: "error", message: "the port cannot be used", error: { type: "Error", message: "EADDRINUSE" } }),
      json({ level: "info", message: "request" }),
    ],
    words: "the port cannot be used: EADDRINUSE",
  },
  {
    what: "an error long before the end",
    output: [
      json({ level: "error", message: "it was repeated" }),
      ...Array(20).fill(json({ level: "info", message: "request" })),
    ],
    words: "",
  },
  {
    what: "an error that its message holds already",
    output: [json({ level: "error", message: "could not start: no\nroom", error: { message: "no\nroom" } })],
    words: "could not start: no room",
  },
  {
    what: "a line of Temporal",
    output: [json({ level: "ERROR", msg: "unable to open the file", error: "disk I/O error" })],
    words: "unable to open the file: disk I/O error",
  },
  {
    what: "a crash of Node with its stack",
    output: [
      "",
      "TypeError: x is not a function",
      "    at main (file:///a.ts:1:1)",
      "    at b",
      "",
      "Node.js v24.21.0",
    ],
    words: "TypeError: x is not a function",
  },
  { what: "a panic of Go", output: ["panic: no", "goroutine 1 [running]:", "main.main()"], words: "panic: no" },
  { what: "plain text", output: ["first", "Error: unknown flag: --x"], words: "Error: unknown flag: --x" },
];

describe("the last words of a process", () => {
  for (const { what, output, words } of CASES)
    it(`${what}: ${words === "" ? "none" : "one line"}`, () => expect(lastWords(output.join("\n"))).to.equal(words));

  it("are bounded", () => expect(lastWords("x".repeat(5_000)).length).to.be.at.most(400));
});
