// What endpoints that start runs answer where a run of what failed has nothing to do.

export const NOTHING_FAILED = "Of `failed`: nothing failed, so nothing was started.";

/** HTTP status of a start. */
export const startStatus = ({ started }: { started?: false }): 200 | 202 => (started === false ? 200 : 202);
