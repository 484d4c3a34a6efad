/** A condition on a field that may have any of these values. One value is asked for by itself: a list narrows no read on the embedded database. */
export const oneOf = <T>(values: readonly T[]) => (values.length === 1 ? values[0] : { $in: [...values] });
