/** Warning of tools for runs and jobs whose workflow could not be queried. */
export const STALE = "Temporal does not answer: the progress shown is the last stored one.";
