// Errors that stay on the screen while their query is requested again.
import type { Query, QueryCache } from "@tanstack/react-query";

/**
 * Keeps the error of a query without data until the next answer. By itself, each new request resets it to "pending", and a screen would
 * alternate between error and placeholder while the service is away. Not for a query that nothing showed any more: it starts anew.
 */
export function keepLastErrors(cache: QueryCache): void {
  const last = new WeakMap<Query, Error>();
  cache.subscribe((event) => {
    const { query } = event;
    if (event.type === "observerRemoved" && query.getObserversCount() === 0) last.delete(query);
    if (event.type !== "updated") return;
    if (event.action.type === "error") last.set(query, event.action.error);
    const error = last.get(query);
    // A query that was reset has no errors either.
    const { data, errorUpdateCount } = query.state;
    if (event.action.type === "fetch" && data === undefined && errorUpdateCount > 0 && error)
      query.setState({ error, status: "error" });
  });
}
