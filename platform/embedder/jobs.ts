// The messages to and from the thread of the sentence-embedding model.

export type EmbedderJobs = {
  embed: {
    /** `folder`: of the model. `runtime`: the package that runs it. */
    request: { folder: string; runtime: string; texts: readonly string[] };
    answer: Float32Array[];
  };
};

/** Code of a job that failed because the model or the package that runs it cannot be loaded. */
export const UNAVAILABLE = "unavailable";
