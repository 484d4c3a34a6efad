// Names of the task queues and their limits: the one place that knows them.
import { availableParallelism, totalmem } from "node:os";
import { QUEUE_ROLES, type QueueNames, type QueueRole } from "../domain/workflowNames.ts";

/** The queue's name on the Temporal server; the prefix keeps installations (and test files) apart. */
export function queueName(prefix: string, role: QueueRole): string {
  return `${prefix}plumbline-${role}`;
}

/** All queues under one prefix. */
export function queueNames(prefix: string): QueueNames {
  return Object.fromEntries(QUEUE_ROLES.map((role) => [role, queueName(prefix, role)])) as QueueNames;
}

/** Shots at once: a Chromium context with a page takes about 250 MB and keeps one core busy; one more than cores hides its waits. */
export function defaultBrowserSlots(cores = availableParallelism(), memoryBytes = totalmem()): number {
  const byMemory = Math.floor((memoryBytes * 0.5) / 250_000_000);
  return Math.max(1, Math.min(cores + 1, byMemory, 16));
}

/** Database and compare activities at once in one worker; the compare threads bound the real work. */
export const ORCHESTRATION_SLOTS = 24;
