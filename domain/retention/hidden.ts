// How a run stands that a sweep is deleting. It belongs to nobody that anyone asks for, so no list, status or report finds it.

/** The status of such a run; nothing that ends, counts or reports runs touches it. */
export const HIDDEN = "hidden";

/** Its owners while it is hidden: a project, an organisation or a full audit. */
export const hiddenOwner = (id: string): string => `${PREFIX}${id}`;

/** Whose it is, hidden or not. */
export const ownerOf = (id: string): string => (id.startsWith(PREFIX) ? id.slice(PREFIX.length) : id);

const PREFIX = "hidden:";
