// What stands for the page without a mode. Pure data.

/** In a list of modes it stands for the page without one, whose baselines a mode does not touch. */
export const NO_MODE = "default";
