// Parts of the answers that tools of several areas give.
import { array, number, object, string } from "yup";

/** What setting something did to what was there. */
export const changeData = (...more: string[]) =>
  string()
    .oneOf(["created", "updated", "unchanged", ...more])
    .required();

export const progressData = () =>
  object({ phase: string().required(), done: number().required(), total: number().required() });

/** The runs of a full audit. */
export const childrenData = () =>
  array().of(object({ runId: string().required(), type: string().required(), status: string().required() }));
