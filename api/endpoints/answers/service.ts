// What the service says of itself.
import { boolean, object, string } from "yup";
import { id, oneOf } from "./fields.ts";
import { named } from "./named.ts";

const part = () => object({ ok: boolean().required(), detail: id() }).required();

export const readiness = named(
  "Readiness",
  object({
    ready: boolean().required(),
    parts: object({ temporal: part(), database: part(), artifacts: part(), workers: part() }).required(),
  }).required(),
);

export const root = named(
  "Root",
  object({
    service: id(),
    version: string(),
    documents: id(),
    openapi: id(),
    tools: id(),
    mcp: id(),
    health: id(),
    ready: id(),
  }).required(),
);

export const health = named(
  "Health",
  object({ status: oneOf(["ok"]).required(), service: id(), version: string() }).required(),
);
