// Locations of workers: a browser at another location sees a site as visitors there do. Each location has its own queues.
import { LAB_AND_BROWSER, type QueueNames, type QueueRole } from "./workflowNames.ts";

/** Names of locations are part of queue names: "eu", "us-east-1". */
export const LOCATION = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;
export const LOCATION_RULE = "must be 1 to 32 lower-case letters, digits and hyphens, such as eu or us-east-1";

/** Roles that each location needs a worker for. Work that opens no page can run anywhere. */
export const PLACED_ROLES: readonly QueueRole[] = LAB_AND_BROWSER;

/** Returns whether a worker's location matters for this role. */
export const isPlaced = (role: QueueRole): boolean => PLACED_ROLES.includes(role);

/** Returns the queues with those of browsers at the location. null and undefined: no location. */
export function queuesAt(queues: QueueNames, location: string | null | undefined): QueueNames {
  if (!location) return queues;
  return Object.fromEntries(
    Object.entries(queues).map(([role, name]) => [role, isPlaced(role as QueueRole) ? queueAt(name, location) : name]),
  ) as QueueNames;
}

/** Leaves a queue that already belongs to the location unchanged, because a run passes its own queues to the runs that it starts. */
const queueAt = (name: string, location: string): string => {
  const end = `@${location}`;
  return name.endsWith(end) ? name : `${name}${end}`;
};

/** Returns whether a worker with these roles and this location can do the work. */
export function serves(
  worker: { queues: readonly QueueRole[]; location?: string | null },
  role: QueueRole,
  location: string | null,
): boolean {
  return worker.queues.includes(role) && (!isPlaced(role) || (worker.location ?? null) === location);
}

/** Returns the roles that have no worker at these locations. `lab` at `eu`: no worker runs Lighthouse there. */
export const unservedAt = (
  workers: readonly Parameters<typeof serves>[0][],
  locations: readonly string[],
): { location: string; role: QueueRole }[] =>
  locations.flatMap((location) =>
    PLACED_ROLES.filter((role) => !workers.some((worker) => serves(worker, role, location))).map((role) => ({
      location,
      role,
    })),
  );
