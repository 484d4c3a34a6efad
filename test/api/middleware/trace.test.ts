// Which trace a request belongs to.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import express from "express";
import { SESSION_COOKIE } from "../../../api/middleware/session.ts";
import { trace } from "../../../api/middleware/trace.ts";
import type { SpanPlace } from "../../../domain/tracing.ts";
import { setTracing } from "../../../platform/tracing/spans.ts";

const THEIRS = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7", sampled: true };
const traceparent = `00-${THEIRS.traceId}-${THEIRS.spanId}-01`;

describe("api/middleware/trace", () => {
  let server: Server;
  let url: string;
  const parents: (SpanPlace | null)[] = [];
  before(async () => {
    server = createServer(express().use(trace, (_req, res) => void res.end()));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const nothing = () => undefined;
    setTracing({
      begin({ parent }) {
        parents.push(parent);
        return { place: THEIRS, rename: nothing, set: nothing, fail: nothing, end: nothing };
      },
      stop: async () => {},
    });
  });
  after(async () => {
    setTracing(null);
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    parents.length = 0;
  });

  for (const [what, headers] of [
    ["a key", { "x-api-key": "svc_1" }],
    ["a bearer", { authorization: "Bearer svc_1" }],
    ["a session", { cookie: `theme=dark; ${SESSION_COOKIE}=s%3A1` }],
  ] as const)
    it(`is its caller's where ${what} is sent`, async () => {
      await fetch(`${url}/api/ci/run`, { headers: { ...headers, traceparent } });
      expect(parents).to.deep.equal([THEIRS]);
    });

  for (const [what, headers] of [
    ["nothing", {}],
    ["another cookie", { cookie: `x${SESSION_COOKIE}=1; theme=${SESSION_COOKIE}=1` }],
  ] as const)
    it(`is ours where ${what} is sent`, async () => {
      await fetch(`${url}/api/ci/run`, { headers: { ...headers, traceparent } });
      expect(parents).to.deep.equal([null]);
    });

  it("has no span for probes and files", async () => {
    for (const path of ["/api/health", "/api/ready", "/assets/app.js"]) await fetch(url + path);
    expect(parents).to.deep.equal([]);
  });
});
