// What targets of the same defect on several pages have in common.

/** A target without what differs from page to page: places among siblings, and names and values that hold numbers. */
export function commonTarget(target: string): string {
  // Not URL.canParse: `a:nth-child(2)` would be one.
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(target)) return target;
  return target
    .replace(/:nth-(?:last-)?(?:child|of-type)\([^)]*\)/g, "")
    .replace(/([*^$~|]?=)"[^"]*"/g, "")
    .replace(/([#.][A-Za-z_]+)[\w-]*\d[\w-]*/g, "$1")
    .replace(/#\d+$/, "");
}
