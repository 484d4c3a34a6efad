// Limits records to the newest.

type Found = { sort(by: object): { skip(count: number): { lean(): PromiseLike<unknown> } } };
/** The part of a model that is needed here. */
type Kept = {
  find(filter: object, fields: object): unknown;
  deleteMany(filter: object): PromiseLike<unknown>;
};

/** Deletes what matches `filter` beyond the newest `count`, by the date field `by`. */
export async function keepNewest(
  model: Kept,
  { by, count, filter = {} }: { by: string; count: number; filter?: object },
): Promise<void> {
  const found = model.find(filter, { _id: 1 }) as Found;
  const old = (await found
    .sort({ [by]: -1 })
    .skip(count)
    .lean()) as { _id: string }[];
  if (old.length > 0) await model.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
}
