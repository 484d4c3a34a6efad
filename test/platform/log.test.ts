// Every log line of a process is JSON, and errors are described in it.
import { spawnSync } from "node:child_process";
import { ApplicationFailure } from "@temporalio/common";
import { expect } from "chai";
import { errorFields, withErrors } from "../../platform/errorFields.ts";

/** Returns the log lines of a process that runs this code, and its exit status. */
function run(code: string): { lines: Record<string, unknown>[]; status: number | null } {
  const log = new URL("../../platform/log.ts", import.meta.url).href;
  const config = new URL("../../domain/config.ts", import.meta.url).href;
  const program = `import { createLog, endWith, logProcessErrors } from ${JSON.stringify(log)};
    import { ConfigError } from ${JSON.stringify(config)};
    const log = createLog("test", "info"); logProcessErrors(log); ${code}`;
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module-typescript", "-e", program];
  const { stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
  return {
    lines: stderr
      .trim()
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
    status,
  };
}

describe("platform/errorFields", () => {
  it("shows type, message, stack and the causes, the nearest first", () => {
    const error = new Error("outer", { cause: new TypeError("middle", { cause: "a word" }) });
    const { stack, ...rest } = errorFields(error);
    expect(stack).to.match(/^Error: outer\n {4}at /);
    expect(rest).to.deep.equal({
      type: "Error",
      message: "outer",
      causes: [
        { type: "TypeError", message: "middle" },
        { type: "string", message: "a word" },
      ],
    });
  });

  it("calls Temporal's failures by their type", () => {
    expect(errorFields(ApplicationFailure.create({ message: "no", type: "StorageFull" })).type).to.equal("StorageFull");
  });

  it("ends where causes run in a circle", () => {
    const [one, two] = [new Error("one"), new Error("two")];
    one.cause = two;
    two.cause = one;
    expect(errorFields(one).causes).to.deep.equal([{ type: "Error", message: "two" }]);
  });

  it("leaves other fields as they are", () => {
    const fields = withErrors({ runId: "run_1", error: "a sentence", failure: new Error("x") });
    expect(fields).to.deep.include({ runId: "run_1", error: "a sentence" });
    expect(fields.failure).to.deep.include({ type: "Error", message: "x" });
  });
});

describe("platform/log", () => {
  it("writes an error's own words, and the line's message is the line's", () => {
    const { lines } = run(
      'log("warn", "the work failed", { message: "other", level: "x", error: new Error("no room") });',
    );
    expect(lines).to.have.length(1);
    expect(lines[0]).to.deep.include({ level: "warn", message: "the work failed", service: "test" });
    expect(lines[0]?.error).to.include({ type: "Error", message: "no room" });
  });

  it("makes a line of Node's warnings, of what nobody caught, and ends with 1", () => {
    const { lines, status } = run(
      'process.emitWarning("it is old", "DeprecationWarning"); setTimeout(() => Promise.reject(new RangeError("lost")), 20);',
    );
    expect(status).to.equal(1);
    expect(lines.map(({ level, error }) => [level, (error as { type: string }).type])).to.deep.equal([
      ["warn", "DeprecationWarning"],
      ["error", "RangeError"],
    ]);
  });

  it("ends with 2 and the sentence where a setting is wrong, else with 1 and the error", () => {
    const wrong = run('endWith("test", "It could not start", new ConfigError(["SVC_PORT must be a number"]));');
    expect([wrong.status, wrong.lines.length]).to.deep.equal([2, 1]);
    expect(wrong.lines[0]?.message).to.include("SVC_PORT must be a number");
    const other = run('endWith("test", "It could not start", new Error("no port"));');
    expect(other.status).to.equal(1);
    expect(other.lines[0]).to.deep.include({ level: "error", message: "It could not start: no port" });
  });
});
