// The messages of the assertion, and its behavior without the service.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { messageOf, toMatchPlumbline } from "../../../cli/playwright/matcher.ts";
import { sender, UnreachableError } from "../../../cli/playwright/service.ts";
import { isOptional, retryFor } from "../../../cli/playwright/settings.ts";
import { tracesOf } from "../../../cli/playwright/traces.ts";

type Verdict = Parameters<typeof messageOf>[1];
const URL = "https://plumbline.example";
const VERDICT: Verdict = {
  runId: "run_1",
  status: "failed",
  mismatchPercent: 0.4,
  reasons: [{ code: "mismatch", message: "0.4 % of the pixels differ." }],
  changes: [{ sentence: "Price: “€129” → “€0”", selector: "p.price" }],
  changeCount: 1,
  reviewUrl: "/p/shop/visual/run_1",
};
const REVIEW = ["", "Review: https://plumbline.example/p/shop/visual/run_1"];

describe("toMatchPlumbline", () => {
  const many = Array.from({ length: 8 }, (_, at) => ({ sentence: `Change ${at}`, selector: "" }));
  const cases: [string, Partial<Verdict>, string[]][] = [
    [
      "says what changed from what to what, and where to review it",
      {},
      [
        '"Cart" differs from its baseline (0.40 % of its pixels):',
        "",
        "  Price: “€129” → “€0”",
        "    p.price",
        ...REVIEW,
      ],
    ],
    [
      "names five changes and counts the others",
      { changes: many, changeCount: 30, mismatchPercent: 42.3 },
      [
        '"Cart" differs from its baseline (42 % of its pixels):',
        "",
        ...many.slice(0, 5).map(({ sentence }) => `  ${sentence}`),
        "  and 25 more.",
        ...REVIEW,
      ],
    ],
    [
      "gives the reason where no change has words",
      { changes: [], changeCount: 0, mismatchPercent: 0.001 },
      ['"Cart" differs from its baseline (0.01 % of its pixels):', "", "  0.4 % of the pixels differ.", ...REVIEW],
    ],
    [
      "says how the first screenshot becomes a baseline",
      { status: "new", changes: [], changeCount: 0 },
      [
        '"Cart" has no baseline yet.',
        "",
        "When the tests have ended, check the screenshot and approve it:",
        "  plumbline approve 'Cart' --run run_1",
        ...REVIEW,
      ],
    ],
    [
      "says why nothing could be compared",
      { status: "error", reasons: [{ code: "baseline_missing_file", message: "The artifact is not in the store." }] },
      ['"Cart" could not be compared.', "", "  The artifact is not in the store.", ...REVIEW],
    ],
  ];
  for (const [what, change, lines] of cases)
    it(what, () => expect(messageOf("Cart", { ...VERDICT, ...change }, URL).split("\n")).to.deep.equal(lines));

  it("keeps a public address of the review", () => {
    const reviewUrl = "https://quality.example/p/shop/visual/run_1";
    expect(messageOf("Cart", { ...VERDICT, reviewUrl }, URL)).to.match(/Review: https:\/\/quality\.example\/p/);
  });

  const failureOf = (isNot: boolean, received: unknown) =>
    toMatchPlumbline.call({ isNot }, received, "Cart").then(
      () => "",
      (error: Error) => error.message,
    );

  describe("without the service", () => {
    const NAMES = ["CI", "PLUMBLINE_URL", "PLUMBLINE_KEY", "PLUMBLINE_OPTIONAL", "SVC_URL", "SVC_API_KEY"];
    let before: (string | undefined)[];
    beforeEach(() => {
      before = NAMES.map((name) => process.env[name]);
      for (const name of NAMES) delete process.env[name];
    });
    afterEach(() => {
      for (const [at, name] of NAMES.entries()) {
        const value = before[at];
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    });
    const page = { goto: () => undefined };

    it("fails the test, outside CI too", async () => {
      expect(await failureOf(false, page)).to.match(/PLUMBLINE_URL is not set/);
    });

    it("passes where the service is optional", async () => {
      process.env.PLUMBLINE_OPTIONAL = "1";
      expect(await toMatchPlumbline.call({ isNot: false }, page, "Cart")).to.include({ pass: true });
    });

    it("takes a page or a locator, and has no opposite", async () => {
      expect(await failureOf(false, "text")).to.match(/expects a page or a locator/);
      expect(await failureOf(true, page)).to.match(/leave out \.not/);
    });
  });

  it("tells a service that stays away from one that refuses", async () => {
    const server = createServer((_request, response) =>
      response.writeHead(403, { "content-type": "application/json" }).end('{"error":"Not with this key."}'),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const settings = { url, key: "k", project: undefined, environment: undefined, build: "b" };
    const ask = () =>
      sender(settings, 1)("POST", "/api/ci/uploads", { body: { build: "b" } }).then(
        () => null,
        (error: Error) => error,
      );
    const refused = await ask();
    await new Promise((resolve) => server.close(resolve));
    expect(refused).to.be.instanceOf(Error).and.not.instanceOf(UnreachableError);
    expect(refused?.message).to.equal("Plumbline: Not with this key.");
    const away = await ask();
    expect(away).to.be.instanceOf(UnreachableError);
    expect(away?.message)
      .to.match(/could not be reached at http:\/\/127/)
      .and.match(/PLUMBLINE_OPTIONAL=1/);
  });

  it("repeats calls for a third of the test's time", () => {
    expect(retryFor(30_000, 60_000)).to.equal(10_000);
    expect(retryFor(600_000, 60_000)).to.equal(60_000);
    expect(retryFor(0, 60_000)).to.equal(60_000);
    expect(
      ["1", "true", "yes", "0", "", undefined].map((PLUMBLINE_OPTIONAL) => isOptional({ PLUMBLINE_OPTIONAL })),
    ).to.deep.equal([true, true, true, false, false, false]);
  });

  it("finds the trace of an attempt under the name that its screenshots have", () => {
    const test = { titlePath: () => ["", "chromium", "shop.spec.ts", "checkout", "fails"] };
    const attachments = [
      { name: "screenshot", path: "/a.png", contentType: "image/png" },
      { name: "trace", path: "/trace.zip", contentType: "application/zip" },
    ];
    expect(tracesOf("run_1", test, { attachments })).to.deep.equal([
      { runId: "run_1", test: "shop.spec.ts › checkout › fails", file: "/trace.zip" },
    ]);
    expect(tracesOf("run_1", test, { attachments: [] })).to.deep.equal([]);
  });
});
