/** Returns a filter for a record that has not been written since it was read. */
export const unchangedSince = ({ _id, rev }: { _id: string; rev?: number }): { _id: string; rev: number } =>
  // Mongoose types cannot express "does not exist".
  ({ _id, rev: rev ?? ({ $exists: false } as never) });
