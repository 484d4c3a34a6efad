import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "chai";

const PROGRAM = fileURLToPath(new URL("../../cli/plumbline.ts", import.meta.url));

describe("a reader of the output that goes away", () => {
  for (const [what, args, exit] of [
    ["an answer", ["completion", "bash"], 0],
    ["the help", ["--help"], 0],
    ["a refusal", ["completion", "none"], 2],
  ] as const)
    it(`leaves ${what} its exit code, and is no crash`, async () => {
      const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", PROGRAM, ...args], {
        stdio: ["ignore", "pipe", "pipe"],
      });
      // Nobody reads, so writes meet a closed pipe.
      child.stdout.destroy();
      let said = "";
      child.stderr.on("data", (data: Buffer) => {
        said += data.toString();
      });
      expect(await once(child, "close")).to.deep.equal([exit, null]);
      expect(said).not.to.match(/EPIPE|at .*\.ts:/);
    });
});
