// Places of workers: a browser that stands elsewhere sees a site as people there do. Each place has queues of its own.
import { LAB_AND_BROWSER, type QueueNames, type QueueRole } from "./workflowNames.ts";

/** A place's name is part of a queue's name: "eu", "us-east-1". */
export const LOCATION = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;
export const LOCATION_RULE = "must be 1 to 32 small letters, digits and hyphens, such as eu or us-east-1";

/** Whether a worker's place counts for this role. What opens no page is done anywhere. */
export const isPlaced = (role: QueueRole): boolean => (LAB_AND_BROWSER as readonly QueueRole[]).includes(role);

/** The same queues, those of browsers at the place; null and missing: no place in particular. */
export function queuesAt(queues: QueueNames, location: string | null | undefined): QueueNames {
  if (!location) return queues;
  return Object.fromEntries(
    Object.entries(queues).map(([role, name]) => [role, isPlaced(role as QueueRole) ? queueAt(name, location) : name]),
  ) as QueueNames;
}

/** A queue that is at the place already stays: a run hands its own to the runs that it starts. */
const queueAt = (name: string, location: string): string => {
  const end = `@${location}`;
  return name.endsWith(end) ? name : `${name}${end}`;
};

/** Whether a worker that serves these roles at its place does this work. */
export function serves(
  worker: { queues: readonly QueueRole[]; location?: string | null },
  role: QueueRole,
  location: string | null,
): boolean {
  return worker.queues.includes(role) && (!isPlaced(role) || (worker.location ?? null) === location);
}
