// Response schemas that tools of several areas share.
import { array, number, object, string } from "yup";

/** How a call changed what was stored. */
export const changeData = (...more: string[]) =>
  string()
    .oneOf(["created", "updated", "unchanged", ...more])
    .required();

export const progressData = () =>
  object({ phase: string().required(), done: number().required(), total: number().required() });

/** The runs of a full audit. */
export const childrenData = () =>
  array().of(object({ runId: string().required(), type: string().required(), status: string().required() }));
