// Names of the task queues and their limits: the only module that knows them.
import { availableParallelism, totalmem } from "node:os";
import { QUEUE_ROLES, type QueueNames, type QueueRole } from "../domain/workflowNames.ts";

/** Returns the queue's name on the Temporal server; the prefix separates installations (and test files). */
export function queueName(prefix: string, role: QueueRole): string {
  return `${prefix}plumbline-${role}`;
}

export function queueNames(prefix: string): QueueNames {
  return Object.fromEntries(QUEUE_ROLES.map((role) => [role, queueName(prefix, role)])) as QueueNames;
}

/** Returns how many pages of 250 MB fit into half of the memory. */
const pagesThatFit = (memoryBytes: number): number => Math.max(1, Math.floor((memoryBytes * 0.5) / 250_000_000));

/**
 * Returns the number of shots at the same time: a Chromium context with a page takes about 250 MB and keeps one core busy; one more than
 * the cores makes up for its waiting times.
 */
export const defaultBrowserSlots = (cores = availableParallelism(), memoryBytes = totalmem()): number =>
  Math.min(cores + 1, pagesThatFit(memoryBytes), 16);

/** Returns the same while the processors are idle, because running shots are waiting. */
export const idleBrowserSlots = (cores = availableParallelism(), memoryBytes = totalmem()): number =>
  Math.min(3 * defaultBrowserSlots(cores, memoryBytes), pagesThatFit(memoryBytes));

/** Number of database and compare activities at the same time in one worker; the compare threads limit the real work. */
export const ORCHESTRATION_SLOTS = 24;
