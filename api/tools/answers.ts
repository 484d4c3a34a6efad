// Response schemas that tools of several areas share.
import { array, type ISchema, number, type ObjectShape, object, string } from "yup";

export const listData = <T>(entry: ISchema<T>) => array().of(entry).required();
export const rowsData = <S extends ObjectShape>(fields: S) => listData(object(fields));

export const boxData = () =>
  object({ x: number().required(), y: number().required(), width: number().required(), height: number().required() });

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
