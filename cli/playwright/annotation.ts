/** The type of the annotation by which the reporter knows into which run a test has uploaded. */
export const ANNOTATION = "plumbline-run";
/** Of a screenshot that was not compared since the service is optional: name and reason. */
export const NOT_COMPARED = "plumbline-not-compared";
