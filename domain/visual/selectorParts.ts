// Splits selectors that lead into shadow trees and frames. Without imports, because the dashboard's script includes it.

/** Leads from an element into its shadow tree or frame, in selectors that the page map names elements with. */
const INTO = / >> (?![^[]*\])/;

/** Returns the selectors of one tree each that a selector consists of; a value in brackets is not split. */
export const partsOf = (selector: string): string[] => selector.split(INTO);
