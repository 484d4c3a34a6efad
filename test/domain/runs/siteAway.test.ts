import { expect } from "chai";
import { isSiteAway, NOT_WAITED, nextWait, SITE_WAITS_MS } from "../../../domain/runs/siteAway.ts";

describe("a site that is away", () => {
  for (const [code, message, away] of [
    ["connection_failed", "No connection to shop.example could be established.", true],
    ["host_not_found", "The host shop.example was not found. (the host name does not resolve (EAI_AGAIN).)", true],
    ["host_not_found", "The host shop.example was not found. (the host name does not resolve (ENOTFOUND).)", false],
    ["http_error", "The page answered 502 Bad Gateway.", true],
    ["http_error", "The page answered 503 Service Unavailable.", true],
    ["http_error", "The page answered 504 Gateway Timeout.", true],
    ["http_error", "The page answered 500 Internal Server Error.", false],
    ["http_error", "The page answered 404 Not Found.", false],
    ["timeout", "shop.example did not answer in time.", false],
    ["certificate_error", "The certificate of shop.example is not valid.", false],
    ["page_error", "The page answered 503 times.", false],
  ] as const)
    it(`${message} ${away ? "is waited for" : "is not waited for"}`, () =>
      expect(isSiteAway({ code, message })).to.equal(away));

  it("is waited for 5, 15 and 30 seconds", () => {
    const waits: number[] = [];
    for (let next = nextWait(NOT_WAITED, SITE_WAITS_MS); next; next = nextWait(next.after, SITE_WAITS_MS))
      waits.push(next.ms);
    expect(waits).to.deep.equal([5_000, 15_000, 30_000]);
  });

  it("that comes and goes is waited for twice as long altogether", () => {
    let waitedMs = 0;
    for (let next = nextWait(NOT_WAITED, [10, 20]); next; next = nextWait({ next: 0, waitedMs }, [10, 20]))
      waitedMs = next.after.waitedMs;
    expect(waitedMs).to.equal(60);
  });
});
