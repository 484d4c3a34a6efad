// Turns a full disk during an activity into a failure that says so, without paths of this machine, which are only logged.
import { ApplicationFailure } from "@temporalio/common";
import type { ActivityInboundCallsInterceptor, ActivityInterceptorsFactory } from "@temporalio/worker";
import { messageOf } from "../domain/errors.ts";
import { isStorageFull, STORAGE_FULL_SENTENCES } from "../domain/storageFull.ts";
import { FAILURES } from "../domain/workflowNames.ts";
import { isDatabaseFull } from "../models/database/databaseAway.ts";
import { ArtifactStoreFullError } from "../platform/artifacts/store.ts";

export const storageFull: ActivityInterceptorsFactory = ({ log }) => ({
  inbound: {
    async execute(input, next) {
      try {
        return await next(input);
      } catch (error) {
        if (!isStorageFull(error) || error instanceof ApplicationFailure) throw error;
        log.warn("a disk is full", { error: messageOf(error) });
        throw failureOf(error);
      }
    },
  } satisfies ActivityInboundCallsInterceptor,
});

function failureOf(error: unknown): ApplicationFailure {
  if (isDatabaseFull(error))
    return ApplicationFailure.create({ message: STORAGE_FULL_SENTENCES.database, type: FAILURES.databaseFull });
  const message =
    error instanceof ArtifactStoreFullError ? STORAGE_FULL_SENTENCES.artifacts : STORAGE_FULL_SENTENCES.worker;
  return ApplicationFailure.create({ message, type: FAILURES.storageFull });
}
