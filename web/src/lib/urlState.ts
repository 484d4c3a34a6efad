// State that lives in the address: what one sees can be pasted into a ticket, and Back works.
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

type Values = Record<string, string | number | boolean | undefined>;

/**
 * Values of the address's search, each with its usual value; usual ones are left out of the address. Setting replaces the entry
 * in the history unless `push` is told, and lasts until the address is there. Values of a wrong type in the address count as the usual ones.
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
    // `usual` is a literal in its caller: its values do not change.
    [navigate],
  );
  return [state as V, set];
}

/** The project of the address. */
export const useProjectSlug = (): string => (useParams({ strict: false }) as { project?: string }).project ?? "";

/** A parameter of the address, by its name. */
export const useParam = (name: string): string => (useParams({ strict: false }) as Record<string, string>)[name] ?? "";

/** The filter of the top bar, which all screens of a project share and keep in the address. */
export type Scope = { environment?: string; branch?: string };

/** The filter that an address has. */
export function scopeOf({ environment, branch }: { environment?: unknown; branch?: unknown }): Scope {
  const scope: Scope = {};
  if (environment) scope.environment = String(environment);
  if (branch) scope.branch = String(branch);
  return scope;
}

export const useScope = (): Scope => scopeOf(useSearch({ strict: false }));
