import type { Embedder } from "../../../domain/functional/find/embedder.ts";
import type { AuditDeps } from "../../deps.ts";

/** `embedder`: matches journeys to a goal by meaning. */
export type ExploreDeps = AuditDeps & { embedder: Embedder };
