import { expect } from "chai";
import { judgeProduction, PRODUCTION_CHECKS } from "../../../cli/client/productionChecks.ts";
import { isWeakSecret } from "../../../domain/weakSecret.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const GOOD = {
  host: "127.0.0.1",
  publicUrl: "https://plumbline.example.com",
  trustProxy: 1,
  metricsHost: "127.0.0.1",
  metricsPort: 4481,
  metricsAccess: "local",
  root: false,
  sandbox: { workers: 0, without: [] as string[] },
  weakSecret: false,
  lastBackupAt: "2026-11-19T02:00:00Z",
  lastSweepAt: "2026-11-20T00:01:00Z",
  sweep: { daily: true, announcedAt: null, runs: null, error: null },
  storage: { used: 79, limit: 100 },
};
const SANDBOXES = { workers: 2, without: [] as string[] };
const LACKS = ["w-1"];
const OFF = { daily: false, announcedAt: null, runs: null, error: null };

describe("what the doctor finds of an installation for production", () => {
  it("a good one has no problem, and each check once", () => {
    const found = judgeProduction(GOOD, NOW);
    expect(found.filter(({ state }) => state !== "ok")).to.deep.equal([]);
    expect(found.map(({ check }) => check)).to.deep.equal(PRODUCTION_CHECKS);
  });

  for (const [what, flaw, check] of [
    ["no public address", { publicUrl: null }, "public address"],
    ["an address without TLS", { publicUrl: "http://plumbline.example.com" }, "public address"],
    ["a proxy that is not trusted", { trustProxy: 0 }, "reverse proxy"],
    ["metrics for everyone", { metricsAccess: "anyone" }, "open ports"],
    ["a port for metrics on all addresses", { metricsHost: "0.0.0.0" }, "open ports"],
    ["root", { root: true }, "sandbox"],
    ["root, with workers that have a sandbox", { root: true, sandbox: SANDBOXES }, "sandbox"],
    ["a worker without a sandbox", { sandbox: { ...SANDBOXES, without: LACKS } }, "sandbox"],
    ["a secret that can be guessed", { weakSecret: true }, "secret key"],
    ["no backup", { lastBackupAt: null }, "backup"],
    ["a backup of eight days ago", { lastBackupAt: "2026-11-12T12:00:00Z" }, "backup"],
    ["no sweep", { lastSweepAt: null, sweep: OFF }, "retention"],
    ["a sweep that failed", { sweep: { ...OFF, error: "The clock is wrong." } }, "retention"],
    ["a store that is almost full", { storage: { used: 80, limit: 100 } }, "storage"],
    ["a sweep of three days ago", { lastSweepAt: "2026-11-17T12:00:00Z" }, "retention"],
  ] as const)
    it(`${what} is one problem, with what to do`, () => {
      const wrong = judgeProduction({ ...GOOD, ...flaw }, NOW).filter(({ state }) => state !== "ok");
      expect(wrong.map((one) => one.check)).to.deep.equal([check]);
      expect(wrong[0]?.state).to.equal("problem");
      expect(wrong[0]?.mend).to.match(/\.$/);
    });

  const messagesOf = (flaw: Partial<typeof GOOD>, check: string) =>
    judgeProduction({ ...GOOD, ...flaw }, NOW).filter((one) => one.check === check && one.state === "problem");

  it("an API on all addresses is a problem without TLS, and none behind it, as in a container", () => {
    for (const publicUrl of [null, "http://plumbline.example.com"] as never[])
      expect(messagesOf({ host: "0.0.0.0", publicUrl }, "open ports").map(({ message }) => message)).to.deep.equal([
        "The API is open on 0.0.0.0 without TLS: cookies and keys can be read on the way.",
      ]);
    expect(messagesOf({ host: "0.0.0.0" }, "open ports")).to.deep.equal([]);
    expect(messagesOf({ publicUrl: "http://plumbline.example.com" }, "open ports")).to.deep.equal([]);
  });

  it("an API of an earlier version, which tells neither its address nor of sandboxes, is judged by the rest", () => {
    const { host: _host, sandbox: _sandbox, ...earlier } = GOOD;
    expect(judgeProduction(earlier as typeof GOOD, NOW).filter(({ state }) => state !== "ok")).to.deep.equal([]);
  });

  it("a first sweep is announced with what it deletes", () => {
    const sweep = { daily: true, announcedAt: "2026-11-27T00:00:00Z", runs: 12, error: null };
    const found = judgeProduction({ ...GOOD, lastSweepAt: null, sweep }, NOW);
    expect(found.find(({ check }) => check === "retention")).to.deep.include({
      state: "ok",
      message: "The next sweep is on 2026-11-27. It deletes 12 runs.",
    });
  });

  it("a backup that is not eight days old is young enough", () => {
    const found = judgeProduction({ ...GOOD, lastBackupAt: "2026-11-12T12:00:01Z" }, NOW);
    expect(found.every(({ state }) => state === "ok")).to.equal(true);
  });
});

describe("a secret key", () => {
  for (const [secret, weak] of [
    ["change-me-change-me-change-me-change-me", true],
    ["a".repeat(40), true],
    ["0123456789abcdef0123456789abcdef", true],
    ["pW8v1mQzR4tYc7KdXn2LsF9hGjB6uEo3aVi0", false],
    ["9f1c27d4b86e03a5f7d218c0e46b93ad", false],
  ] as const)
    it(`${secret.slice(0, 12)}… is ${weak ? "weak" : "strong"}`, () => expect(isWeakSecret(secret)).to.equal(weak));
});
