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

/** Pages of 250 MB that half of the memory holds. */
const pagesThatFit = (memoryBytes: number): number => Math.max(1, Math.floor((memoryBytes * 0.5) / 250_000_000));

/** Shots at once: a Chromium context with a page takes about 250 MB and keeps one core busy; one more than cores hides its waits. */
export const defaultBrowserSlots = (cores = availableParallelism(), memoryBytes = totalmem()): number =>
  Math.min(cores + 1, pagesThatFit(memoryBytes), 16);

/** The same while the processors have nothing to do: what is under way waits. */
export const idleBrowserSlots = (cores = availableParallelism(), memoryBytes = totalmem()): number =>
  Math.min(3 * defaultBrowserSlots(cores, memoryBytes), pagesThatFit(memoryBytes));

/** Database and compare activities at once in one worker; the compare threads bound the real work. */
export const ORCHESTRATION_SLOTS = 24;
