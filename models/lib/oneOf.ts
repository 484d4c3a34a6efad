/**
 * Returns a condition on a field that may have any of these values. A single value is compared directly, because on the embedded database
 * a list does not narrow the read.
 */
export const oneOf = <T>(values: readonly T[]) => (values.length === 1 ? values[0] : { $in: [...values] });
