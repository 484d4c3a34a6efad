/** Filter of a record that nobody has written since it was read. */
export const unchangedSince = ({ _id, rev }: { _id: string; rev?: number }): { _id: string; rev: number } =>
  // Mongoose types have no word for "is not there".
  ({ _id, rev: rev ?? ({ $exists: false } as never) });
