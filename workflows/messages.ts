// Queries that workflows answer. The API and the CLI use these same definitions.
import { defineQuery } from "@temporalio/workflow";
import type { RunProgress } from "../domain/engine.ts";

/** Live progress of a run. */
export const progressQuery = defineQuery<RunProgress>("progress");
