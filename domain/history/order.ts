// Sorts commits so that parents come before their children. Commits that are their own ancestors are left out.

/**
 * Returns the row numbers, parents first. Rows on a cycle are left out. If the rows are already in such an order, it is kept. `parents`:
 * row numbers of each row's parents. (Tarjan's strongly connected components, without recursion.)
 */
export function parentsFirst(parents: readonly (readonly number[])[]): number[] {
  const order: number[] = [];
  const seen = new Int32Array(parents.length);
  const low = new Int32Array(parents.length);
  const onPath = new Uint8Array(parents.length);
  const next = new Int32Array(parents.length);
  const path: number[] = [];
  const calls: number[] = [];
  let count = 0;

  const enter = (row: number): void => {
    count++;
    seen[row] = count;
    low[row] = count;
    onPath[row] = 1;
    path.push(row);
    calls.push(row);
  };
  const lower = (row: number, to: number): void => {
    low[row] = Math.min(low[row] ?? 0, to);
  };
  const leave = (row: number): void => {
    calls.pop();
    const caller = calls.at(-1);
    if (caller !== undefined) lower(caller, low[row] ?? 0);
    if (low[row] !== seen[row]) return;
    const circle = path.splice(path.lastIndexOf(row));
    for (const one of circle) onPath[one] = 0;
    if (circle.length === 1 && !parents[row]?.includes(row)) order.push(row);
  };

  for (let start = 0; start < parents.length; start++) {
    if (seen[start] !== 0) continue;
    enter(start);
    for (let row = calls.at(-1); row !== undefined; row = calls.at(-1)) {
      const parent = parents[row]?.[next[row] ?? 0];
      if (parent === undefined) {
        leave(row);
        continue;
      }
      next[row] = (next[row] ?? 0) + 1;
      if (seen[parent] === 0) enter(parent);
      else if (onPath[parent] === 1) lower(row, seen[parent] ?? 0);
    }
  }
  return order;
}
