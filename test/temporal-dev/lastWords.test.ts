import { expect } from "chai";
import { endOf, lastWords } from "../../temporal-dev/lastWords.ts";

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
  {
    what: "an older error, then a crash",
    output: [
      json({ level: "error", message: "it was another one before" }),
      "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
      "----- Native stack trace -----",
      " 1: 0x7f2b01 node::OOMErrorHandler",
    ],
    words: "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
  },
  {
    what: "a crash that was survived, then an error",
    output: ["Error: it was caught", json({ level: "error", message: "the last one" })],
    words: "the last one",
  },
  { what: "a panic of Go", output: ["panic: no", "goroutine 1 [running]:", "main.main()"], words: "panic: no" },
  { what: "plain text", output: ["first", "Error: unknown flag: --x"], words: "Error: unknown flag: --x" },
];

describe("the last words of a process", () => {
  for (const { what, output, words } of CASES)
    it(`${what}: ${words === "" ? "none" : "one line"}`, () => expect(lastWords(output.join("\n"))).to.equal(words));

  it("are part of how it ended", () => {
    const error = json({ level: "error", message: "no room" });
    expect(endOf(error, 1, null)).to.equal("exit code 1: no room");
    expect(endOf(error, null, "SIGABRT")).to.equal("ended by SIGABRT: no room");
    expect(endOf("", 0, null)).to.equal("exit code 0");
  });

  it("are not why, where the process was killed", () => {
    const error = json({ level: "error", message: "no room" });
    expect(endOf(error, null, "SIGKILL")).to.equal("ended by SIGKILL");
    expect(endOf(error, 137, null)).to.equal("exit code 137");
  });

  it("are bounded", () => expect(lastWords("x".repeat(5_000)).length).to.be.at.most(400));
});
