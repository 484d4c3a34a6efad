// Compile-time checks of operations and clients: a line that should not compile but does fails the type check.
import { expect } from "chai";
import { object } from "yup";
import { count, text, time } from "../../api/endpoints/answers/fields.ts";
import { named } from "../../api/endpoints/answers/named.ts";
import { defineEndpoint } from "../../api/endpoints/define.ts";
import type { AnswerAt, ArgsAt, PathOf } from "../../api/endpoints/typedPath.ts";

const page = named("Page", object({ at: time(), entries: count() }).required());
const other = named("Other", object({ message: text() }).required());
const facts = { method: "get", path: "/page", id: "page", tag: "Service", summary: "A page", access: "open" } as const;
const one = { ...facts, answers: { 200: { description: "A page.", json: page } } } as const;
const two = {
  ...facts,
  answers: { 200: { description: "A page.", json: page }, 202: { description: "Later.", json: other } },
} as const;

describe("declared answers", () => {
  it("say what a handler may return", () => {
    const declared = [
      defineEndpoint({ ...one, handle: () => ({ json: { at: "2026-01-01T00:00:00Z", entries: 1 } }) }),
      defineEndpoint({ ...two, handle: () => ({ json: { message: "Later." }, status: 202 }) }),
      // @ts-expect-error: the answer has `entries`.
      defineEndpoint({ ...one, handle: () => ({ json: { at: "2026-01-01T00:00:00Z" } }) }),
      // @ts-expect-error: `entries` is a number.
      defineEndpoint({ ...one, handle: () => ({ json: { at: "2026-01-01T00:00:00Z", entries: "1" } }) }),
      // @ts-expect-error: neither of the two.
      defineEndpoint({ ...two, handle: () => ({ json: { entries: 1 } }) }),
    ];
    expect(declared.map(({ path }) => path)).to.deep.equal(Array(5).fill("/page"));
  });

  it("say what a client gets for a path, and what it must give", () => {
    const read = <const P extends PathOf<"GET">>(path: P, ..._: ArgsAt<"GET", P, object>) => path as string;
    const rev = (problem: AnswerAt<"GET", "/api/problems/{id}">): number => problem.rev;
    expect(rev({ rev: 3 } as AnswerAt<"GET", "/api/problems/{id}">)).to.equal(3);
    const paths = [
      read("/api/problems", { query: { status: "new" } }),
      read("/api/problems/{id}", { params: { id: "prb_1" } }),
      // @ts-expect-error: no endpoint is declared there.
      read("/api/problem"),
      // @ts-expect-error: the path has a parameter.
      read("/api/problems/{id}"),
      // @ts-expect-error: the endpoint has no such filter.
      read("/api/problems", { query: { stats: "new" } }),
    ];
    expect(paths).to.have.length(5);
  });
});
