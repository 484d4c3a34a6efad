// Sentences that several endpoints share in the OpenAPI document.

/** For endpoints that start runs. */
export const KEPT =
  "A part of the service is unavailable. With `runId` the run is stored and starts automatically; the same call again returns that run.";
export const UNKNOWN_PLACE = "The project or the environment is unknown; the message names it.";
