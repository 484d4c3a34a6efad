// The model interface with a provider that answers well, badly, slowly and not at all: over HTTP, and with the SDK's own mock.
import { execFileSync } from "node:child_process";
import { inspect } from "node:util";
import { MockLanguageModelV4 } from "ai/test";
import { expect } from "chai";
import { type LanguageModel, ModelError, type ModelFault } from "../../../domain/languageModel.ts";
import type { ModelSettings } from "../../../domain/modelSettings.ts";
import { createModel, type ModelOptions } from "../../../platform/model/model.ts";
import { type FakeModel, startFakeModel, type Turn } from "../../support/fakeModel.ts";

const KEY = "sk-secret-of-the-tests";

describe("a language model by configuration", () => {
  let fake: FakeModel;
  before(async () => {
    fake = await startFakeModel();
  });
  after(() => fake.close());

  const modelWith = (changed: Partial<ModelSettings> = {}, options: ModelOptions = { retries: 0 }): LanguageModel => {
    const settings: ModelSettings = {
      coachProvider: "compatible",
      coachModel: "fake",
      coachBaseUrl: fake.url,
      coachKey: KEY,
      coachTimeoutMs: 20_000,
      coachAnswerTokens: 100_000,
      ...changed,
    };
    const model = createModel(settings, options);
    if (model === null) throw new Error("no model");
    return model;
  };

  const ask = { instructions: "Rules.", messages: [{ role: "user" as const, text: "How is the site?" }] };
  const tools = [{ name: "get_site_health", description: "Health.", inputSchema: { type: "object", properties: {} } }];

  const faultOf = async (work: Promise<unknown>): Promise<ModelError> => {
    const error = await work.then(
      () => undefined,
      (failed: unknown) => failed,
    );
    expect(error).to.be.instanceOf(ModelError);
    expect(inspect(error, { depth: 9 })).not.to.contain(KEY);
    return error as ModelError;
  };

  it("is none for the built-in planner", () =>
    expect(createModel({ ...modelWith().settings, coachProvider: "builtin" })).to.equal(null));

  it("answers with a text, and tells the tokens", async () => {
    fake.play({ text: " All is well. ", usage: { prompt_tokens: 40, completion_tokens: 4 } });
    const answer = await modelWith().generate(ask);
    expect(answer).to.deep.equal({ text: "All is well.", usage: { inputTokens: 40, outputTokens: 4 } });
    const [sent] = fake.requests;
    expect(sent?.headers.authorization).to.equal(`Bearer ${KEY}`);
    expect(sent?.body.model).to.equal("fake");
    expect(sent?.body.messages.map(({ role }) => role)).to.deep.equal(["system", "user"]);
  });

  it("answers the calls it asks for, whatever they name, and stops offering tools after maxCalls", async () => {
    fake.play(
      {
        calls: [
          { name: "get_site_health", args: { project: "shop" } },
          { name: "drop_database", args: "no JSON" },
        ],
      },
      { text: "Done." },
    );
    const seen: string[] = [];
    const { text, usage } = await modelWith().generate({
      ...ask,
      tools,
      maxCalls: 2,
      onCall: async ({ name, args }) => {
        seen.push(`${name} ${JSON.stringify(args)}`);
        return `answer of ${name}`;
      },
    });
    expect(text).to.equal("Done.");
    expect(seen).to.deep.equal(['get_site_health {"project":"shop"}', "drop_database {}"]);
    expect(usage).to.deep.equal({ inputTokens: 20, outputTokens: 10 });
    const [, second] = fake.requests;
    expect(second?.body.tool_choice).to.equal("none");
    expect(JSON.stringify(second?.body.messages)).to.contain("answer of drop_database");
  });

  it("ends a model that never stops asking for tools", async () => {
    fake.play({ calls: [{ name: "get_site_health", args: {} }] });
    let calls = 0;
    const onCall = async () => `${++calls}`;
    const error = await faultOf(modelWith().generate({ ...ask, tools, maxCalls: 3, onCall }));
    expect([error.fault, calls]).to.deep.equal(["nonsense", 3]);
    expect(error.usage.inputTokens).to.be.greaterThan(0);
  });

  it("hands on what a call throws, as it is", async () => {
    fake.play({ calls: [{ name: "get_site_health", args: {} }] });
    const own = new Error("The database is unavailable.");
    const failed = modelWith().generate({ ...ask, tools, onCall: () => Promise.reject(own) });
    expect(await failed.catch((error: unknown) => error)).to.equal(own);
  });

  const FAULTS: { what: string; turn: Turn; fault: ModelFault; says: RegExp }[] = [
    { what: "429", turn: { status: 429 }, fault: "rate_limit", says: /rate limit/ },
    { what: "500", turn: { status: 500, body: "oops" }, fault: "unavailable", says: /HTTP 500/ },
    {
      what: "401 that repeats the key",
      turn: { status: 401, body: JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}` } }) },
      fault: "refused",
      says: /SVC_COACH_KEY/,
    },
    { what: "404", turn: { status: 404 }, fault: "refused", says: /SVC_COACH_MODEL/ },
    { what: "a page of HTML", turn: { raw: "<html>hello</html>" }, fault: "nonsense", says: /protocol/ },
    { what: "another protocol", turn: { raw: '{"hello":"world"}' }, fault: "nonsense", says: /protocol/ },
    { what: "an empty text", turn: { text: "  " }, fault: "nonsense", says: /empty/ },
    {
      what: "a redirect, which could take the key elsewhere",
      turn: { status: 307, headers: { location: "http://127.0.0.1:1/v1/chat/completions" } },
      fault: "unavailable",
      says: /cannot be reached/,
    },
  ];
  for (const { what, turn, fault, says } of FAULTS)
    it(`${what} is ${fault}`, async () => {
      fake.play(turn);
      const error = await faultOf(modelWith().generate(ask));
      expect(error.fault).to.equal(fault);
      expect(error.message).to.match(says);
      expect(fake.requests).to.have.length(1);
    });

  it("an endless answer is cut off", async () => {
    fake.play({ raw: `{"padding":"${"x".repeat(5_000_000)}"}` });
    expect((await faultOf(modelWith().generate(ask))).fault).to.be.oneOf(["nonsense", "unavailable"]);
  });

  it("nobody there is unavailable", async () => {
    const error = await faultOf(modelWith({ coachBaseUrl: "http://127.0.0.1:1/v1" }).generate(ask));
    expect(error.fault).to.equal("unavailable");
  });

  it("a provider that is busy for a moment is asked once more", async () => {
    fake.play({ status: 429, headers: { "retry-after-ms": "1" } }, { text: "Now." });
    expect((await modelWith({}, {}).generate(ask)).text).to.equal("Now.");
  });

  it("silence is a time-out, and one who leaves is not waited for", async () => {
    fake.play({ silent: true });
    const error = await faultOf(modelWith({ coachTimeoutMs: 50 }).generate(ask));
    expect(error.fault).to.equal("timeout");
    const gone = new AbortController();
    const failed = faultOf(modelWith().generate({ ...ask, signal: gone.signal }));
    gone.abort();
    expect((await failed).fault).to.equal("cancelled");
  });

  it("stays within its tokens: too long a question is not sent, and a dear answer is the last", async () => {
    fake.play({ text: "Hello." });
    const long = { ...ask, messages: [{ role: "user" as const, text: "word ".repeat(2_000) }] };
    expect((await faultOf(modelWith({ coachAnswerTokens: 1_000 }).generate(long))).fault).to.equal("budget");
    expect(fake.requests).to.have.length(0);
    let calls = 0;
    fake.play({ calls: [{ name: "get_site_health", args: {} }] });
    const onCall = async () => {
      calls += 1;
      return "x".repeat(3_000);
    };
    const error = await faultOf(modelWith({ coachAnswerTokens: 1_000 }).generate({ ...ask, tools, onCall }));
    expect([error.fault, calls]).to.deep.equal(["budget", 1]);
  });

  describe("an object of a given shape", () => {
    const schema = { type: "object", properties: { steps: { type: "array", items: { type: "string" } } } };
    const check = (value: unknown): { steps: string[] } => {
      const { steps } = (value ?? {}) as { steps?: unknown };
      if (!Array.isArray(steps)) throw new Error("steps must be a list");
      return { steps };
    };
    const request = { instructions: "Rules.", prompt: "Buy a shoe.", schema, check };

    it("is checked by whoever asks, and asked for once more when it does not fit", async () => {
      fake.play({ text: '{"step":"a"}' }, { text: '```json\n{"steps":["a"]}\n```' });
      expect((await modelWith().generateObject(request)).object).to.deep.equal({ steps: ["a"] });
      expect(JSON.stringify(fake.requests[1]?.body.messages)).to.contain("steps must be a list");
    });
    it("that never fits is nonsense", async () => {
      fake.play({ text: "I would rather not." });
      expect((await faultOf(modelWith().generateObject(request))).fault).to.equal("nonsense");
      expect(fake.requests).to.have.length(2);
    });
  });

  it("works with any model of the SDK", async () => {
    const usage = {
      inputTokens: { total: 3, noCache: 3, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: 2, text: 2, reasoning: undefined },
    };
    const mock = new MockLanguageModelV4({
      doGenerate: async () => ({
        content: [{ type: "text", text: "From the mock." }],
        finishReason: { unified: "stop", raw: undefined },
        usage,
        warnings: [{ type: "other", message: "quotes what was sent" }],
      }),
    });
    const model = modelWith({ coachProvider: "anthropic" }, { load: async () => mock });
    expect(await model.generate(ask)).to.deep.equal({
      text: "From the mock.",
      usage: { inputTokens: 3, outputTokens: 2 },
    });
    expect(model.name).to.equal("anthropic/fake");
  });

  for (const coachProvider of ["anthropic", "openai"] as const)
    it(`asks ${coachProvider} at the address that is set, with the key where it takes it`, async () => {
      fake.play({ status: 401 });
      expect((await faultOf(modelWith({ coachProvider }).generate(ask))).fault).to.equal("refused");
      const headers = fake.requests[0]?.headers;
      expect(headers?.["x-api-key"] ?? headers?.authorization).to.contain(KEY);
    });

  it("loads no package of a provider before it is used", () => {
    const code = `
      import { createRequire, registerHooks } from "node:module";
      const seen = [];
      registerHooks({ resolve(spec, ctx, next) { if (/^(ai|@ai-sdk)(\\/|$)/.test(spec)) seen.push(spec); return next(spec, ctx); } });
      const { createModel } = await import("./platform/model/model.ts");
      createModel({ coachProvider: "anthropic", coachModel: "m", coachBaseUrl: null, coachKey: "k", coachTimeoutMs: 1000, coachAnswerTokens: 1000 });
      console.log(JSON.stringify(seen));`;
    const out = execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
    expect(out.trim()).to.equal("[]");
  });
});
