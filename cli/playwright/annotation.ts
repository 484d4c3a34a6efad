/** The type of the annotation by which the reporter knows into which run a test has uploaded. */
export const ANNOTATION = "plumbline-run";
