// Where a problem is, in words of the dashboard and the command line.

type Place = { page: string; label: string };
type Placed = { places: readonly Place[]; placeCount: number; evidence?: { target?: string | undefined } };

export const SITE = "The whole site";

export const nameOfPlace = ({ label, page }: Place): string => label || page || SITE;

/** "Home", "Home and Cart", "Home and 3 more". For a problem of the whole site, the part that distinguishes it: "The whole site: /.env". */
export function placesText({ places, placeCount, evidence }: Placed): string {
  const [first = "", ...others] = new Set(places.map(nameOfPlace));
  const more = others.length + placeCount - places.length;
  if (more === 0) return first === SITE && evidence?.target ? `${SITE}: ${evidence.target}` : first;
  return more === 1 && others[0] ? `${first} and ${others[0]}` : `${first} and ${more.toLocaleString("en-US")} more`;
}
