// A request that is never answered ends if it changes something: its button would stay busy, and ignore every further press. Sent again, a
// start is still the same one.
import { expect } from "chai";
import type { ApiError } from "../../../web/src/lib/api.ts";

describe("a request of the dashboard without a response", () => {
  const { fetch } = globalThis;
  const { timeout } = AbortSignal;
  let api: typeof import("../../../web/src/lib/api.ts");
  let limit: AbortController;
  let sent: (AbortSignal | undefined)[];
  before(async () => {
    Object.assign(globalThis, { document: { baseURI: "http://127.0.0.1/" } });
    api = await import("../../../web/src/lib/api.ts");
  });
  beforeEach(() => {
    limit = new AbortController();
    sent = [];
    AbortSignal.timeout = () => limit.signal;
    globalThis.fetch = (_, { signal } = {}) => {
      sent.push(signal ?? undefined);
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    };
  });
  afterEach(() => {
    AbortSignal.timeout = timeout;
    globalThis.fetch = fetch;
  });
  after(() => Reflect.deleteProperty(globalThis, "document"));

  it("ends with an error that says what to do", async () => {
    const change = api.post("/api/app/projects/{slug}/modes", {
      params: { slug: "shop" },
      body: { name: "dark", mode: null, rev: "" },
    });
    limit.abort();
    const error = await change.then(
      () => null,
      (error: ApiError) => error,
    );
    expect(error).to.include({ name: "ApiError", code: "no_response" });
    expect(error?.message).to.match(/did not respond .* Reload the page/);
  });

  it("is the same start when it is sent again, until it has an answer", async () => {
    const { sendOnce } = await import("../../../web/src/lib/sendOnce.ts");
    const keyOf = async (start: object, status: number | null) => {
      const keys: string[] = [];
      await sendOnce(start, async (key) => {
        keys.push(key);
        if (status !== null) throw new api.ApiError(status, "code", "message");
      }).catch(() => undefined);
      return keys[0];
    };
    const [lost, other] = [await keyOf({ kind: "seo" }, 0), await keyOf({ kind: "perf" }, null)];
    expect(other).not.to.equal(lost);
    expect(await keyOf({ kind: "seo" }, 503)).to.equal(lost);
    expect(await keyOf({ kind: "seo" }, null)).to.equal(lost);
    const refused = await keyOf({ kind: "seo" }, 409);
    expect(refused).not.to.equal(lost);
    expect(await keyOf({ kind: "seo" }, null)).not.to.equal(refused);
  });

  it("may take any time if it only reads", () => {
    void api.get("/api/app/projects", {});
    expect(sent).to.deep.equal([undefined]);
  });
});
