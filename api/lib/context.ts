// What operations stand on: models, the artifact store, the durable engine, a clock and ids. Tests hand in their own.

import type { Config } from "../../domain/config.ts";
import type { RunEngine } from "../../domain/engine.ts";
import type { Embedder } from "../../domain/functional/find/embedder.ts";
import type { Scope } from "../../domain/keys.ts";
import type { LanguageModel } from "../../domain/languageModel.ts";
import type { OauthScope } from "../../domain/oauth/scopes.ts";
import type { Models } from "../../models/index.ts";
import type { Role } from "../../models/users/schema.ts";
import type { ArtifactStore } from "../../platform/artifacts/store.ts";
import type { Sealer } from "../../platform/sealing.ts";

/** Where log lines go: winston in the service. `fields` never hold secrets. */
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
  /** The language model that is configured; null where there is none. */
  model: LanguageModel | null;
  log: Log;
  /** Rejects with StrangerError when another installation's database answers. */
  databaseIsOurs?(): Promise<void>;
  /** Rejects with StrangerError when the installation uses another artifact store than this process. */
  storeIsOurs?(): Promise<void>;
  /** How often open pages hear that their stream is alive, and are asked whether they may still listen; 15 s unless given. */
  heartbeatMs?: number;
  /** Asks the file system of a folder for its sizes; Node's own unless given. */
  statfs?(folder: string): Promise<{ bavail: number; blocks: number; bsize: number }>;
  now(): Date;
  /** A fresh ULID. */
  ulid(): string;
};

/** On whose behalf an app calls, what they granted it, and what they may do themselves at this moment. */
export type ConnectedApp = { name: string; userId: string; email: string; granted: OauthScope; role: Role };

/** Who calls. Every operation takes one and checks what it may see. */
export type Caller =
  | {
      kind: "key";
      keyId: string;
      keyName: string;
      orgId: string;
      scope: Scope | null;
      /** Set for a project key: the one project it may see. */
      projectId: string | null;
      defaultProject: string | null;
      /** Of an app that a person connected: `scope` is what both the connection and the person's role allow. */
      app?: ConnectedApp;
    }
  | {
      kind: "user";
      userId: string;
      email: string;
      orgId: string;
      role: Role;
      /** The address of the comment by which the person decides; missing: they are signed in. */
      via?: string;
    }
  /** A schedule whose time has come: it may start runs of its project, and nothing else. */
  | { kind: "schedule"; scheduleId: string; name: string; orgId: string; projectId: string }
  /** The operator at the terminal. */
  | { kind: "operator"; orgId: string };
