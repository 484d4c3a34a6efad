// A request that is never answered ends if it changes something: its button would stay busy, and ignore every further press.
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

  it("may take any time if it only reads", () => {
    void api.get("/api/app/projects", {});
    expect(sent).to.deep.equal([undefined]);
  });
});
