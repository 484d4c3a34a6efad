// State kept in the address, so that a view can be shared as a link and Back works.
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

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
  const state = { ...usual } as Record<string, unknown>;
  for (const [name, value] of Object.entries(usual)) {
    const told = search[name];
    if (told === undefined) continue;
    if (value === undefined || typeof value === "string") state[name] = String(told);
    else if (typeof told === typeof value) state[name] = told;
  }
  const set = useCallback(
    (change: Partial<V>, { push = false } = {}) =>
      navigate({
        to: ".",
        replace: !push,
        resetScroll: false,
        search: (before: Record<string, unknown>) => {
          const next = { ...before, ...change } as Record<string, unknown>;
          for (const name of Object.keys(next))
            if (next[name] === undefined || next[name] === (usual as Record<string, unknown>)[name]) delete next[name];
          return next;
        },
      } as never),
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

/** Returns the filter in an address. */
export function scopeOf({ environment, branch }: { environment?: unknown; branch?: unknown }): Scope {
  const scope: Scope = {};
  if (environment) scope.environment = String(environment);
  if (branch) scope.branch = String(branch);
  return scope;
}

export const useScope = (): Scope => scopeOf(useSearch({ strict: false }));
