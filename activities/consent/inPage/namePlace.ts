// Creates a selector for an element, as short as possible and unique. Its source is sent to pages.

/**
 * Selector in the light tree, or in the innermost shadow tree (`inShadow`). `apart`: it names the element, and nothing in the light tree
 * matches it, so that it can be searched in the light tree first and in shadow trees then.
 */
export type Place = { selector: string; inShadow: boolean; apart: boolean };
export type NamePlace = (element: Element) => Place;

export const namePlace: NamePlace = (element) => {
  const root = element.getRootNode() as Document | ShadowRoot;
  const alone = (selector: string): boolean => root.querySelectorAll(selector).length === 1;
  const named = (one: Element): string[] => {
    const tag = CSS.escape(one.localName);
    const test = one.getAttribute("data-testid");
    return [
      ...(one.id !== "" && one.id.length <= 80 ? [`#${CSS.escape(one.id)}`] : []),
      ...(test && test.length <= 80 ? [`[data-testid="${test.replace(/["\\]/g, "\\$&")}"]`] : []),
      ...[...one.classList]
        .filter((name) => name.length <= 60)
        .slice(0, 5)
        .map((name) => `${tag}.${CSS.escape(name)}`),
    ];
  };
  const place = (selector: string): Place => ({
    selector,
    inShadow: root instanceof ShadowRoot,
    // A selector of tag names only may match in any other tree.
    apart: !(root instanceof ShadowRoot) || (/[#.[]/.test(selector) && document.querySelector(selector) === null),
  });
  let path = "";
  for (let at: Element | null = element, depth = 0; at && depth < 12; at = at.parentElement, depth += 1) {
    const tail = path === "" ? "" : ` > ${path}`;
    const own = named(at).find((name) => alone(name + tail));
    if (own) return place(own + tail);
    const twins = [...(at.parentNode?.children ?? [])].filter(({ localName }) => localName === at?.localName);
    const nth = twins.length > 1 ? `:nth-of-type(${twins.indexOf(at) + 1})` : "";
    path = `${CSS.escape(at.localName)}${nth}${tail}`;
  }
  return place(path);
};
