import { once } from "node:events";
import { existsSync } from "node:fs";
import { expect } from "chai";
import { StrangerError } from "../../domain/installation.ts";
import { Server } from "../../temporal-dev/child.ts";
import { eventually } from "../support/eventually.ts";

describe("temporal-dev/child", () => {
  it("a server whose log lies on a full disk goes on, and so do we", async function () {
    if (!existsSync("/dev/full")) return this.skip();
    const said: string[] = [];
    const troubled = new EventTarget();
    const server = new Server({
      name: "a server",
      command: "/bin/sh",
      args: ["-c", "echo started; exec sleep 60"],
      logFile: "/dev/full",
      check: async () => {},
      readyMs: 5_000,
      log: (sentence) => {
        said.push(sentence);
        troubled.dispatchEvent(new Event("said"));
      },
    });
    const told = once(troubled, "said");
    await server.start();
    try {
      await told;
      expect(said[0]).to.match(/the disk of \/dev is full: free some space/);
      // Its guard reports the pid, possibly after the server's own first output.
      await eventually("its id is known", async () => server.pid);
    } finally {
      await server.kill();
    }
  });

  it("a server whose place is another installation's is given up at once, with the reason", async () => {
    const server = new Server({
      name: "a server",
      command: "/bin/sh",
      args: ["-c", "exec sleep 60"],
      logFile: "/dev/null",
      check: async () => {
        throw new StrangerError("the port is theirs, not ours", "not ours");
      },
      readyMs: 60_000,
    });
    const error = await server.start().catch((reason: Error) => reason);
    expect(String(error)).to.match(/^Error: a server did not start: .*: the port is theirs, not ours$/);
    expect(server.pid).to.equal(undefined);
  });
});
