// How API and worker run in Node: here, in the image and in the units of deploy/.

/**
 * A small young generation, and a heap that is collected after growing by half. On a machine with a lot of memory, the default lets the
 * heap grow to four times the live data, so that a sweep or an audit leaves 100 MB or more of garbage. The flags cost no time (`bench --
 * retention`: 52 instead of 145 MB above rest for a plan over 100,000 artifacts, compared with leaving out the second flag).
 */
export const NODE_FLAGS = [
  "--disable-warning=ExperimentalWarning",
  "--max-semi-space-size=4",
  "--heap-growing-percent=50",
] as const;

/**
 * Memory that glibc reuses for native buffers (images, responses) in two places instead of in eight for each core, each of which keeps
 * what it once needed: 25 MB less of the worker at rest. Has no effect with other C libraries.
 */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: "2" } as const;
