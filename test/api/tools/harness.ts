// Calls tools over HTTP as an agent does, and validates every response against the contract.
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "chai";
import { dataSchemaOf } from "../../../api/tools/jsonSchema.ts";
import { pageTextWarnings } from "../../../api/tools/pageText.ts";
import { findTool, TOOLS } from "../../../api/tools/registry.ts";
import { takes } from "../../../api/tools/tool.ts";
import type { Models } from "../../../models/index.ts";
import type { Answer } from "../support/client.ts";
import { makeWorld } from "../support/world.ts";

const ajv = new Ajv2020({ strict: false, allErrors: true });

/** Compiling a schema costs more than many validations with it. */
const checks = new Map<string, ValidateFunction>();
const checkOf = (tool: ReturnType<typeof findTool>): ValidateFunction => {
  const check = checks.get(tool.name) ?? ajv.compile(dataSchemaOf(tool));
  checks.set(tool.name, check);
  return check;
};

export type ToolWorld = Awaited<ReturnType<typeof makeToolWorld>>;
type Body = Answer["body"] & {
  ok?: boolean;
  tool?: string;
  summary?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the data of any tool.
  data?: any;
  warnings?: string[];
  nextActions?: { label: string; tool: string; args?: Record<string, unknown>; needsConfirm?: true }[];
  error?: { code: string; message: string };
  recoverable?: boolean;
};
export type ToolResult = { status: number; headers: Headers; body: Body };

/** Starts the service with keys of each scope; `call` uses the one of scope mcp_full. */
export async function makeToolWorld(config: Parameters<typeof makeWorld>[0] = {}) {
  const world = await makeWorld({ invokeRatePerMinute: 100_000, triggerRatePerMinute: 100_000, ...config });
  const keys = {
    ci: await world.addKey("ci"),
    mcp_read: await world.addKey("mcp_read"),
    mcp_full: await world.addKey("mcp_full"),
    org: await world.addKey("mcp_full", { kind: "org" }),
  };
  const send = async (tool: string, args: unknown, key: string = keys.mcp_full): Promise<ToolResult> => {
    const { status, headers, body } = await world.client.post("/api/mcp/v1/invoke", { key, body: { tool, args } });
    return { status, headers, body: body as unknown as Body };
  };
  /** Calls and expects success; validates the response against the envelope and the tool's data schema. */
  const call = async (tool: string, args: Record<string, unknown> = {}, key?: string): Promise<Body> => {
    const { status, body } = await send(tool, args, key);
    if (status >= 400) throw new Error(`${tool} answered ${status}: ${JSON.stringify(body).slice(0, 500)}`);
    expectAnswer(tool, status, body, args);
    return withoutMark(tool, body);
  };
  /** Calls and expects this refusal. Returns the body. */
  const refused = async (tool: string, args: unknown, status: number, code: string, key?: string): Promise<Body> => {
    const answer = await send(tool, args, key);
    expect([answer.status, answer.body.error?.code], JSON.stringify(answer.body).slice(0, 500)).to.deep.equal([
      status,
      code,
    ]);
    expectFailure(tool, answer.body, args);
    return answer.body;
  };
  return { ...world, keys, send, call, refused };
}

/** Validates the tool response, or the CI response of tools that start and read runs. */
export function expectAnswer(name: string, status: number, body: Body, args: unknown = {}): void {
  const tool = findTool(name);
  const data = tool.ci ? body : body.data;
  expect(status).to.equal(tool.ci?.status ?? 200);
  const check = checkOf(tool);
  expect(check(data), `${name}: ${ajv.errorsText(check.errors)} in ${JSON.stringify(data).slice(0, 500)}`).to.equal(
    true,
  );
  if (tool.ci) return;
  expect(body).to.have.all.keys("ok", "tool", "summary", "data", "warnings", "nextActions");
  expect(body).to.include({ ok: true, tool: name });
  expect(body.summary)
    .to.be.a("string")
    .that.matches(/^\S[^\n]*$/);
  for (const warning of body.warnings ?? []) expect(warning).to.be.a("string").that.is.not.empty;
  const mark = pageTextWarnings(body.data, tool.pageText);
  expect(
    body.warnings?.filter((warning) => PAGE_TEXT.test(warning)),
    `${name} marks what it quotes`,
  ).to.deep.equal(mark);
  expectNextActions(name, body, args);
}

const PAGE_TEXT = / quotes? tested pages: /;

/** Returns the response with only the warnings about this call; the warning about page text is checked separately. */
function withoutMark(name: string, body: Body): Body {
  if (findTool(name).ci) return body;
  return { ...body, warnings: body.warnings?.filter((warning) => !PAGE_TEXT.test(warning)) };
}

/** Validates a refusal: no data, and its message as the summary. */
export function expectFailure(name: string, body: Body, args: unknown = {}): void {
  expect(body).to.include({ ok: false, tool: name, summary: body.error?.message, data: null });
  expect(body.warnings).to.deep.equal([]);
  expect(body.recoverable).to.be.a("boolean");
  expectNextActions(name, body, args);
}

/**
 * Each suggestion names an existing tool with valid args. If the call named an environment, so does every suggested tool that takes one,
 * unless it takes a run. A tool of the profile qa suggests one of that profile first, because clients may be shown no other.
 */
function expectNextActions(name: string, { nextActions = [] }: Body, given: unknown): void {
  const { environment } = (given ?? {}) as { environment?: unknown };
  for (const { label, tool, args = {}, needsConfirm } of nextActions) {
    expect(label).to.be.a("string").that.is.not.empty;
    const { schema, mutating } = findTool(tool);
    schema.validateSync(mutating ? { confirm: true, ...args } : args, { strict: true });
    expect(needsConfirm, `${name} suggests ${tool}`).to.equal(mutating ? true : undefined);
    const what = `${name} suggests ${tool} with ${JSON.stringify(args)}`;
    if (!takes(tool, "environment")) expect(args, what).not.to.have.property("environment");
    else if (environment !== undefined && args.runId === undefined) expect(args, what).to.have.property("environment");
  }
  const [first] = nextActions;
  const known = TOOLS.find((tool) => tool.name === name);
  if (first && known?.profile === "qa")
    expect(findTool(first.tool).profile, `${name} suggests ${first.tool} first`).to.equal("qa");
}

/** Returns every document of every collection, except those that count calls and record the last use of a key. */
export async function everything(models: Models): Promise<string> {
  const kept = Object.entries(models).filter(([name]) => name !== "rateWindows" && name !== "apiKeys");
  const found = await Promise.all(
    kept.map(async ([name, model]) => [name, await (model as Models["runs"]).find().sort({ _id: 1 }).lean()] as const),
  );
  return JSON.stringify(found);
}

export { TOOLS };
