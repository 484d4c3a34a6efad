// The maximum cost of one request: bodies that are large, deep, long or malformed are rejected in the format of each interface before
// anything processes them, and no request blocks the API's event loop.
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { TOOLS } from "../../api/tools/registry.ts";
import type { Session } from "../api/support/client.ts";
import { makeWorld, type World } from "../api/support/world.ts";
import { allowedBlockedMs, watchEventLoop } from "../support/eventLoop.ts";
import { openApiDocument } from "../support/openApi.ts";

const UNLIMITED = {
  ciRatePerMinute: 1_000_000,
  triggerRatePerMinute: 1_000_000,
  invokeRatePerMinute: 1_000_000,
  signInRatePerMinute: 1_000_000,
};

let world: World;
let key: string;
let session: Session;

type Send = { rawBody?: string | Buffer; headers?: Record<string, string>; signedIn?: boolean };
async function post(path: string, { rawBody, headers = {}, signedIn = false }: Send) {
  const auth: Record<string, string> = signedIn
    ? { cookie: session.cookie, "x-csrf-token": session.csrf }
    : { "x-api-key": key };
  const accept = path === "/mcp" ? "application/json, text/event-stream" : "application/json";
  const response = await fetch(world.client.base + path, {
    method: "POST",
    headers: { "content-type": "application/json", accept, ...auth, ...headers },
    body: rawBody as BodyInit,
  });
  const text = await response.text();
  return { status: response.status, text, body: (text.startsWith("{") ? JSON.parse(text) : {}) as Answered };
}
type Answered = { error?: unknown; code?: string; ok?: boolean; fields?: unknown[]; jsonrpc?: string };

/** Expects no unforeseen error and no long blocking during the work. */
async function quietly(work: (watch: ReturnType<typeof watchEventLoop>) => Promise<void>): Promise<void> {
  world.logged.length = 0;
  const watch = watchEventLoop();
  try {
    await work(watch);
  } finally {
    const { longestMs, stretches } = watch.stop();
    expect(longestMs, JSON.stringify(stretches.slice(0, 3))).to.be.below(allowedBlockedMs);
  }
  const broken = world.logged.filter(({ message }) => message === "request failed" || message === "tool failed");
  expect(broken).to.deep.equal([]);
}

/** One endpoint of each interface: how it accepts a JSON text, and its error message in its own format. */
const FACES: Record<
  string,
  { path: string; wrap(json: string): string; signedIn?: boolean; sentence(b: Answered): unknown }
> = {
  "the CI endpoints": {
    path: "/api/ci/run",
    wrap: (json) => `{"scenarios":${json}}`,
    sentence: ({ error }) => error,
  },
  "the dashboard's endpoints": {
    path: "/api/tests/test",
    wrap: (json) => `{"project":"shop","scenarios":${json}}`,
    signedIn: true,
    sentence: ({ error }) => error,
  },
  "the tool gateway": {
    path: "/api/mcp/v1/invoke",
    wrap: (json) => `{"tool":"run_vrt","args":{"confirm":true,"scenarios":${json}}}`,
    sentence: (body) => {
      expect(body).to.include({ ok: false, tool: "run_vrt", data: null });
      expect((body.error as { code: string }).code).to.equal("validation_error");
      return (body.error as { message: string }).message;
    },
  },
  MCP: {
    path: "/mcp",
    wrap: (json) =>
      `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"run_vrt","arguments":{"confirm":true,"scenarios":${json}}}}`,
    sentence: (body) => {
      expect(body).to.include({ jsonrpc: "2.0", id: 7 });
      return (body.error as { message: string }).message;
    },
  },
};

const deep = (open: string, close: string, levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`;
const objectOf = (keys: number, name: (i: number) => string) =>
  `{${Array.from({ length: keys }, (_, i) => `"${name(i)}":1`).join()}}`;

/** Possible values in place of a list of labels, and how they are rejected. */
const FORMS: [what: string, json: string, status: number, sentence: RegExp][] = [
  [
    "a list of 100,000 numbers",
    `[${"1,".repeat(99_999)}1]`,
    413,
    /^The body contains a list of more than [15]0?,000 entries\.$/,
  ],
  ["lists within lists", deep("[", "]", 60_000), 413, /^The body is nested deeper than 20 levels\.$/],
  ["objects within objects", deep('{"a":', "}", 30_000), 413, /^The body is nested deeper than 20 levels\.$/],
  [
    "an object of 10,000 fields",
    objectOf(10_000, (i) => `k${i}`),
    413,
    /^The body contains an object of more than 200 fields\.$/,
  ],
  ["a field with a long name", objectOf(1, () => "k".repeat(100_000)), 413, /a field whose name has more than 200/],
  [
    "many values, none of them in a long list",
    `[${`[${"[],".repeat(99)}[]],`.repeat(400)}[]]`,
    413,
    /^The body contains more than [\d,]+ values\.$/,
  ],
  ["__proto__", '[{"__proto__":{"confirm":true}}]', 400, /a field with the name __proto__/],
  ["a number out of range", "[1e999]", 400, /a number that is out of range/],
];

describe("one request", () => {
  before(async () => {
    world = await makeWorld(UNLIMITED);
    key = await world.addKey("mcp_full");
    session = await world.session("admin");
  });
  after(() => world.close());

  describe("a body that is too much", () => {
    for (const [face, { path, wrap, signedIn, sentence }] of Object.entries(FACES)) {
      describe(`over ${face}`, () => {
        for (const [what, json, status, said] of FORMS)
          it(`${what} is refused with ${status}`, () =>
            quietly(async () => {
              const answer = await post(path, { rawBody: wrap(json), signedIn });
              expect(answer.status, answer.text.slice(0, 300)).to.equal(status);
              expect(sentence(answer.body)).to.match(said);
            }));
      });
    }

    it("a megabyte of numbers costs neither time nor memory, many times over", () =>
      quietly(async () => {
        const rawBody = `{"tool":"approve_vrt_results","args":{"confirm":true,"scenarios":[${"1,".repeat(469_999)}1]}}`;
        const before = process.memoryUsage.rss();
        for (let i = 0; i < 10; i += 1) expect((await post("/api/mcp/v1/invoke", { rawBody })).status).to.equal(413);
        expect(process.memoryUsage.rss() - before).to.be.below(400_000_000);
      }));

    const LIMITS: [path: string, kb: number, signedIn: boolean][] = [
      ["/api/auth/sign-in", 4, false],
      ["/api/keys", 16, true],
      ["/api/baselines/rollback", 16, true],
      ["/api/quality-score/full-audit", 1_024, true],
      ["/api/tests/approve", 256, true],
      ["/api/ci/run", 1_024, false],
      ["/api/mcp/v1/invoke", 1_024, false],
      ["/mcp", 1_024, false],
    ];
    for (const [path, kb, signedIn] of LIMITS)
      it(`${path} reads ${kb} KB and not a byte more`, async () => {
        const sized = (bytes: number) => `{"x":"${"x".repeat(bytes - 8)}"}`;
        const fits = await post(path, { rawBody: sized(kb * 1_024), signedIn });
        expect(fits.status, fits.text.slice(0, 300)).to.equal(400);
        const over = await post(path, { rawBody: sized(kb * 1_024 + 1), signedIn });
        expect(over.status).to.equal(413);
        expect(over.text).to.include(`The body is larger than ${kb === 1_024 ? "1 MB" : `${kb} KB`}.`);
      });

    it("compressed bodies are not unfolded", async () => {
      const bomb = gzipSync(Buffer.alloc(50_000_000, " "));
      await quietly(async () => {
        for (const path of ["/api/ci/run", "/api/mcp/v1/invoke", "/mcp", "/api/auth/sign-in"]) {
          const { status, text } = await post(path, {
            rawBody: bomb.subarray(0, 4_000),
            headers: { "content-encoding": "gzip" },
          });
          expect(status).to.equal(400);
          expect(text).to.include("compressed bodies are not read");
        }
      });
    });

    it("bytes that are no UTF-8, and other charsets, are refused and not changed into other text", async () => {
      const body = Buffer.from('{"branch":"caf?"}');
      body[body.indexOf("?")] = 0xe9;
      expect((await post("/api/ci/run", { rawBody: body })).body).to.deep.equal({
        error: "The body is not valid UTF-8.",
      });
      const wide = {
        rawBody: Buffer.from('{"branch":"x"}', "utf16le"),
        headers: { "content-type": "application/json; charset=utf-16" },
      };
      expect((await post("/api/ci/run", wide)).status).to.equal(400);
    });
  });

  describe("an answer that lists problems", () => {
    it("names the first of them and counts the others, over every face", () =>
      quietly(async () => {
        const json = `[${"1,".repeat(999)}1]`;
        for (const { path, wrap, signedIn } of Object.values(FACES)) {
          const { text } = await post(path, { rawBody: wrap(json), signedIn });
          expect(text.length, path).to.be.below(12_000);
          expect(text).to.include("scenarios[0] must be a string").and.to.include("and 980 more problems");
        }
        const unknown = await post("/api/ci/run", { rawBody: objectOf(150, (i) => `k${i}`) });
        expect(unknown.body.error).to.match(/^unknown field k0, k1, k2, k3, k4 and 145 more; known: project, type/);
      }));
  });

  describe("every route and every tool", function () {
    this.timeout(120_000);

    /** Values of all kinds, in the maximum number that is accepted, for every field of a schema and for none. */
    function hostileFor(fields: readonly string[], entries: number): string[] {
      const each = Math.max(1, Math.min(entries, Math.floor(6_000 / Math.max(1, fields.length))));
      const values = [
        `[${`"${"a".repeat(20)}",`.repeat(each - 1)}"a"]`,
        `[${"{},".repeat(Math.min(each, 900) - 1)}{}]`,
        `"${"a ".repeat(1_000)}"`,
        `"${"%_\\u0000\\ud800".repeat(20)}"`,
        '{"constructor":{"prototype":1},"toString":null,"length":-1,"then":true}',
        "-1e308",
      ];
      return values.map((value) => `{${fields.map((field) => `"${field}":${value}`).join()}}`);
    }
    const strangers = objectOf(200, (i) => `${i}`.padEnd(200, "x"));

    it("answers a flood of wrong values in bounded time, and never with a 5xx", () =>
      quietly(async (watch) => {
        for (const [path, item] of Object.entries(openApiDocument("test").paths)) {
          const operation = item.post as {
            requestBody?: { content: Record<string, { schema: { properties?: object; $ref?: string } }> };
          };
          if (!operation?.requestBody || path === "/mcp" || path.startsWith("/api/mcp")) continue;
          const schema = operation.requestBody.content["application/json"]?.schema;
          const fields = Object.keys(schema?.properties ?? { project: 1, scenarios: 1, email: 1, password: 1 });
          for (const rawBody of [...hostileFor(fields, 1_000), strangers, "[]", "{}"])
            for (const signedIn of [true, false]) {
              watch.during(`${path} ${rawBody.slice(0, 60)}`);
              const { status, text } = await post(path.replace(/\{\w+\}/g, "x"), { rawBody, signedIn });
              // An empty body starts a run if the key determines the project.
              const least = rawBody === "{}" ? 200 : 400;
              expect(status, `${path} ${rawBody.slice(0, 80)} ${text.slice(0, 200)}`).to.be.within(least, 499);
            }
        }
        for (const { name, schema, mutating } of TOOLS) {
          const fields = Object.keys(schema.fields).filter((field) => field !== "confirm");
          for (const args of [...hostileFor(fields, 5_000), strangers]) {
            const confirmed = mutating ? args.replace("{", '{"confirm":true,') : args;
            watch.during(`${name} ${args.slice(0, 60)}`);
            const { status, text } = await post("/api/mcp/v1/invoke", {
              rawBody: `{"tool":"${name}","args":${confirmed}}`,
            });
            expect(status, `${name} ${args.slice(0, 80)} ${text.slice(0, 200)}`).to.be.within(400, 499);
            expect(text.length, name).to.be.below(20_000);
          }
        }
      }));

    it("answers queries and paths of any length in bounded time", () =>
      quietly(async (watch) => {
        const queries = [
          `status=${"x,".repeat(6_000)}`,
          Array.from({ length: 3_000 }, () => "a=").join("&"),
          Array.from({ length: 900 }, () => "status=x").join("&"),
          `limit=${"9".repeat(9_000)}&cursor=${"%".repeat(3_000)}`,
          "__proto__=1&constructor=1&status[]=1",
        ];
        for (const [path, item] of Object.entries(openApiDocument("test").paths)) {
          if (!item.get || path === "/api/health" || path === "/api/ready") continue;
          for (const query of queries) {
            watch.during(`GET ${path}?${query.slice(0, 40)}`);
            const { status, raw } = await world.client.get(`${path.replace(/\{\w+\}/g, "x")}?${query}`, { key });
            expect(status, `${path} ${query.slice(0, 40)} ${raw.toString().slice(0, 200)}`).to.be.below(500);
          }
          if (!path.includes("{")) continue;
          watch.during(`GET ${path} of a long name`);
          expect((await world.client.get(path.replace(/\{\w+\}/g, "a".repeat(8_000)), { key })).status).to.be.within(
            400,
            499,
          );
        }
      }));

    it("takes the largest tracking plan that is let in, right or wrong, without holding anybody up", () =>
      quietly(async (watch) => {
        const page = (i: number) => ({ id: `p${i}`, label: "a", pageType: "b", path: `/p${i}` });
        const event = (i: number) => ({
          id: `e${i}`,
          label: "a",
          eventType: "b",
          trigger: { on: "load", path: "/none" },
        });
        const plans = {
          "events on no page": {
            pages: Array.from({ length: 1_500 }, (_, i) => page(i)),
            events: Array.from({ length: 1_600 }, (_, i) => event(i)),
          },
          "scenarios that are not there": {
            pages: Array.from({ length: 300 }, (_, i) => ({
              ...page(i),
              scenarios: Array.from({ length: 50 }, (_, j) => `s${j}`),
            })),
          },
          "rows of nothing": { pages: Array.from({ length: 2_000 }, () => ({ a: 1, b: 2, c: 3 })) },
        };
        for (const [what, fields] of Object.entries(plans)) {
          watch.during(what);
          const rawBody = JSON.stringify({
            tool: "tracking_update_plan",
            args: { confirm: true, reason: "x", fields },
          });
          const { status, text } = await post("/api/mcp/v1/invoke", { rawBody });
          expect(status, `${what} ${text.slice(0, 300)}`).to.be.within(400, 499);
          expect(text.length).to.be.below(20_000);
        }
      }));
  });
});
