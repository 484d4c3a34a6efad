import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { removeLeftovers } from "../../../temporal-dev/lib/leftovers.mjs";
import { runTogether } from "../../../temporal-dev/lib/together.mjs";

describe("the parts of the set-up", () => {
  /** Parts that record when they start, and end on request. */
  const stage = () => {
    const begun: string[] = [];
    const ends: Record<string, (error?: Error) => void> = {};
    const part = (name: string, ...after: string[]) => ({
      after,
      run: () =>
        new Promise<void>((resolve, reject) => {
          begun.push(name);
          ends[name] = (error) => (error ? reject(error) : resolve());
        }),
    });
    return { begun, part, end: (name: string, error?: Error) => ends[name]?.(error) };
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it("begin side by side, and each as soon as those before it are done", async () => {
    const { begun, part, end } = stage();
    const running = runTogether({ web: part("web", "packages"), packages: part("packages"), go: part("go", "absent") });
    await turn();
    expect(begun).to.have.members(["packages", "go"]);
    end("packages");
    await turn();
    expect(begun).to.have.members(["packages", "go", "web"]);
    end("web");
    end("go");
    await running;
  });

  it("end although one failed, except those after it; the failure is told at the end", async () => {
    const { begun, part, end } = stage();
    const running = runTogether({ packages: part("packages"), web: part("web", "packages"), go: part("go") }).then(
      () => "",
      (error: Error) => error.message,
    );
    await turn();
    end("packages", new Error("no registry"));
    await turn();
    expect(begun).to.have.members(["packages", "go"]);
    end("go");
    expect(await running).to.equal("no registry");
  });

  it("remove what a killed set-up left, and nothing that is in the making", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "plumbline-leftovers-"));
    try {
      for (const name of [".making-old", ".making-new", "temporal"]) mkdirSync(path.join(folder, name));
      const hoursAgo = Date.now() / 1_000 - 3 * 3_600;
      for (const name of [".making-old", "temporal"]) utimesSync(path.join(folder, name), hoursAgo, hoursAgo);
      removeLeftovers(folder, /^\.making-/);
      expect(readdirSync(folder)).to.have.members([".making-new", "temporal"]);
      removeLeftovers(path.join(folder, "absent"), /./);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
