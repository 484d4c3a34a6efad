// How Node runs API and worker, here, in the image and in the units of deploy/.

/**
 * A small young generation: the default lets a sweep or an audit leave 100 MB more of garbage in memory, and takes as long
 * (measured by `bench -- retention`).
 */
export const NODE_FLAGS = ["--disable-warning=ExperimentalWarning", "--max-semi-space-size=4"] as const;
