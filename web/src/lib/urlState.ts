// State kept in the address, so that a view can be shared as a link and Back works.
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { startTransition, useCallback, useRef, useState } from "react";

type Values = Record<string, string | number | boolean | undefined>;

/**
 * Query parameters with defaults; default values are omitted from the address. The setter replaces the history entry unless `push` is set,
 * and resolves once the address has changed. Values of the wrong type count as the default.
 */
export function useUrlState<V extends Values>(
  usual: V,
): [V, (change: Partial<V>, options?: { push?: boolean }) => Promise<void>] {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  // Shown until the address has it: a field that waited for the router would move the caret to its end with each key.
  const [ahead, setAhead] = useState<Partial<V>>({});
  const newest = useRef<Partial<V>>({});
  const state = { ...usual } as Record<string, unknown>;
  for (const [name, value] of Object.entries(usual)) {
    const told = name in ahead ? ahead[name] : search[name];
    if (told === undefined) continue;
    if (value === undefined || typeof value === "string") state[name] = String(told);
    else if (typeof told === typeof value) state[name] = told;
  }
  const set = useCallback(
    async (change: Partial<V>, { push = false } = {}) => {
      const mine = { ...newest.current, ...change };
      newest.current = mine;
      setAhead(mine);
      await navigate({
        to: ".",
        replace: !push,
        resetScroll: false,
        search: (before: Record<string, unknown>) => {
          const next = { ...before, ...change } as Record<string, unknown>;
          for (const name of Object.keys(next))
            if (next[name] === undefined || next[name] === (usual as Record<string, unknown>)[name]) delete next[name];
          return next;
        },
      } as never);
      if (newest.current !== mine) return;
      newest.current = {};
      startTransition(() => setAhead({}));
    },
    // `usual` is a literal in the caller, so its values never change.
    [navigate],
  );
  return [state as V, set];
}

/** Returns the project in the address. */
export const useProjectSlug = (): string => (useParams({ strict: false }) as { project?: string }).project ?? "";

/** Returns a parameter of the address. */
export const useParam = (name: string): string => (useParams({ strict: false }) as Record<string, string>)[name] ?? "";

/** The filter of the top bar, shared by all screens of a project and kept in the address. */
export type Scope = { environment?: string; branch?: string };

/** Removes the filter of the top bar from the address. */
export const NO_SCOPE = { environment: undefined, branch: undefined };

/** Returns the filter in an address. */
export function scopeOf({ environment, branch }: { environment?: unknown; branch?: unknown }): Scope {
  const scope: Scope = {};
  if (environment) scope.environment = String(environment);
  if (branch) scope.branch = String(branch);
  return scope;
}

export const useScope = (): Scope => scopeOf(useSearch({ strict: false }));
