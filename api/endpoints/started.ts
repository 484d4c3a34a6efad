// Response of endpoints that start runs if a re-run of failures has nothing to do.

export const NOTHING_FAILED = "Of `failed`: nothing failed, so nothing was started.";

/** Returns the HTTP status for a start. */
export const startStatus = ({ started }: { started?: false }): 200 | 202 => (started === false ? 200 : 202);
