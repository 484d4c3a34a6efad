// How Node runs API and worker, here, in the image and in the units of deploy/.

/**
 * A small young generation, and a heap that is collected when it has grown by half: on a machine with much memory, the default lets it grow to
 * four times what is alive, so that a sweep or an audit leaves 100 MB and more of garbage in memory. It takes as long (`bench -- retention`: 52
 * in place of 145 MB above rest for a plan over 100,000 artifacts, without the second flag).
 */
export const NODE_FLAGS = [
  "--disable-warning=ExperimentalWarning",
  "--max-semi-space-size=4",
  "--heap-growing-percent=50",
] as const;
