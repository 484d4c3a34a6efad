// What goes to the thread of the sentence-embedding model and comes back.

export type EmbedderJobs = {
  embed: {
    /** `folder`: the model's. `runtime`: the package that runs it. */
    request: { folder: string; runtime: string; texts: readonly string[] };
    answer: Float32Array[];
  };
};

/** The code of a job that failed because the model or the package that runs it cannot be loaded. */
export const UNAVAILABLE = "unavailable";
