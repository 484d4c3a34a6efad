import { expect } from "chai";
import { serveWhileMigrating } from "../../api/migratingServer.ts";
import type { Readiness } from "../../api/operations/readiness.ts";

describe("while the data is migrated", () => {
  it("the process lives, is not ready and says why, and refuses the rest for some seconds", async () => {
    const place = { host: "127.0.0.1", port: 0, version: "0.2.0" };
    const server = await serveWhileMigrating(place, { version: 1, program: "0.1.0" });
    try {
      const ask = async (path: string) => {
        const answer = await fetch(`http://127.0.0.1:${server.port}${path}`);
        return {
          status: answer.status,
          wait: answer.headers.get("retry-after"),
          body: (await answer.json()) as object,
        };
      };
      const { body: health, ...answer } = await ask("/api/health");
      expect(answer).to.deep.equal({ status: 200, wait: null });
      expect(health).to.deep.include({ status: "ok", service: "plumbline", version: "0.2.0" });
      expect(health).to.have.nested.property("versions.node", process.versions.node);
      const ready = await ask("/api/ready?x=1");
      expect([ready.status, ready.wait]).to.deep.equal([503, "5"]);
      const { parts } = ready.body as Readiness;
      expect(Object.keys(parts).sort()).to.deep.equal(["artifacts", "database", "temporal", "workers"]);
      expect(parts.database.detail).to.match(/^migrating: the data goes from version 1 /);
      server.step("problems are kept, batch 14");
      const later = (await ask("/api/ready")).body as Readiness;
      expect(later.parts.database.detail).to.match(/ \(problems are kept, batch 14\)\.$/);
      const other = await ask("/api/ci/projects");
      expect([other.status, Reflect.get(other.body, "code")]).to.deep.equal([503, "unavailable"]);
    } finally {
      await server.close();
    }
  });
});
