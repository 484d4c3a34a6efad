// Response schemas for information about the service itself.
import { boolean, number, object, string } from "yup";
import { byRetentionKind } from "../../../domain/words/retention.ts";
import { address, count, listOf, maybeNumber, maybeText, maybeTime, note, oneOf, text, texts } from "./fields.ts";
import { named } from "./named.ts";

const part = () => object({ ok: boolean().required(), detail: text() }).required();

const rule = () => object({ days: count(), runs: count() }).required();

export const readiness = named(
  "Readiness",
  object({
    ready: boolean().required(),
    parts: object({ temporal: part(), database: part(), artifacts: part(), workers: part() }).required(),
    retention: object(byRetentionKind(rule))
      .required()
      .meta(note("For how many days runs are kept, and how many of the newest in any case, unless a project sets it")),
    sweep: object({ daily: boolean().required(), announcedAt: maybeTime(), lastAt: maybeTime() })
      .required()
      .meta(note("Whether the rest is deleted every day, when the first time may be, and when the last was")),
  }).required(),
);

export const checkup = named(
  "Checkup",
  object({
    disk: object({ free: number().required(), total: number().required() })
      .nullable()
      .defined()
      .meta(note("Bytes on the disk of the data folder; null: not known")),
    clock: object({ service: text(), database: maybeText() }).required(),
    production: object({
      publicUrl: maybeText(),
      trustProxy: count(),
      metricsHost: text(),
      metricsPort: count(),
      metricsAccess: text(),
      host: text().meta(note("The address that the API listens on")),
      root: boolean().required().meta(note("Whether the API runs as root")),
      sandbox: object({ workers: count(), without: texts() })
        .required()
        .meta(
          note(
            "Of running workers that have started a Chromium: how many there are, and the machines where it has no sandbox",
          ),
        ),
      weakSecret: boolean().required().meta(note("Whether the secret key could be guessed")),
      lastBackupAt: maybeText(),
      lastSweepAt: maybeText().meta(
        note("When the last daily sweep of what is past its time was complete; null: none was"),
      ),
      sweep: object({
        daily: boolean().required(),
        announcedAt: maybeTime().meta(note("ISO 8601: for when the first one is announced; null: it is not")),
        runs: maybeNumber().meta(
          note("How many runs the newest plan counted; null: nobody counted since the last one"),
        ),
        error: maybeText().meta(note("Why the newest one failed; null: it did not")),
      }).required(),
      storage: object({ used: count(), limit: maybeNumber() })
        .required()
        .meta(note("Bytes that the caller's organisation stores, and may store; null: no limit")),
    }).required(),
  }).required(),
);

export const root = named(
  "Root",
  object({
    service: text(),
    version: string(),
    documents: address(),
    openapi: address(),
    tools: address(),
    mcp: address(),
    health: address(),
    ready: address(),
  }).required(),
);

export const health = named(
  "Health",
  object({
    status: oneOf(["ok"]).required(),
    service: text(),
    version: string(),
    versions: object({
      node: text(),
      temporal: maybeText().meta(note("Of the Temporal server; null: it did not answer yet")),
      database: object({ kind: text(), version: text() })
        .nullable()
        .defined()
        .meta(note("MongoDB or FerretDB; null: it did not answer yet")),
      workers: texts().meta(note("Of the workers that run")),
      browsers: texts().meta(note("That these workers have started, such as chromium 141.0.7390.37")),
    })
      .required()
      .meta(note("Of every part, asked once a minute at most: an answer never waits for them")),
    missingWorkers: listOf(text())
      .nullable()
      .defined()
      .meta(
        note(
          "Roles that no running worker has, and browser@eu or lab@eu for a location without one; null: not known yet",
        ),
      ),
  }).required(),
);

export const clientPackages = named(
  "ClientPackages",
  object({
    packages: listOf(
      object({
        name: text(),
        version: text(),
        description: text(),
        path: text().meta(note("Below the service's address")),
        bytes: count(),
        integrity: text().meta(note("sha512, as in npm's lock files")),
      }).required(),
    ),
  }).required(),
);
