/** What tools say of runs and jobs whose workflow could not be asked. */
export const STALE = "The progress is as it was last written down: Temporal does not answer.";
