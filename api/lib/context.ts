// Dependencies of operations: models, the artifact store, the durable engine, a clock and ids. Tests pass their own.

import type { Config } from "../../domain/config.ts";
import type { RunEngine } from "../../domain/engine.ts";
import type { Embedder } from "../../domain/functional/find/embedder.ts";
import type { Idempotency } from "../../domain/idempotency.ts";
import type { Scope } from "../../domain/keys.ts";
import type { LanguageModel } from "../../domain/languageModel.ts";
import type { OauthScope } from "../../domain/oauth/scopes.ts";
import type { Models } from "../../models/index.ts";
import type { Role } from "../../models/users/schema.ts";
import type { ArtifactStore } from "../../platform/artifacts/store.ts";
import type { Sealer } from "../../platform/sealing.ts";

/** Writes a log line (winston in the service). `fields` never contain secrets. */
export type Log = (
  level: "error" | "warn" | "info" | "debug",
  message: string,
  fields?: Record<string, unknown>,
) => void;

export type OperationContext = {
  config: Config;
  models: Models;
  artifacts: ArtifactStore;
  engine: RunEngine;
  sealer: Sealer;
  /** Compares texts by meaning. */
  embedder: Embedder;
  /** Configured language model; null if there is none. */
  model: LanguageModel | null;
  log: Log;
  /** Rejects with StrangerError if another installation's database answers. */
  databaseIsOurs?(): Promise<void>;
  /** Rejects with StrangerError if the installation uses a different artifact store than this process. */
  storeIsOurs?(): Promise<void>;
  /** Interval at which open streams get a heartbeat and their access is checked again; 15 s by default. */
  heartbeatMs?: number;
  /** Of this request: the run or job that it starts is the one that an equal request with this key started. */
  idempotency?: Idempotency;
  /** Returns the sizes of a folder's file system; Node's own `statfs` by default. */
  statfs?(folder: string): Promise<{ bavail: number; blocks: number; bsize: number }>;
  now(): Date;
  /** Returns a new ULID. */
  ulid(): string;
};

/** The person for whom an app calls, what they granted it, and their own current role. */
export type ConnectedApp = { name: string; userId: string; email: string; granted: OauthScope; role: Role };

/** Who calls. Every operation takes a caller and checks what it may see. */
export type Caller =
  | {
      kind: "key";
      keyId: string;
      keyName: string;
      orgId: string;
      scope: Scope | null;
      /** The only project that a project key may see; null for other keys. */
      projectId: string | null;
      defaultProject: string | null;
      /** Set for an app that a person connected; `scope` is then what both the connection and the person's role allow. */
      app?: ConnectedApp;
    }
  | {
      kind: "user";
      userId: string;
      email: string;
      orgId: string;
      role: Role;
      /** URL of the comment through which the person decides; missing if they are signed in. */
      via?: string;
    }
  /** A schedule that is due: it may start runs of its project and nothing else. */
  | { kind: "schedule"; scheduleId: string; name: string; orgId: string; projectId: string }
  /** The operator at the terminal. */
  | { kind: "operator"; orgId: string };
