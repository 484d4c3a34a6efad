import { expect } from "chai";
import { refusalOf } from "../../temporal-dev/uiAccess.ts";

const PORT = 8233;
const host = "127.0.0.1:8233";
/** Headers that a browser sends with each kind of request. */
const visit = { host, "sec-fetch-site": "none", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
const script = { host, "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" };

describe("who may pass the front of the Temporal UI", () => {
  type Case = [what: string, method: string, headers: Record<string, string>, signedIn: boolean, status: number | null];
  const cases: Case[] = [
    ["a visit with the cookie", "GET", visit, true, null],
    ["a visit without", "GET", visit, false, 401],
    ["the page's own script", "GET", script, true, null],
    ["the page's own change", "POST", { ...script, origin: `http://${host}` }, true, null],
    ["a program with the cookie", "GET", { host }, true, null],
    ["a program that changes something, without an origin", "POST", { host }, true, 403],
    ["a program that names the origin", "POST", { host, origin: `http://${host}` }, true, null],
    ["localhost", "GET", { ...visit, host: "LOCALHOST:8233" }, true, null],
    [
      "localhost's own change",
      "POST",
      { ...script, host: "localhost:8233", origin: "http://localhost:8233" },
      true,
      null,
    ],
    ["a link on another site", "GET", { ...visit, "sec-fetch-site": "cross-site" }, true, null],
    ["a link on another port of this machine", "GET", { ...visit, "sec-fetch-site": "same-site" }, true, null],
    ["another name that leads here", "GET", { ...visit, host: "rebound.example:8233" }, true, 421],
    ["another port's name", "GET", { ...visit, host: "127.0.0.1:80" }, true, 421],
    ["no name", "GET", {}, true, 421],
    ["a script of another site", "GET", { ...script, "sec-fetch-site": "cross-site" }, true, 403],
    ["a script of another port of this machine", "GET", { ...script, "sec-fetch-site": "same-site" }, true, 403],
    ["a form of another site", "POST", { ...visit, "sec-fetch-site": "cross-site" }, true, 403],
    ["a form of an old browser", "POST", { host, origin: "https://evil.example" }, true, 403],
    ["a form of a sandboxed frame", "POST", { host, origin: "null" }, true, 403],
    ["a read from another origin", "GET", { host, origin: "http://127.0.0.1:4400" }, true, 403],
    ["a frame", "GET", { ...visit, "sec-fetch-dest": "iframe" }, true, 403],
    [
      "a frame of another site",
      "GET",
      { ...visit, "sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe" },
      true,
      403,
    ],
    ["an embedded object", "GET", { ...visit, "sec-fetch-site": "cross-site", "sec-fetch-dest": "object" }, true, 403],
    [
      "an image on another site",
      "GET",
      { host, "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" },
      true,
      403,
    ],
  ];
  for (const [what, method, headers, signedIn, status] of cases)
    it(`${what}: ${status ?? "passes"}`, () => {
      const refusal = refusalOf({ method, headers }, { port: PORT, signedIn });
      expect(refusal?.status ?? null).to.equal(status);
      if (refusal) expect(refusal.reason).to.match(/^[A-Z].*\.$/);
    });
});
