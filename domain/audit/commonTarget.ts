// Finds what the targets of the same defect on several pages have in common.

/** Removes what differs from page to page: positions among siblings, and names and values that contain numbers. */
export function commonTarget(target: string): string {
  // Not URL.canParse, which would accept `a:nth-child(2)`.
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(target)) return target;
  return target
    .replace(/:nth-(?:last-)?(?:child|of-type)\([^)]*\)/g, "")
    .replace(/([*^$~|]?=)"[^"]*"/g, "")
    .replace(/([#.][A-Za-z_]+)[\w-]*\d[\w-]*/g, "$1")
    .replace(/#\d+$/, "");
}
