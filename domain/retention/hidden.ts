// Hides a run that a cleanup is deleting. Its owners are renamed, so that no list, status or report finds it.

/** Status of such a run. Nothing that ends, counts or reports runs processes this status. */
export const HIDDEN = "hidden";

/** Returns the id of an owner of a hidden run: a project, an organisation or a full audit. */
export const hiddenOwner = (id: string): string => `${PREFIX}${id}`;

/** Returns the owner of a run, hidden or not. */
export const ownerOf = (id: string): string => (id.startsWith(PREFIX) ? id.slice(PREFIX.length) : id);

const PREFIX = "hidden:";
