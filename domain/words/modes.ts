// The word for the page without a mode. Pure data.

/** In a list of modes, stands for the page without a mode. Modes do not affect its baselines. */
export const NO_MODE = "default";
