import type { IncomingHttpHeaders } from "node:http";
import { expect } from "chai";
import type { GatherTools } from "../../../../activities/audit/pillar.ts";
import { probeSharing, STRANGER } from "../../../../activities/pillars/security/crossOrigin.ts";
import { RequestFailedError } from "../../../../domain/net/errors.ts";

const SITE = "https://shop.example/";
const asking = (answer: (origin: string) => IncomingHttpHeaders): Pick<GatherTools, "fetch" | "signal"> => ({
  signal: new AbortController().signal,
  fetch: async (url, options) => ({
    url: String(url),
    status: 200,
    headers: answer(new Headers(options?.headers as Record<string, string>).get("origin") ?? ""),
    body: Buffer.alloc(0),
    truncated: false,
    redirects: [],
  }),
});

describe("what other origins may read", () => {
  const cases: [
    why: string,
    headers: (origin: string) => IncomingHttpHeaders,
    allowOrigin: string,
    credentials: boolean,
  ][] = [
    ["no header", () => ({}), "none", false],
    ["everybody, without cookies", () => ({ "access-control-allow-origin": "*" }), "any", false],
    [
      "whoever asks, with cookies",
      (origin) => ({ "access-control-allow-origin": origin, "access-control-allow-credentials": "true" }),
      "reflected",
      true,
    ],
    ["another origin", () => ({ "access-control-allow-origin": "https://partner.example" }), "named", false],
    ["its own, as a prefix", (origin) => ({ "access-control-allow-origin": `${origin}.evil` }), "named", false],
  ];
  for (const [why, headers, allowOrigin, credentials] of cases)
    it(`is ${allowOrigin}: ${why}`, async () => {
      expect(await probeSharing(asking(headers), SITE)).to.deep.equal({
        state: "answered",
        url: SITE,
        allowOrigin,
        reflected: allowOrigin === "reflected",
        credentials,
      });
    });

  it("is asked with an origin that nobody has", () => {
    expect(new URL(STRANGER).hostname).to.match(/\.invalid$/);
  });

  it("is not measured where the site does not answer", async () => {
    const tools = {
      ...asking(() => ({})),
      fetch: () =>
        Promise.reject(
          new RequestFailedError({ kind: "timeout", message: "It did not answer.", host: "shop.example" }),
        ),
    };
    expect(await probeSharing(tools, SITE)).to.deep.include({ state: "not_measured" });
  });
});
