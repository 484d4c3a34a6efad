/** Maximum number of edits before the search gives up. The search stores D²/2 numbers: 512 edits are 0.5 MB and about 2 ms. */
export const MAX_EDITS = 512;

/** Returns the matching pairs (index in `a`, index in `b`) of a shortest edit script (Myers, 1986), or none if it needs more than `maxEdits`. */
export function editScript(a: Int32Array, b: Int32Array, maxEdits: number = MAX_EDITS): [number, number][] {
  const limit = Math.min(maxEdits, a.length + b.length);
  if (Math.abs(a.length - b.length) > limit) return [];
  const middle = limit + 1;
  const furthest = new Int32Array(2 * limit + 3);
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= limit; edits++) {
    trace.push(furthest.slice(middle - edits - 1, middle + edits + 2));
    for (let k = -edits; k <= edits; k += 2) {
      let x = stepDown(furthest, middle + k, k, edits) ? furthest[middle + k + 1]! : furthest[middle + k - 1]! + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      furthest[middle + k] = x;
      if (x >= a.length && x - k >= b.length) return walkBack(trace, a.length, b.length);
    }
  }
  return [];
}

/** Whether diagonal `k` is best reached from the one above it, by taking a row of `b`. */
function stepDown(furthest: Int32Array, at: number, k: number, edits: number): boolean {
  return k === -edits || (k !== edits && furthest[at - 1]! < furthest[at + 1]!);
}

function walkBack(trace: readonly Int32Array[], aLength: number, bLength: number): [number, number][] {
  const pairs: [number, number][] = [];
  let x = aLength;
  let y = bLength;
  for (let edits = trace.length - 1; edits > 0; edits--) {
    const furthest = trace[edits]!;
    const k = x - y;
    const down = stepDown(furthest, k + edits + 1, k, edits);
    const fromK = down ? k + 1 : k - 1;
    const fromX = furthest[fromK + edits + 1]!;
    const snakeStart = down ? fromX : fromX + 1;
    while (x > snakeStart) pairs.push([--x, --y]);
    x = fromX;
    y = fromX - fromK;
  }
  while (x > 0) pairs.push([--x, --y]);
  return pairs.reverse();
}
