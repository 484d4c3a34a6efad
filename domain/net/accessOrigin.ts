// Passwords, headers, cookies and secrets of an environment belong to the origin that they were given for.

type Place = { baseUrl: string; accessOrigin?: string | null };

/** Of an address that cannot be read: the address itself, which is nobody's origin. */
export const originOf = (baseUrl: string): string => URL.parse(baseUrl)?.origin ?? baseUrl;

/** Where the stored access may be used. What was stored before origins were kept belongs to the base URL, which cannot have moved since. */
export const boundOrigin = ({ accessOrigin, baseUrl }: Place): string => accessOrigin ?? originOf(baseUrl);

/** Would the stored access come to another origin than it was given for? */
export const leavesOrigin = (place: Place, baseUrl = place.baseUrl): boolean =>
  boundOrigin(place) !== originOf(baseUrl);
