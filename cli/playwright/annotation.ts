/** Type of the annotation that tells the reporter into which run a test has uploaded. */
export const ANNOTATION = "plumbline-run";
/** Type of the annotation for a screenshot that was not compared because the service is optional: name and reason. */
export const NOT_COMPARED = "plumbline-not-compared";
