// Polyfills for features of newer Node versions, for the oldest version that the package supports (20).

Promise.withResolvers ??= function withResolvers() {
  const made = {};
  made.promise = new this((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};

Map.groupBy ??= (items, keyOf) => {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
};

URL.parse ??= (url, base) => (URL.canParse(url, base) ? new URL(url, base) : null);

// Missing before Node 20.3.
AbortSignal.any ??= (signals) => {
  const either = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) either.abort(signal.reason);
    else signal.addEventListener("abort", () => either.abort(signal.reason), { once: true, signal: either.signal });
  }
  return either.signal;
};
