import { expect } from "chai";
import type { ClientError } from "../../../cli/client/exit.ts";
import { createService } from "../../../cli/client/service.ts";
import { type BaselinePicture, uploadBaselines } from "../../../cli/import/uploadBaselines.ts";

const picture = (name: string): BaselinePicture => ({
  bytes: new Uint8Array([1]),
  query: {
    name,
    viewport: "desktop",
    width: 1280,
    height: 720,
    browser: "chromium",
    browserVersion: "of Playwright",
    platform: "linux",
    test: `shots/${name}.png`,
  },
});
const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const RUN = { runId: "run_1", status: "completed", error: null, summary: { failed: 0 } };

/** A service that responds to each named screenshot with a status; the run is always completed. */
function upload(names: string[], statusOf: Record<string, number>) {
  const asked: string[] = [];
  const service = createService({
    url: "http://plumbline.test",
    apiKey: "svc_live_1",
    note: () => {},
    send: async (address) => {
      const { pathname, searchParams } = new URL(address);
      const name = searchParams.get("name");
      asked.push(name ?? pathname);
      const status = name === null ? 200 : (statusOf[name] ?? 200);
      return status < 300 ? json(status, RUN) : json(status, { error: `"${name}" is refused.` });
    },
  });
  return { asked, ended: uploadBaselines(service, { project: null, environment: null }, names.map(picture)) };
}

describe("pictures of another tool as baselines", () => {
  for (const status of [400, 409, 413, 422])
    it(`a picture that is refused with ${status} is left out with the reason, and the others are taken`, async () => {
      const { asked, ended } = upload(["a", "b", "c"], { b: status });
      expect(await ended).to.deep.equal({
        runId: "run_1",
        error: null,
        refused: [{ path: "shots/b.png", reason: '"b" is refused.' }],
      });
      expect(asked.filter((one) => /^[abc]$/.test(one))).to.deep.equal(["a", "b", "c"]);
      expect(asked).to.include("/api/ci/uploads/run_1/finish");
    });

  for (const status of [401, 403, 404])
    it(`a refusal of the whole run with ${status} ends it`, async () => {
      const { asked, ended } = upload(["a", "b"], { a: status });
      const error: ClientError | null = await ended.then(
        () => null,
        (thrown) => thrown,
      );
      expect(error?.code).to.equal(`http_${status}`);
      expect(asked).not.to.include("b");
    });
});
