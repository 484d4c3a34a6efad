// What the service says of itself.
import { boolean, number, object, string } from "yup";
import { count, id, listOf, maybeText, note, oneOf } from "./fields.ts";
import { named } from "./named.ts";

const part = () => object({ ok: boolean().required(), detail: id() }).required();

export const readiness = named(
  "Readiness",
  object({
    ready: boolean().required(),
    parts: object({ temporal: part(), database: part(), artifacts: part(), workers: part() }).required(),
  }).required(),
);

export const checkup = named(
  "Checkup",
  object({
    disk: object({ free: number().required(), total: number().required() })
      .nullable()
      .defined()
      .meta(note("Bytes on the disk of the data folder; null: not known")),
    clock: object({ service: id(), database: maybeText() }).required(),
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

export const clientPackages = named(
  "ClientPackages",
  object({
    packages: listOf(
      object({
        name: id(),
        version: id(),
        description: id(),
        path: id().meta(note("Below the service's address")),
        bytes: count(),
        integrity: id().meta(note("sha512, as in npm's lock files")),
      }).required(),
    ),
  }).required(),
);
