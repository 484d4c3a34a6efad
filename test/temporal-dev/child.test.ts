import { once } from "node:events";
import { existsSync } from "node:fs";
import { expect } from "chai";
import { Server } from "../../temporal-dev/child.ts";

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
      expect(said[0]).to.match(/no space left on the disk of \/dev: free some space/);
      expect(server.pid).to.be.a("number");
    } finally {
      await server.kill();
    }
  });
});
