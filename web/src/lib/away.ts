// Requests again what found no service.
import { ApiError } from "./api.ts";

const AGAIN_MS = 5_000;
/** No response, or that of a proxy in front of a service that is not running. */
const isAway = (error: unknown): boolean => error instanceof ApiError && [0, 502, 503, 504].includes(error.status);

/** Interval for `refetchInterval` of a query with this error that would otherwise not be requested again. */
export const againIfAway = (error: unknown): number | false => (isAway(error) ? AGAIN_MS : false);
